"""Who sits where: rotations are balanced, and Swiss pairings repeat no meeting where that can be avoided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.tables.event_rules.rotation import Round, rotation, round_robin, swiss

TABLES, SEATS, ROUNDS = st.integers(2, 10), st.integers(2, 6), st.integers(1, 16)


def meetings(rounds: Iterable[Round], entrants: int) -> list[int]:
    """Return how often each two entrants have met."""
    met = Counter(frozenset(pair) for played in rounds for group in played for pair in combinations(group, 2))
    return [met[frozenset(pair)] for pair in combinations(range(entrants), 2)]


def seatings(rounds: Iterable[Round], entrants: int) -> list[int]:
    """Return how often each entrant has had each seat."""
    rounds = list(rounds)
    had = Counter((who, seat) for played in rounds for group in played for seat, who in enumerate(group))
    return [had[who, seat] for who in range(entrants) for seat in range(len(rounds[0][0]))]


def everyone_sits_once(rounds: Iterable[Round], entrants: int) -> bool:
    return all(sorted(who for group in played for who in group) == list(range(entrants)) for played in rounds)


@given(tables=TABLES, seats=SEATS, rounds=ROUNDS)
def test_in_a_rotation_everyone_sits_once_in_each_round_and_in_every_seat_equally_often(
    tables: int, seats: int, rounds: int
) -> None:
    found = rotation(tables, seats, rounds)
    assert len(found) == rounds
    assert everyone_sits_once(found, tables * seats)
    had = seatings(found, tables * seats)
    assert max(had) - min(had) <= 1


@given(tables=TABLES, seats=SEATS, rounds=ROUNDS)
def test_in_a_rotation_no_two_meet_much_more_often_than_others(tables: int, seats: int, rounds: int) -> None:
    met = meetings(rotation(tables, seats, rounds), tables * seats)
    assert max(met) <= 2 * sum(met) / len(met) + 2


@given(tables=TABLES, seats=SEATS, rounds=ROUNDS)
def test_more_rounds_do_not_change_the_first_ones(tables: int, seats: int, rounds: int) -> None:
    assert rotation(tables, seats, rounds + 1)[:rounds] == rotation(tables, seats, rounds)


@pytest.mark.parametrize("seats", range(2, 7))
def test_all_results_are_compared_with_those_of_different_people_over_the_cycles(seats: int) -> None:
    rounds = rotation(8, seats, 4 * seats)
    compared = Counter(
        frozenset(pair) for played in rounds for line in zip(*played, strict=True) for pair in combinations(line, 2)
    )
    assert max(compared.values()) <= 3 * seats


@given(tables=st.integers(1, 8), rounds=st.integers(1, 30))
def test_in_a_round_robin_everyone_meets_everyone_equally_often(tables: int, rounds: int) -> None:
    found = round_robin(tables, rounds)
    assert everyone_sits_once(found, 2 * tables)
    met = meetings(found, 2 * tables)
    assert max(met) - min(met) <= 1
    had = seatings(found, 2 * tables)
    assert max(had) - min(had) <= 2


@given(data=st.data(), tables=st.integers(1, 6), seats=st.integers(2, 4))
def test_everyone_sits_once_in_each_swiss_round(data: st.DataObject, tables: int, seats: int) -> None:
    played: list[Round] = []
    for _ in range(4):
        order = data.draw(st.permutations(range(tables * seats)))
        played.append(swiss(order, seats, played))
    assert everyone_sits_once(played, tables * seats)


def pairings(order: Sequence[int]) -> Iterable[list[frozenset[int]]]:
    """Yield all ways to form pairs."""
    if not order:
        yield []
    for other in order[1:]:
        for rest in pairings([who for who in order[1:] if who != other]):
            yield [frozenset((order[0], other)), *rest]


@given(data=st.data(), count=st.sampled_from([4, 6, 8]))
def test_a_swiss_round_repeats_no_meeting_if_any_pairing_repeats_none(data: st.DataObject, count: int) -> None:
    played: list[Round] = []
    for _ in range(count - 1):
        order = data.draw(st.permutations(range(count)))
        met = {frozenset(group) for each in played for group in each}
        can_avoid = any(met.isdisjoint(pairs) for pairs in pairings(range(count)))
        played.append(swiss(order, 2, played))
        assert not can_avoid or met.isdisjoint(frozenset(group) for group in played[-1])


def test_neighbours_in_the_standings_meet_in_a_swiss_round() -> None:
    assert {frozenset(group) for group in swiss([3, 1, 0, 2], 2, [])} == {frozenset({3, 1}), frozenset({0, 2})}


def test_a_swiss_round_gives_entrants_another_seat() -> None:
    assert swiss([0, 1, 2, 3], 2, [((0, 3), (2, 1))]) == ((1, 0), (3, 2))


def test_a_long_search_for_a_swiss_round_ends_with_the_fewest_repeated_meetings() -> None:
    # Three cannot meet at tables of three without repeats in every round.
    played: list[Round] = []
    for _ in range(12):
        played.append(swiss(range(12), 3, played))
    assert everyone_sits_once(played, 12)
    assert max(meetings(played, 12)) <= 4
