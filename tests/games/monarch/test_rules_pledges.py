"""RULES.md, section 12: Moons with a pledge. Seat 0 buys a card, which reveals the Moon."""

from __future__ import annotations

import pytest

import courtly
from tests.games.monarch import builders
from tests.games.monarch.builders import run
from tests.games.monarch.positions import (
    Table,
    acquire,
    asking,
    begin,
    card_set,
    cell,
    choices,
    courtier,
    free_house,
    holds,
    next_turn,
    phase,
    refuses,
    row,
    see,
    works,
)

FREE = free_house()
LISTENER = pytest.mark.parametrize("audience", [0, 1, 2, None])


def paying(name: str, players: int = 3, **more: Table) -> courtly.Match:
    """Return a match with free house cards in which seat 0 has just revealed that Moon."""
    return run(begin("scale-hauberk", f"{name} old-nurse", cards=FREE, players=players, **more), "buy scale-hauberk")


def all_holdings(match: courtly.Match) -> list[tuple[int, int]]:
    return [holds(match, seat) for seat in range(match.players)]


MOONS = ("moon", "moon-asks", "moon-beyond", "moon-met", "moon-unmet")


def moon_event(match: courtly.Match) -> Table:
    """Return the latest report of a Moon, with the name of its event."""
    name, args = builders.told(match, *MOONS)[-1]
    return {"event": name, **args}


@pytest.mark.parametrize(
    ("name", "targets"),
    [("raiders-moon", (3, 4, 5)), ("famine-moon", (4, 6, 8)), ("fair-moon", (2, 3, 4)), ("bridge-moon", (4, 6, 8))],
)
def test_c12_1_the_target_is_a_base_plus_an_amount_per_sister(name: str, targets: tuple[int, ...]) -> None:
    for players, target in zip((2, 3, 4), targets, strict=True):
        match = paying(name, players)
        asked = see(match)["moon"]
        assert (phase(match), asked["moon"], asked["target"], asked["missing"]) == ("pledge", name, target, target)
        assert asked["resource"] == ("food" if name in {"famine-moon", "bridge-moon"} else "gold")


def test_c12_2_no_sister_is_asked_if_all_together_hold_less_than_the_target() -> None:
    poor = asking(base=16, met=[{"kind": "gain", "resource": "food", "amount": 9}])
    poor["unmet"] = [{"kind": "lose", "resource": "food", "amount": 1}]
    match = acquire(begin("page-1", "the-moon page-9", cards=card_set(poor)), "page-1")
    assert (phase(match), row(match)[0], all_holdings(match)) == ("act", "page-9", [(5, 4)] * 3)
    assert [name for name, _ in builders.told(match, *MOONS)] == ["moon-beyond"]
    assert see(match)["gone"] == ["the-moon"]


def test_c12_2_all_sisters_are_asked_if_they_hold_exactly_the_target() -> None:
    rich = asking(base=15, met=[{"kind": "gain", "resource": "food", "amount": 9}])
    match = acquire(begin("page-1", "the-moon page-9", cards=card_set(rich)), "page-1")
    run(match, "pledge 5", "pledge 5", "pledge 5")
    assert all_holdings(match) == [(0, 14)] * 3


@pytest.mark.parametrize("active", [0, 1, 2])
def test_c12_3_the_active_sister_decides_first_then_clockwise(active: int) -> None:
    match = run(begin("scale-hauberk", "famine-moon", cards=FREE, first=active), "buy scale-hauberk")
    assert see(match)["moon"]["pledges"] == [0, 0, 0]
    for turn in range(5):
        assert (match.to_move, see(match)["active"]) == ((active + turn) % 3, active)
        run(match, "pledge 1")


def test_c12_4_a_pledge_can_rise_but_never_fall() -> None:
    match = paying("famine-moon")
    assert match.legal_moves() == ["pass", *(f"pledge {amount}" for amount in range(1, 6))]
    run(match, "pledge 2", "pass", "pledge 1")
    assert see(match)["moon"]["pledges"] == [2, 0, 1]
    assert choices(match, "pledge") == ["1", "2", "3"]
    assert refuses(match, "pledge 0", "pledge -1", "pledge")
    assert see(run(match, "pledge 1"))["moon"]["pledges"] == [3, 0, 1]


