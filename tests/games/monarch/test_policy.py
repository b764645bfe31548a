"""The steward of Monarch plays legal moves, finds the obvious ones, and beats random players."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.games.monarch.state import NONE, EffectList
from courtly.games.monarch.steward.outlook import OUTLOOK_SIZE, Holdings, OutlookIndex, spent, turns_for, write_outlook
from courtly.games.monarch.steward.pledging import list_worth
from courtly.testing.positions import random_match
from tests.games.monarch.builders import HOUSE, begin, named, run, small_set, truth, with_state

MATCHES = 8
FULL = "scale-hauberk fireworks captain-of-the-gate scholars-robe pure-white-stag twilight-foxes"
"""Six Court Cards with crowns that do not depend on the others, except for the last one."""
WORKS = "stone-bridge mill-stream royal-mint endless-wheat canal-quay"


def advice(match: Match, *, seed: int = 1) -> str:
    """Return the move of the steward."""
    setup = match.setup
    return setup.codec.format(int(setup.game.rules.kernels.policy(setup.content, truth(match), stream(seed))))


def outlook_of(match: Match, seat: int = 0) -> Any:
    """Return the outlook of a seat."""
    o = np.zeros(OUTLOOK_SIZE, np.float64)
    write_outlook(match.setup.content, truth(match), seat, o)
    return o


def last(match: Match) -> Match:
    """Return the match after setting its position to the last round."""
    truth(match).last_round = 1
    return match


def market(*cards: str, **facts: Any) -> Match:
    """Return the first turn of seat 0 with these five cards in the market, modified as by `with_state`."""
    options = {name: facts.pop(name) for name in ("players", "layout", "card_set", "banners") if name in facts}
    return with_state(begin(top=" ".join(cards), **options), **facts)


def victories(options: dict[str, Any], seed: int) -> float:
    """Return the victory share of one steward against random players. Check that its moves are legal."""
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
def test_a_match_of_stewards_ends_with_good_courts(players: int) -> None:
    setup = set_up("monarch", {"players": players})
    kernels, s, rng = setup.game.rules.kernels, setup.game.rules.state.empty()[0], stream(players)
    kernels.deal(setup.content, s, rng)
    while s.to_move >= 0:
        kernels.apply(setup.content, s, int(kernels.policy(setup.content, s, rng)))
    scores = np.zeros(players, np.int32)
    kernels.score(setup.content, s, scores)
    assert s.round_number < 30
    assert scores.max() > 20


def test_the_steward_plays_a_set_without_guests_and_moons() -> None:
    cards = small_set(guest=[], moon=[], improvement=HOUSE["improvement"])
    assert sum(victories({"players": 3, "card_set": cards}, seed) for seed in range(3)) == 3


def test_hidden_facts_do_not_change_the_stewards_move() -> None:
    setup = set_up("monarch", {"players": 3})
    for moves in range(0, 60, 4):
        match = random_match(setup, seed=moves, moves=moves)
        if match.is_over:
            continue
        told, s = advice(match), truth(match)
        setup.game.rules.kernels.redeal(setup.content, s, int(s.to_move), stream(9))
        assert advice(match) == told


def test_the_steward_spends_all_of_its_gold_at_the_end() -> None:
    assert advice(last(market("scale-hauberk", WORKS, gold=[8]))) == "buy scale-hauberk"


def test_the_steward_buys_the_better_of_two_cards_with_equal_prices() -> None:
    match = last(market("old-nurse", "dancing-cranes", "fireworks", "court-composer", WORKS, gold=[7]))
    assert advice(match) == "buy fireworks"


def test_the_steward_avoids_a_card_that_spoils_another() -> None:
    match = last(market("astronomer", WORKS, gold=[4], food=[0], courts=["fireworks"]))
    assert advice(match) != "buy astronomer"
    match = last(market("fireworks", WORKS, gold=[7], food=[0], courts=["astronomer"]))
    assert advice(match) == "buy fireworks"


@pytest.mark.parametrize(
    ("gold", "food", "income"),
    [(1, 9, "tax"), (4, 2, "harvest")],
)
def test_the_steward_takes_the_income_that_the_best_card_needs(gold: int, food: int, income: str) -> None:
    match = market(
        "pure-white-stag", "royal-mint", "endless-wheat", "canal-quay", "stone-bridge", gold=[gold], food=[food]
    )
    assert advice(match) == income


def test_the_steward_harvests_if_it_cannot_feed_the_villages() -> None:
    match = market("scale-hauberk", "royal-mint", "endless-wheat", "canal-quay", "jewel-bazaar", gold=[7], food=[1])
    assert advice(match) == "harvest"


def test_the_steward_ends_its_turn_if_no_purchase_gains_crowns() -> None:
    match = market("royal-mint", "endless-wheat", "canal-quay", "jewel-bazaar", "golden-orchard", gold=[0], food=[0])
    match.play("harvest")
    with_state(match, food=[0])
    assert advice(match) == "end"


def test_the_steward_sends_a_guest_to_the_leader() -> None:
    match = market("fault-finding-aunt", WORKS, gold=[9], courts=["", "old-nurse", "scale-hauberk fireworks"])
    match.play("buy fault-finding-aunt")
    assert advice(match) == "send 2"


def test_the_steward_sends_guests_with_leftover_gold_at_the_end() -> None:
    match = last(market("fault-finding-aunt", WORKS, gold=[4], food=[0], courts=["", "old-nurse", ""]))
    assert advice(match) == "buy fault-finding-aunt"


@pytest.mark.parametrize("other", ["weepy-poet", "know-all-cousin"])
def test_the_steward_dismisses_the_guest_that_costs_most(other: str) -> None:
    guests = [f"{other} fault-finding-aunt"]
    match = market("captain-of-the-gate", WORKS, gold=[6], guests=guests, courts=["scale-hauberk"])
    run(match, "buy captain-of-the-gate", "add")
    assert advice(match) == "dismiss fault-finding-aunt"


def test_the_steward_keeps_a_guest_that_gives_more_than_it_costs() -> None:
    match = market("captain-of-the-gate", WORKS, gold=[6], guests=["weepy-poet"], courts=["court-jester"])
    run(match, "buy captain-of-the-gate", "add")
    assert advice(match) == "keep"


def test_the_steward_replaces_the_least_valuable_card_in_a_full_court() -> None:
    match = last(market("tiger-pelt", WORKS, gold=[9], courts=[f"{FULL} dawn-vanguard"], banners=False))
    assert advice(match) == "buy tiger-pelt"
    match.play("buy tiger-pelt")
    assert advice(match) == "replace twilight-foxes"


def test_the_steward_does_not_buy_a_worse_card_for_a_full_court() -> None:
    match = last(market("toll-drum", WORKS, gold=[4], food=[0], courts=[f"{FULL} riddle-sphinx"], banners=False))
    assert advice(match) != "buy toll-drum"


def test_the_steward_adds_a_card_while_there_is_room() -> None:
    match = market("scale-hauberk", WORKS, gold=[8], courts=["old-nurse"])
    match.play("buy scale-hauberk")
    assert advice(match) == "add"


def test_the_steward_flies_the_banner_with_the_most_crowns() -> None:
    courts = ["scale-hauberk war-falcon dawn-vanguard fireworks court-composer"]
    assert advice(last(market(WORKS, courts=courts))) == "fly banner-of-might"


def test_the_steward_flies_one_banner_and_only_with_the_required_court() -> None:
    match = last(market(WORKS, gold=[0], food=[0], courts=["scale-hauberk war-falcon"]))
    match.play("fly banner-of-might")
    assert not advice(match).startswith("fly")
    assert not advice(last(market(WORKS, gold=[0], food=[0], courts=["scale-hauberk"]))).startswith("fly")


def test_the_steward_waits_for_a_better_banner_within_reach() -> None:
    banners = [{**banner, "crowns": crowns} for banner, crowns in zip(HOUSE["banner"], (1, 30), strict=False)]
    cards = small_set(banner=banners, improvement=HOUSE["improvement"])
    match = market(WORKS, card_set=cards, gold=[0], food=[0], courts=["scale-hauberk war-falcon fireworks"])
    assert advice(match) == "harvest"
    assert advice(last(match)) == "fly banner-of-might"


def test_the_steward_builds_where_nothing_valuable_is_covered() -> None:
    match = market("armourers-row watchtower-square", WORKS, gold=[0], food=[20], courts=["tiger-pelt"])
    run(match, "buy watchtower-square", "build a1", "buy armourers-row")
    assert advice(match) != "build a1"


def test_the_steward_buys_an_improvement_that_helps_a_card() -> None:
    match = last(market("watchtower-square", WORKS, gold=[0], food=[5], courts=["tiger-pelt"]))
    assert advice(match) == "buy watchtower-square"


def test_the_steward_uses_the_free_improvement_with_two_players() -> None:
    match = last(market("watchtower-square", WORKS, players=2, gold=[0], food=[0], courts=["tiger-pelt"]))
    assert advice(match) == "free watchtower-square"


def test_the_steward_barters_to_afford_a_card() -> None:
    match = last(market("old-nurse", WORKS, gold=[1], food=[4], courts=["keeper-of-ledgers"]))
    truth(match).income_done = 1
    assert advice(match) == "barter keeper-of-ledgers"
    assert advice(with_state(match, gold=[0])) != "barter keeper-of-ledgers"


def test_the_steward_sweeps_with_leftover_gold_at_the_end() -> None:
    match = last(market(*WORKS.split(), gold=[9], food=[0]))
    truth(match).income_done = 1
    assert advice(match) == "sweep"
    assert advice(with_state(match, gold=[2])) == "end"


def test_the_steward_sweeps_a_poor_market_only_when_rich() -> None:
    match = market(*WORKS.split(), gold=[30], food=[0])
    truth(match).income_done = 1
    assert advice(match) == "sweep"
    assert advice(with_state(match, gold=[4])) == "end"


def test_the_steward_ignores_an_empty_spot() -> None:
    match = last(market("scale-hauberk", WORKS, gold=[8]))
    truth(match).market[1:] = NONE
    assert advice(match) == "buy scale-hauberk"


def test_the_steward_sometimes_ends_a_turn_although_a_sweep_is_free() -> None:
    cards = small_set(improvement=HOUSE["improvement"])
    cards["court"][0]["powers"] = [{"kind": "discount", "on": "sweep", "amount": 3}]
    match = market(*WORKS.split(), card_set=cards, gold=[30], food=[0], courts=[cards["court"][0]["id"]])
    truth(match).income_done = 1
    assert {advice(match, seed=seed) for seed in range(20)} == {"sweep", "end"}


def asked(moon: str, **facts: Any) -> Match:
    """Return a match in which seat 0 must decide on a pledge for a Moon."""
    match = market(f"old-nurse {' '.join(WORKS.split()[:4])} {moon}", **facts)
    match.play("buy old-nurse")
    assert match.view(None)["phase"] == "pledge"
    return match


def test_the_steward_pledges_its_fair_share_for_a_valuable_outcome() -> None:
    match = asked("famine-moon", gold=[9, 9, 9], food=[9, 9, 9])
    assert advice(match) == "pledge 2"


def test_the_steward_pledges_more_if_the_other_sisters_do_not() -> None:
    match = asked("fair-moon", gold=[9, 9, 9])
    truth(match).income[1] = 1
    assert advice(match) == "pledge 1"
    run(match, "pledge 1", "pass", "pass")
    assert advice(match) in ("pass", "pledge 1", "pledge 2")


def test_the_steward_pledges_nothing_for_an_outcome_without_value() -> None:
    match = last(asked("fair-moon", gold=[9, 9, 9]))
    assert advice(match) == "pass"


def test_the_steward_pledges_nothing_without_the_resource() -> None:
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
def test_a_moons_effects_have_the_right_sign_for_a_seat(effects: list[dict[str, Any]], better: int) -> None:
    moons = [{**named(HOUSE, "fair-moon"), "met": effects}]
    match = market(
        WORKS, card_set=small_set(moon=moons, improvement=HOUSE["improvement"]), gold=[9, 5, 5], food=[5, 5, 6]
    )
    with_state(match, courts=["scale-hauberk"], guests=["insistent-peddler"])
    s, content = truth(match), match.setup.content
    assert np.sign(list_worth(content, s, 0, 0, EffectList.MET, outlook_of(match))) == better


def test_turns_for_a_price_include_harvests_to_feed_the_villages() -> None:
    o = outlook_of(market(WORKS, layout="vvvvvffff"))
    assert (o[OutlookIndex.TAX], o[OutlookIndex.DUE], o[OutlookIndex.HARVEST]) == (5, 5, 4)
    assert [turns_for(o, gold, food) for gold, food in ((0, 0), (-3, -9), (5, -5), (5, 0), (6, 0), (0, 1))] == [
        0,
        0,
        1,
        3,
        5,
        1,
    ]


def test_surplus_resources_have_less_value() -> None:
    o = outlook_of(market(WORKS))
    assert spent(o, Holdings(30.0, 30.0), 3.0, 0.0) < spent(o, Holdings(3.0, 30.0), 3.0, 0.0)
    assert spent(o, Holdings(30.0, 30.0), 0.0, 3.0) < spent(o, Holdings(30.0, 3.0), 0.0, 3.0)


def test_time_and_resources_have_no_value_in_the_last_round() -> None:
    o = outlook_of(last(market(WORKS)))
    assert (o[OutlookIndex.LEFT], o[OutlookIndex.GOLD], o[OutlookIndex.FOOD]) == (0, 0, 0)


def test_a_banner_raises_the_expected_cards_of_its_path() -> None:
    match = market(WORKS, courts=["scale-hauberk war-falcon"])
    before = outlook_of(match)[OutlookIndex.PATH]
    match.play("fly banner-of-might")
    assert outlook_of(match)[OutlookIndex.PATH] > before


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
def test_the_steward_buys_a_card_for_its_effects_or_powers(card: str, more: dict[str, Any]) -> None:
    facts = {"gold": [9, 5, 5]} | more
    assert advice(market(card, WORKS, **facts)) == f"buy {card}"
