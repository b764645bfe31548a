"""RULES.md, section 12: Moons that are paid together. Seat 0 buys a card, and the Moon comes up."""

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
    """A match of free house cards in which seat 0 has just turned up that Moon."""
    return run(begin("scale-hauberk", f"{name} old-nurse", cards=FREE, players=players, **more), "buy scale-hauberk")


def everybody(match: courtly.Match) -> list[tuple[int, int]]:
    return [holds(match, seat) for seat in range(match.players)]


MOONS = ("moon", "moon-asks", "moon-beyond", "moon-met", "moon-unmet")


def told(match: courtly.Match) -> Table:
    """What was told last of a Moon, with the name of the event."""
    name, args = builders.told(match, *MOONS)[-1]
    return {"event": name, **args}


@pytest.mark.parametrize(
    ("name", "targets"),
    [("raiders-moon", (3, 4, 5)), ("famine-moon", (4, 6, 8)), ("fair-moon", (2, 3, 4)), ("bridge-moon", (4, 6, 8))],
)
def test_c12_1_the_target_is_a_base_and_so_much_for_each_sister(name: str, targets: tuple[int, ...]) -> None:
    for players, target in zip((2, 3, 4), targets, strict=True):
        match = paying(name, players)
        asked = see(match)["moon"]
        assert (phase(match), asked["moon"], asked["target"], asked["missing"]) == ("pledge", name, target, target)
        assert asked["resource"] == ("food" if name in {"famine-moon", "bridge-moon"} else "gold")


def test_c12_2_when_all_together_hold_less_it_is_not_met_and_nobody_is_asked() -> None:
    poor = asking(base=16, met=[{"kind": "gain", "resource": "food", "amount": 9}])
    poor["unmet"] = [{"kind": "lose", "resource": "food", "amount": 1}]
    match = acquire(begin("page-1", "the-moon page-9", cards=card_set(poor)), "page-1")
    assert (phase(match), row(match)[0], everybody(match)) == ("act", "page-9", [(5, 4)] * 3)
    assert [name for name, _ in builders.told(match, *MOONS)] == ["moon-beyond"]
    assert see(match)["gone"] == ["the-moon"]


def test_c12_2_when_they_hold_just_as_much_they_are_asked() -> None:
    rich = asking(base=15, met=[{"kind": "gain", "resource": "food", "amount": 9}])
    match = acquire(begin("page-1", "the-moon page-9", cards=card_set(rich)), "page-1")
    run(match, "pledge 5", "pledge 5", "pledge 5")
    assert everybody(match) == [(0, 14)] * 3


@pytest.mark.parametrize("active", [0, 1, 2])
def test_c12_3_the_active_sister_speaks_first_then_clockwise(active: int) -> None:
    match = run(begin("scale-hauberk", "famine-moon", cards=FREE, first=active), "buy scale-hauberk")
    assert see(match)["moon"]["pledges"] == [0, 0, 0]
    for turn in range(5):
        assert (match.to_move, see(match)["active"]) == ((active + turn) % 3, active)
        run(match, "pledge 1")


def test_c12_4_a_speaker_raises_or_passes_and_never_lowers() -> None:
    match = paying("famine-moon")
    assert match.legal_moves() == ["pass", *(f"pledge {amount}" for amount in range(1, 6))]
    run(match, "pledge 2", "pass", "pledge 1")
    assert see(match)["moon"]["pledges"] == [2, 0, 1]
    assert choices(match, "pledge") == ["1", "2", "3"]
    assert refuses(match, "pledge 0", "pledge -1", "pledge")
    assert see(run(match, "pledge 1"))["moon"]["pledges"] == [3, 0, 1]


def test_c12_5_a_pledge_is_never_more_than_she_holds() -> None:
    match = paying("famine-moon")
    assert refuses(match, "pledge 6", "pledge 99")
    run(match, "pledge 4", "pass", "pass")
    assert choices(match, "pledge") == ["1"]
    assert refuses(match, "pledge 2")


def test_c12_5_a_raise_is_never_more_than_is_missing() -> None:
    match = run(paying("famine-moon"), "pledge 4")
    assert see(match)["moon"]["missing"] == 2
    assert choices(match, "pledge") == ["1", "2"]
    assert refuses(match, "pledge 3", "pledge 5")


def test_c12_6_who_passed_may_raise_later() -> None:
    match = run(paying("fair-moon"), "pass", "pledge 1", "pass", "pledge 2")
    assert (told(match)["event"], told(match)["paid"]) == ("moon-met", [2, 1, 0])


def test_c12_7_when_it_is_met_everybody_pays_her_pledge_then_it_has_its_effect() -> None:
    match = run(paying("fair-moon"), "pledge 1")
    assert holds(match) == (5, 5)
    run(match, "pledge 2")
    assert everybody(match) == [(4, 9), (3, 9), (5, 9)]
    assert (told(match)["event"], told(match)["paid"], told(match)["gold"], told(match)["food"]) == (
        *("moon-met", [1, 2, 0]),
        *([-1, -2, 0], [4, 4, 4]),
    )
    assert see(match)["gone"] == ["fair-moon"]