def test_c12_5_a_pledge_never_exceeds_her_holdings() -> None:
    match = paying("famine-moon")
    assert refuses(match, "pledge 6", "pledge 99")
    run(match, "pledge 4", "pass", "pass")
    assert choices(match, "pledge") == ["1"]
    assert refuses(match, "pledge 2")


def test_c12_5_a_raise_never_exceeds_the_missing_amount() -> None:
    match = run(paying("famine-moon"), "pledge 4")
    assert see(match)["moon"]["missing"] == 2
    assert choices(match, "pledge") == ["1", "2"]
    assert refuses(match, "pledge 3", "pledge 5")


def test_c12_6_a_sister_who_passed_may_raise_later() -> None:
    match = run(paying("fair-moon"), "pass", "pledge 1", "pass", "pledge 2")
    assert (moon_event(match)["event"], moon_event(match)["paid"]) == ("moon-met", [2, 1, 0])


def test_c12_7_all_sisters_pay_their_pledges_before_the_effects() -> None:
    match = run(paying("fair-moon"), "pledge 1")
    assert holds(match) == (5, 5)
    run(match, "pledge 2")
    assert all_holdings(match) == [(4, 9), (3, 9), (5, 9)]
    assert (
        moon_event(match)["event"],
        moon_event(match)["paid"],
        moon_event(match)["gold"],
        moon_event(match)["food"],
    ) == (
        *("moon-met", [1, 2, 0]),
        *([-1, -2, 0], [4, 4, 4]),
    )
    assert see(match)["gone"] == ["fair-moon"]


def test_c12_8_after_one_pass_per_sister_in_a_row_no_one_pays() -> None:
    match = run(paying("famine-moon"), "pledge 2", "pledge 1", "pass", "pass")
    assert (phase(match), see(match)["moon"]["passes"]) == ("pledge", 2)
    run(match, "pass")
    assert (phase(match), all_holdings(match)) == ("act", [(2, 5)] * 3)
    assert (moon_event(match)["event"], moon_event(match)["gold"], moon_event(match)["food"]) == (
        "moon-unmet",
        [-3] * 3,
        [0] * 3,
    )


