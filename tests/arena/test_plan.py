"""Plans: lineups, seatings and match numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from courtly.arena.plan import Plan, Unit, spans, unique_names
from courtly.engine.errors import BadOption


def plan(bots: str, seats: int, deals: int = 6, **more: Any) -> Plan:
    return Plan("courtisans", {"players": seats}, tuple(bots), deals, **more)


@pytest.mark.parametrize(
    ("bots", "seats", "lineups"),
    [
        ("ab", 2, ["ab"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("ab", 3, ["aab", "abb"]),
        ("a", 3, ["aaa"]),
        ("abc", 3, ["abc"]),
    ],
)
def test_lineups_are_all_choices_of_bots_for_the_seats(bots: str, seats: int, lineups: list[str]) -> None:
    assert ["".join(bots[bot] for bot in lineup) for lineup in plan(bots, seats).lineups] == lineups


@pytest.mark.parametrize(("bots", "seats"), [("ab", 2), ("abc", 3), ("abcd", 4), ("abc", 2), ("ab", 3), ("ab", 5)])
def test_every_bot_sits_in_every_seat_equally_often(bots: str, seats: int) -> None:
    found = plan(bots, seats)
    sat = Counter((bot, seat) for match in range(found.matches) for seat, bot in enumerate(found.seating(match)))
    assert len(sat) == len(bots) * seats
    assert all(sat[bot, seat] == sat[bot, 0] for bot, seat in sat)


def test_neighbours_change_from_deal_to_deal() -> None:
    found = plan("abc", 3, deals=2)
    assert found.seating(0) == (0, 1, 2)
    assert found.seating(found.per_deal) == (0, 2, 1)


def test_a_lineup_of_one_bot_has_one_seating_per_repeat() -> None:
    assert plan("a", 3).per_deal == 1
    assert plan("a", 3, repeats=2).per_deal == 2


@pytest.mark.parametrize(("bots", "seats"), [("abcd", 3), ("ab", 4)])
def test_seatings_of_many_matches_equal_the_single_seatings(bots: str, seats: int) -> None:
    found = plan(bots, seats)
    matches = np.arange(found.matches)
    assert found.seatings(matches).tolist() == [list(found.seating(match)) for match in range(found.matches)]


def test_units_cover_every_match_once() -> None:
    found = plan("abc", 2, deals=1203)
    units = [unit for lineup in range(len(found.lineups)) for unit in spans(lineup, found.deals)]
    matches = np.concatenate([unit.matches(found) for unit in units])
    assert sorted(matches.tolist()) == list(range(found.matches))
    assert [found.place(int(match))[1] for match in Unit(1, 3, 5).matches(found)] == [1] * 4


def test_a_plan_survives_serialization() -> None:
    found = plan("ab", 2, seed=5, move_time=0.5)
    assert Plan.read(found.as_dict()) == found


def test_bots_with_equal_specifications_get_unique_names() -> None:
    assert unique_names(["steward", "random", "steward"]) == ["steward 1", "random", "steward 2"]


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"deals": 0}, "deals"),
        ({"deals": 1.5}, "deals"),
        ({"seed": -1}, "seed"),
        ({"move_time": 0.0}, "move_time"),
        ({"repeats": 0}, "repeats"),
        ({"move_time": float("nan")}, "move_time"),
    ],
)
def test_an_invalid_plan_is_refused(wrong: dict[str, Any], where: str) -> None:
    with pytest.raises(BadOption) as caught:
        plan("ab", 2, **wrong)
    assert caught.value.where == where


def test_a_plan_without_bots_or_with_too_many_is_refused() -> None:
    with pytest.raises(BadOption, match="a plan needs at least one"):
        plan("", 2)
    with pytest.raises(BadOption, match="ways to choose"):
        plan("a" * 60, 5).lineups  # noqa: B018 - computed on access