def test_c12_8_after_as_many_passes_in_a_row_as_there_are_sisters_nobody_pays() -> None:
    match = run(paying("famine-moon"), "pledge 2", "pledge 1", "pass", "pass")
    assert (phase(match), see(match)["moon"]["passes"]) == ("pledge", 2)
    run(match, "pass")
    assert (phase(match), everybody(match)) == ("act", [(2, 5)] * 3)
    assert (told(match)["event"], told(match)["gold"], told(match)["food"]) == ("moon-unmet", [-3] * 3, [0] * 3)


def test_c12_8_a_raise_begins_the_passes_anew() -> None:
    match = run(paying("famine-moon"), "pass", "pass", "pledge 1", "pass", "pass")
    assert (phase(match), see(match)["moon"]["passes"]) == ("pledge", 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c12_8_when_nobody_gives_one_round_of_passes_ends_it(players: int) -> None:
    match = run(paying("famine-moon", players), *["pass"] * players)
    assert everybody(match) == [(2, 5)] * players
    assert [name for name, _ in builders.told(match, *MOONS)] == ["moon-asks", "moon-unmet"]


def test_c12_8_the_raiders_ruin_a_village_and_take_gold() -> None:
    match = begin("royal-mint endless-wheat", "scale-hauberk old-nurse raiders-moon", cards=FREE)
    run(match, "buy royal-mint", "build b2", "buy endless-wheat", "build a2", "buy scale-hauberk", *["pass"] * 3)
    assert (everybody(match), told(match)["ruined"]) == ([(3, 5)] * 3, [{"cell": "b2", "card": "royal-mint"}])
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
def test_c12_9_the_top_pledgers_are_all_who_paid_most(moves: list[str], gold: list[int]) -> None:
    match = run(paying("bridge-moon"), *moves)
    assert told(match)["gold"] == gold


def test_c12_10_who_can_only_pass_is_asked_all_the_same() -> None:
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
def test_c12_11_pledges_and_holdings_are_open(audience: int | None) -> None:
    match = run(paying("famine-moon"), "pledge 2", "pledge 1")
    shown = match.view(audience)
    assert (shown["moon"]["pledges"], shown["moon"]["missing"], shown["moon"]["passes"]) == ([2, 1, 0], 3, 0)
    assert [(seat["gold"], seat["food"]) for seat in shown["seats"]] == [(5, 5)] * 3


def test_c12_12_a_threat_that_is_met_costs_what_was_paid_and_no_more() -> None:
    match = run(paying("raiders-moon"), "pledge 2", "pledge 1", "pledge 1")
    assert everybody(match) == [(3, 5), (4, 5), (4, 5)]
    assert (told(match)["event"], told(match)["ruined"]) == ("moon-met", [])


def test_c12_12_an_offer_that_is_not_met_costs_nothing() -> None:
    match = run(paying("fair-moon"), "pledge 1", "pledge 1", "pass", "pass", "pass")
    assert (everybody(match), told(match)["event"]) == ([(5, 5)] * 3, "moon-unmet")


def test_c12_13_then_the_spot_is_filled_and_the_turn_goes_on() -> None:
    match = paying("fair-moon")
    assert (see(match)["pending"], row(match)[0]) == (None, None)
    run(match, "pledge 1", "pledge 1", "pledge 1")
    assert (row(match)[0], match.to_move, phase(match), see(match)["moon"]) == ("old-nurse", 0, "act", None)
    run(match, "tax", "sweep", "end")
    assert match.to_move == 1


def test_c12_13_a_sweep_goes_on_with_the_spots_that_are_still_empty() -> None:
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


def test_c12_13_a_row_that_the_moon_flushed_is_filled_then() -> None:
    flushing = asking(per_sister=1, unmet=[{"kind": "flush"}])
    cards = card_set(flushing, works("barn", "farm"))
    match = begin("page-1 page-2 page-3 page-4 barn", "the-moon page-11 page-12 page-13 page-14 page-15", cards=cards)
    acquire(match, "page-1")
    assert row(match) == [None, "page-2", "page-3", "page-4", "barn"]
    run(match, "pass", "pass", "pass")
    assert (row(match), len(told(match)["flushed"])) == ([f"page-{number}" for number in range(11, 16)], 4)


def test_c12_5_c12_13_nothing_else_can_be_done_while_a_moon_asks() -> None:
    assert refuses(paying("fair-moon"), "harvest", "tax", "sweep", "end", "buy tiger-pelt", "keep", "add", "pledge 4")


@pytest.mark.parametrize("raises", [["pledge 120"], ["pledge 60", "pledge 5", "pass", "pass", "pledge 55"]])
def test_c12_5_c12_7_the_greatest_target_there_can_be(raises: list[str]) -> None:
    gifts = [{"kind": "gain", "resource": "gold", "amount": 99}] * 2
    cards = card_set(courtier("rich", on_acquire=gifts), asking(base=40, per_sister=20))
    match = begin("rich page-1", "page-9 the-moon", cards=cards, players=4)
    acquire(match, "rich", "page-1")
    assert (see(match)["moon"]["target"], len(choices(match, "pledge"))) == (120, 120)
    run(match, *raises)
    assert (told(match)["event"], sum(gold for gold, _ in everybody(match))) == ("moon-met", 20 + 198 - 120)
