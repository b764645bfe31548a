"""The steward of Monarch: plays what is legal, sees the obvious, and is worth having at a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.games.monarch.state import NONE, Listed
from courtly.games.monarch.steward.outlook import LOOKS, Held, Look, look_ahead, spent, turns_for
from courtly.games.monarch.steward.pledging import list_worth
from courtly.testing.positions import random_match
from tests.games.monarch.builders import HOUSE, begin, named, poked, run, small_set, truth

MATCHES = 8
FULL = "scale-hauberk fireworks captain-of-the-gate scholars-robe pure-white-stag twilight-foxes"
"""Six Court Cards that look at nothing but the last at others."""
WORKS = "stone-bridge mill-stream royal-mint endless-wheat canal-quay"


def advice(match: Match, *, seed: int = 1) -> str:
    """What the steward plays."""
    setup = match.setup
    return setup.codec.format(int(setup.game.rules.kernels.policy(setup.content, truth(match), stream(seed))))


def looked(match: Match, seat: int = 0) -> Any:
    """The outlook of a seat."""
    o = np.zeros(LOOKS, np.float64)
    look_ahead(match.setup.content, truth(match), seat, o)
    return o


def last(match: Match) -> Match:
    """The same position in the last round."""
    truth(match).last_round = 1
    return match


def market(*cards: str, **facts: Any) -> Match:
    """The first turn of seat 0 with these cards in the market, five of them, and what `poked` takes."""
    options = {name: facts.pop(name) for name in ("players", "layout", "card_set", "banners") if name in facts}
    return poked(begin(top=" ".join(cards), **options), **facts)


def victories(options: dict[str, Any], seed: int) -> float:
    """What one steward wins of a match against random players; every advice is checked to be legal."""
    setup = set_up("monarch", options)
    kernels, content, states = setup.game.rules.kernels, setup.content, setup.game.rules.state.empty()
    s, moves, rng = states[0], np.empty(setup.max_legal, np.int32), stream(seed)
    kernels.deal(content, s, rng)
    steward = seed % setup.players
    while s.to_move >= 0:
        n = kernels.legal(content, s, moves)
        move = int(moves[below(rng, n)])
        if s.to_move == steward:
            move = int(kernels.policy(content, s, rng))
            assert move in moves[:n]
        kernels.apply(content, s, move)
    scores = np.zeros(setup.players, np.int32)
    kernels.score(content, s, scores)
    return float(scores[steward] == scores.max()) / int((scores == scores.max()).sum())


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 3}, {"players": 4, "banners": False}], ids=["two", "three", "four"]
)
def test_the_steward_beats_random_players(options: dict[str, Any]) -> None:
    assert sum(victories(options, seed) for seed in range(MATCHES)) > 0.9 * MATCHES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stewards_among_themselves_come_to_an_end_and_leave_good_courts(players: int) -> None:
    setup = set_up("monarch", {"players": players})
    kernels, s, rng = setup.game.rules.kernels, setup.game.rules.state.empty()[0], stream(players)
    kernels.deal(setup.content, s, rng)
    while s.to_move >= 0:
        kernels.apply(setup.content, s, int(kernels.policy(setup.content, s, rng)))
    scores = np.zeros(players, np.int32)
    kernels.score(setup.content, s, scores)
    assert s.round_number < 30
    assert scores.max() > 20


def test_a_set_without_guests_and_moons_is_played_too() -> None:
    cards = small_set(guest=[], moon=[], improvement=HOUSE["improvement"])
    assert sum(victories({"players": 3, "card_set": cards}, seed) for seed in range(3)) == 3


def test_what_a_seat_cannot_know_does_not_change_what_the_steward_plays() -> None:
    setup = set_up("monarch", {"players": 3})
    for moves in range(0, 60, 4):
        match = random_match(setup, seed=moves, moves=moves)
        if match.is_over:
            continue
        told, s = advice(match), truth(match)
        setup.game.rules.kernels.redeal(setup.content, s, int(s.to_move), stream(9))
        assert advice(match) == told


def test_a_card_that_costs_what_is_there_is_acquired_when_the_match_ends() -> None:
    assert advice(last(market("scale-hauberk", WORKS, gold=[8]))) == "buy scale-hauberk"


def test_of_two_cards_for_the_same_gold_the_better_one_is_acquired() -> None:
    match = last(market("old-nurse", "dancing-cranes", "fireworks", "court-composer", WORKS, gold=[7]))
    assert advice(match) == "buy fireworks"


def test_a_card_that_spoils_another_is_left() -> None:
    match = last(market("astronomer", WORKS, gold=[4], food=[0], courts=["fireworks"]))
    assert advice(match) != "buy astronomer"
    match = last(market("fireworks", WORKS, gold=[7], food=[0], courts=["astronomer"]))
    assert advice(match) == "buy fireworks"


@pytest.mark.parametrize(
    ("gold", "food", "income"),
    [(1, 9, "tax"), (4, 2, "harvest")],
)
def test_the_income_is_the_one_that_the_best_card_lacks(gold: int, food: int, income: str) -> None:
    match = market(
        "pure-white-stag", "royal-mint", "endless-wheat", "canal-quay", "stone-bridge", gold=[gold], food=[food]
    )
    assert advice(match) == income


def test_where_the_villages_cannot_be_fed_one_harvests() -> None:
    match = market("scale-hauberk", "royal-mint", "endless-wheat", "canal-quay", "jewel-bazaar", gold=[7], food=[1])
    assert advice(match) == "harvest"


def test_a_turn_in_which_nothing_pays_is_ended() -> None:
    match = market("royal-mint", "endless-wheat", "canal-quay", "jewel-bazaar", "golden-orchard", gold=[0], food=[0])
    match.play("harvest")
    poked(match, food=[0])
    assert advice(match) == "end"


def test_a_guest_is_sent_to_the_leader() -> None:
    match = market("fault-finding-aunt", WORKS, gold=[9], courts=["", "old-nurse", "scale-hauberk fireworks"])
    match.play("buy fault-finding-aunt")
    assert advice(match) == "send 2"


def test_gold_that_is_left_at_the_end_sends_guests() -> None:
    match = last(market("fault-finding-aunt", WORKS, gold=[4], food=[0], courts=["", "old-nurse", ""]))
    assert advice(match) == "buy fault-finding-aunt"


@pytest.mark.parametrize("other", ["weepy-poet", "know-all-cousin"])
def test_the_guest_that_costs_most_is_dismissed(other: str) -> None:
    guests = [f"{other} fault-finding-aunt"]
    match = market("captain-of-the-gate", WORKS, gold=[6], guests=guests, courts=["scale-hauberk"])
    run(match, "buy captain-of-the-gate", "add")
    assert advice(match) == "dismiss fault-finding-aunt"


def test_a_guest_that_brings_more_than_it_costs_stays() -> None:
    match = market("captain-of-the-gate", WORKS, gold=[6], guests=["weepy-poet"], courts=["court-jester"])
    run(match, "buy captain-of-the-gate", "add")
    assert advice(match) == "keep"


def test_in_a_full_court_the_card_that_is_missed_least_goes() -> None:
    match = last(market("tiger-pelt", WORKS, gold=[9], courts=[f"{FULL} dawn-vanguard"], banners=False))
    assert advice(match) == "buy tiger-pelt"
    match.play("buy tiger-pelt")
    assert advice(match) == "replace twilight-foxes"


def test_a_card_that_is_worse_than_all_others_is_not_acquired_for_a_full_court() -> None:
    match = last(market("toll-drum", WORKS, gold=[4], food=[0], courts=[f"{FULL} riddle-sphinx"], banners=False))
    assert advice(match) != "buy toll-drum"


def test_while_there_is_room_a_card_is_added() -> None:
    match = market("scale-hauberk", WORKS, gold=[8], courts=["old-nurse"])
    match.play("buy scale-hauberk")
    assert advice(match) == "add"


def test_the_banner_that_brings_most_is_flown() -> None:
    courts = ["scale-hauberk war-falcon dawn-vanguard fireworks court-composer"]
    assert advice(last(market(WORKS, courts=courts))) == "fly banner-of-might"


def test_a_banner_is_flown_once_and_not_without_its_court() -> None:
    match = last(market(WORKS, gold=[0], food=[0], courts=["scale-hauberk war-falcon"]))
    match.play("fly banner-of-might")
    assert not advice(match).startswith("fly")
    assert not advice(last(market(WORKS, gold=[0], food=[0], courts=["scale-hauberk"]))).startswith("fly")


def test_a_better_banner_that_is_near_is_waited_for() -> None:
    banners = [{**banner, "crowns": crowns} for banner, crowns in zip(HOUSE["banner"], (1, 30), strict=False)]
    cards = small_set(banner=banners, improvement=HOUSE["improvement"])
    match = market(WORKS, card_set=cards, gold=[0], food=[0], courts=["scale-hauberk war-falcon fireworks"])
    assert advice(match) == "harvest"
    assert advice(last(match)) == "fly banner-of-might"


def test_an_improvement_goes_where_it_covers_nothing_that_counts() -> None:
    match = market("armourers-row watchtower-square", WORKS, gold=[0], food=[20], courts=["tiger-pelt"])
    run(match, "buy watchtower-square", "build a1", "buy armourers-row")
    assert advice(match) != "build a1"


def test_an_improvement_that_makes_a_card_better_is_acquired() -> None:
    match = last(market("watchtower-square", WORKS, gold=[0], food=[5], courts=["tiger-pelt"]))
    assert advice(match) == "buy watchtower-square"


def test_with_two_players_the_free_improvement_is_used() -> None:
    match = last(market("watchtower-square", WORKS, players=2, gold=[0], food=[0], courts=["tiger-pelt"]))
    assert advice(match) == "free watchtower-square"


def test_a_barter_that_makes_a_card_affordable_is_done() -> None:
    match = last(market("old-nurse", WORKS, gold=[1], food=[4], courts=["keeper-of-ledgers"]))
    truth(match).income_done = 1
    assert advice(match) == "barter keeper-of-ledgers"
    assert advice(poked(match, gold=[0])) != "barter keeper-of-ledgers"


def test_gold_that_is_left_at_the_end_sweeps_a_market_without_court_cards() -> None:
    match = last(market(*WORKS.split(), gold=[9], food=[0]))
    truth(match).income_done = 1
    assert advice(match) == "sweep"
    assert advice(poked(match, gold=[2])) == "end"


def test_a_market_in_which_nothing_is_worth_its_price_is_swept_by_who_is_rich() -> None:
    match = market(*WORKS.split(), gold=[30], food=[0])
    truth(match).income_done = 1
    assert advice(match) == "sweep"
    assert advice(poked(match, gold=[4])) == "end"


def test_an_empty_spot_of_the_market_is_passed_over() -> None:
    match = last(market("scale-hauberk", WORKS, gold=[8]))
    truth(match).market[1:] = NONE
    assert advice(match) == "buy scale-hauberk"


def test_sweeps_that_cost_nothing_come_to_an_end() -> None:
    cards = small_set(improvement=HOUSE["improvement"])
    cards["court"][0]["powers"] = [{"kind": "discount", "on": "sweep", "amount": 3}]
    match = market(*WORKS.split(), card_set=cards, gold=[30], food=[0], courts=[cards["court"][0]["id"]])
    truth(match).income_done = 1
    assert {advice(match, seed=seed) for seed in range(20)} == {"sweep", "end"}


def asked(moon: str, **facts: Any) -> Match:
    """Seat 0 is asked to pledge for a Moon."""
    match = market(f"old-nurse {' '.join(WORKS.split()[:4])} {moon}", **facts)
    match.play("buy old-nurse")
    assert match.view(None)["phase"] == "pledge"
    return match


def test_a_fair_share_is_pledged_where_the_outcome_is_worth_it() -> None:
    match = asked("famine-moon", gold=[9, 9, 9], food=[9, 9, 9])
    assert advice(match) == "pledge 2"


def test_more_than_a_share_is_pledged_where_others_do_not() -> None:
    match = asked("fair-moon", gold=[9, 9, 9])
    truth(match).income[1] = 1
    assert advice(match) == "pledge 1"
    run(match, "pledge 1", "pass", "pass")
    assert advice(match) in ("pass", "pledge 1", "pledge 2")


def test_nothing_is_pledged_for_what_brings_nothing() -> None:
    match = last(asked("fair-moon", gold=[9, 9, 9]))
    assert advice(match) == "pass"


def test_who_holds_nothing_pledges_nothing() -> None:
    match = asked("famine-moon", gold=[9, 9, 9], food=[0, 9, 9])
    assert advice(match) == "pass"


@pytest.mark.parametrize(
    ("effects", "better"),
    [
        ([{"kind": "gain", "resource": "gold", "amount": 2}], 1),
        ([{"kind": "lose", "resource": "food", "amount": 2}], -1),
        ([{"kind": "halve", "resource": "gold"}], -1),
        ([{"kind": "harvest"}], 1),
        ([{"kind": "ruin"}], -1),
        ([{"kind": "flush"}], 0),
        ([{"kind": "gain", "resource": "gold", "amount": 2, "who": "most", "measure": "gold"}], 1),
        ([{"kind": "gain", "resource": "gold", "amount": 2, "who": "fewest", "measure": "gold"}], 0),
        ([{"kind": "gain", "resource": "gold", "amount": 2, "who": "most", "measure": "food"}], 0),
        ([{"kind": "gain", "resource": "gold", "amount": 2, "who": "fewest", "measure": "court"}], 0),
        ([{"kind": "gain", "resource": "gold", "amount": 2, "who": "most", "measure": "guests"}], 1),
        ([{"kind": "gain", "resource": "gold", "amount": 2, "who": "top_pledger"}], 1),
    ],
)
def test_the_effects_of_a_moon_are_good_or_bad_for_a_seat(effects: list[dict[str, Any]], better: int) -> None:
    moons = [{**named(HOUSE, "fair-moon"), "met": effects}]
    match = market(
        WORKS, card_set=small_set(moon=moons, improvement=HOUSE["improvement"]), gold=[9, 5, 5], food=[5, 5, 6]
    )
    poked(match, courts=["scale-hauberk"], guests=["insistent-peddler"])
    s, content = truth(match), match.setup.content
    assert np.sign(list_worth(content, s, 0, 0, Listed.MET, looked(match))) == better


def test_turns_for_a_price_count_harvests_for_the_villages_too() -> None:
    o = looked(market(WORKS, layout="vvvvvffff"))
    assert (o[Look.TAX], o[Look.DUE], o[Look.HARVEST]) == (5, 5, 4)
    assert [turns_for(o, gold, food) for gold, food in ((0, 0), (-3, -9), (5, -5), (5, 0), (6, 0), (0, 1))] == [
        0,
        0,
        1,
        3,
        5,
        1,
    ]


def test_what_lies_idle_is_worth_less() -> None:
    o = looked(market(WORKS))
    assert spent(o, Held(30.0, 30.0), 3.0, 0.0) < spent(o, Held(3.0, 30.0), 3.0, 0.0)
    assert spent(o, Held(30.0, 30.0), 0.0, 3.0) < spent(o, Held(30.0, 3.0), 0.0, 3.0)


def test_in_the_last_round_nothing_is_left_to_wait_for() -> None:
    o = looked(last(market(WORKS)))
    assert (o[Look.LEFT], o[Look.GOLD], o[Look.FOOD]) == (0, 0, 0)


def test_under_its_banner_more_cards_of_a_path_are_expected() -> None:
    match = market(WORKS, courts=["scale-hauberk war-falcon"])
    before = looked(match)[Look.PATH]
    match.play("fly banner-of-might")
    assert looked(match)[Look.PATH] > before


@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("storm-charger", {}),
        ("hill-raiders", {"gold": [6, 3, 0]}),
        ("isle-ambassador", {}),
        ("master-mason", {}),
        ("oracle-owl", {}),
        ("captain-of-the-gate", {"guests": ["weepy-poet"]}),
        ("toll-drum", {}),
        ("gazing-glass", {}),
        ("royal-strongbox", {}),
    ],
)
def test_a_card_whose_worth_is_what_it_does_is_acquired_too(card: str, more: dict[str, Any]) -> None:
    facts = {"gold": [9, 5, 5]} | more
    assert advice(market(card, WORKS, **facts)) == f"buy {card}"