def test_c12_8_a_raise_restarts_the_count_of_passes() -> None:
    match = run(paying("famine-moon"), "pass", "pass", "pledge 1", "pass", "pass")
    assert (phase(match), see(match)["moon"]["passes"]) == ("pledge", 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c12_8_one_round_of_passes_ends_a_moon_without_pledges(players: int) -> None:
    match = run(paying("famine-moon", players), *["pass"] * players)
    assert all_holdings(match) == [(2, 5)] * players
    assert [name for name, _ in builders.told(match, *MOONS)] == ["moon-asks", "moon-unmet"]


def test_c12_8_the_raiders_ruin_a_village_and_take_gold() -> None:
    match = begin("royal-mint endless-wheat", "scale-hauberk old-nurse raiders-moon", cards=FREE)
    run(match, "buy royal-mint", "build b2", "buy endless-wheat", "build a2", "buy scale-hauberk", *["pass"] * 3)
    assert (all_holdings(match), moon_event(match)["ruined"]) == (
        [(3, 5)] * 3,
        [{"cell": "b2", "card": "royal-mint"}],
    )
    assert cell(match, "a2")["improvement"] == "endless-wheat"


@pytest.mark.parametrize(
    ("moves", "gold"),
    [
        (["pledge 5", "pledge 1"], [3, 2, 2]),
        (["pledge 2", "pledge 2", "pledge 2"], [3, 3, 3]),
        (["pledge 1", "pledge 2", "pledge 2", "pledge 1"], [3, 3, 3]),
        (["pass", "pledge 3", "pledge 3"], [2, 3, 3]),
    ],
)
def test_c12_9_all_sisters_who_paid_most_are_top_pledgers(moves: list[str], gold: list[int]) -> None:
    match = run(paying("bridge-moon"), *moves)
    assert moon_event(match)["gold"] == gold


def test_c12_10_a_sister_who_can_only_pass_is_asked_too() -> None:
    offer = asking(per_sister=1, met=[{"kind": "gain", "resource": "food", "amount": 1}])
    cards = card_set(courtier("spendthrift", cost={"gold": 5}), offer)
    match = begin("spendthrift page-1", "page-9 page-8 the-moon page-7", cards=cards)
    next_turn(acquire(match, "spendthrift", "page-1"), seat=1)
    acquire(match, "page-9")
    assert see(run(match, "pass", "pass"))["phase"] == "pledge"
    assert (match.to_move, match.legal_moves()) == (0, ["pass"])
    assert refuses(match, "pledge 1")
    assert phase(run(match, "pass")) == "act"


@LISTENER
def test_c12_11_pledges_and_holdings_are_public(audience: int | None) -> None:
    match = run(paying("famine-moon"), "pledge 2", "pledge 1")
    shown = match.view(audience)
    assert (shown["moon"]["pledges"], shown["moon"]["missing"], shown["moon"]["passes"]) == ([2, 1, 0], 3, 0)
    assert [(seat["gold"], seat["food"]) for seat in shown["seats"]] == [(5, 5)] * 3


def test_c12_12_without_effects_a_met_moon_costs_only_the_pledges() -> None:
    match = run(paying("raiders-moon"), "pledge 2", "pledge 1", "pledge 1")
    assert all_holdings(match) == [(3, 5), (4, 5), (4, 5)]
    assert (moon_event(match)["event"], moon_event(match)["ruined"]) == ("moon-met", [])


def test_c12_12_without_effects_an_unmet_moon_changes_nothing() -> None:
    match = run(paying("fair-moon"), "pledge 1", "pledge 1", "pass", "pass", "pass")
    assert (all_holdings(match), moon_event(match)["event"]) == ([(5, 5)] * 3, "moon-unmet")


def test_c12_13_the_spot_is_filled_and_the_turn_goes_on() -> None:
    match = paying("fair-moon")
    assert (see(match)["pending"], row(match)[0]) == (None, None)
    run(match, "pledge 1", "pledge 1", "pledge 1")
    assert (row(match)[0], match.to_move, phase(match), see(match)["moon"]) == ("old-nurse", 0, "act", None)
    run(match, "tax", "sweep", "end")
    assert match.to_move == 1


def test_c12_13_the_remaining_spots_of_a_sweep_are_filled_after_the_moon() -> None:
    then = "old-nurse fair-moon astronomer famine-moon fireworks toll-drum war-falcon"
    match = run(begin(then=then, cards=FREE), "sweep")
    assert row(match) == ["old-nurse", None, None, None, None]
    run(match, "pass", "pass", "pass")
    assert (row(match)[:3], phase(match), see(match)["moon"]["moon"]) == (
        *(["old-nurse", "astronomer", None], "pledge", "famine-moon"),
    )
    run(match, "pass", "pass", "pass")
    assert row(match) == ["old-nurse", "astronomer", "fireworks", "toll-drum", "war-falcon"]
    assert (match.to_move, phase(match)) == (0, "act")


def test_c12_13_a_flushed_row_is_filled_after_the_moon() -> None:
    flushing = asking(per_sister=1, unmet=[{"kind": "flush"}])
    cards = card_set(flushing, works("barn", "farm"))
    match = begin("page-1 page-2 page-3 page-4 barn", "the-moon page-11 page-12 page-13 page-14 page-15", cards=cards)
    acquire(match, "page-1")
    assert row(match) == [None, "page-2", "page-3", "page-4", "barn"]
    run(match, "pass", "pass", "pass")
    assert (row(match), len(moon_event(match)["flushed"])) == ([f"page-{number}" for number in range(11, 16)], 4)


def test_c12_5_c12_13_no_other_act_is_possible_during_a_pledge() -> None:
    assert refuses(paying("fair-moon"), "harvest", "tax", "sweep", "end", "buy tiger-pelt", "keep", "add", "pledge 4")


@pytest.mark.parametrize("raises", [["pledge 120"], ["pledge 60", "pledge 5", "pass", "pass", "pledge 55"]])
def test_c12_5_c12_7_the_highest_possible_target_works(raises: list[str]) -> None:
    gifts = [{"kind": "gain", "resource": "gold", "amount": 99}] * 2
    cards = card_set(courtier("rich", on_acquire=gifts), asking(base=40, per_sister=20))
    match = begin("rich page-1", "page-9 the-moon", cards=cards, players=4)
    acquire(match, "rich", "page-1")
    assert (see(match)["moon"]["target"], len(choices(match, "pledge"))) == (120, 120)
    run(match, *raises)
    assert (moon_event(match)["event"], sum(gold for gold, _ in all_holdings(match))) == (
        "moon-met",
        20 + 198 - 120,
    )
