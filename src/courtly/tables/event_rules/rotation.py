"""Who sits where in each round of an event: rotations that are fixed from the start, and Swiss pairings.

The entrants have places from 0. A round has one group for each table: the places by seat. Everything here is pure:
equal arguments give equal rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

Group = tuple[int, ...]
"""The places of the entrants at one table, by seat."""

Round = tuple[Group, ...]

MAX_STEPS = 20_000
"""The number of steps in which a Swiss pairing looks for groups that have not met."""


class Meetings:
    """How often each two entrants have sat at the same table, and how often each has had each seat."""

    def __init__(self, played: Iterable[Round] = ()) -> None:
        self._met: Counter[frozenset[int]] = Counter()
        self._seats: Counter[tuple[int, int]] = Counter()
        for each in played:
            self.add(each)

    def add(self, played: Round) -> None:
        """Count the tables of a round."""
        for group in played:
            self._met.update(map(frozenset, combinations(group, 2)))
            self._seats.update((entrant, seat) for seat, entrant in enumerate(group))

    def between(self, entrant: int, others: Iterable[int]) -> int:
        """Return how often an entrant has met the others."""
        return sum(self._met[frozenset((entrant, other))] for other in others)

    def seated(self, members: Sequence[int]) -> Group:
        """Return the members of a table by seat, so that each gets a seat that they have had seldom."""
        turns = [tuple(members[turn:]) + tuple(members[:turn]) for turn in range(len(members))]
        return min(turns, key=lambda group: sum(self._seats[who, seat] ** 2 for seat, who in enumerate(group)))


def rotation(tables: int, seats: int, rounds: int) -> list[Round]:
    """Return the rounds of an event in which entrants change tables and seats.

    The entrants form lines with one entrant for each table. All members of a line have the same seat, so their results
    with a deal are compared. After as many rounds as there are seats, everyone has had every seat once, and new lines
    form. In each round the lines move against each other so that the entrants meet the players they have met least.

    Examples
    --------
    >>> rotation(2, 2, 2)
    [((0, 1), (2, 3)), ((3, 0), (1, 2))]
    """
    met, found = Meetings(), list[Round]()
    for number in range(rounds):
        cycle, turn = divmod(number, seats)
        lines = [_line(tables, seats, (line, cycle)) for line in range(seats)]
        found.append(_moved(lines, turn, met))
        met.add(found[-1])
    return found


def _line(tables: int, seats: int, which: tuple[int, int]) -> list[int]:
    """Return the members of a line in a cycle. Each line has one of the entrants who sat at each first table.

    In each cycle, another digit of the number of the first table shifts the lines, so that lines mix.
    """
    line, cycle = which
    digits = next(count for count in range(1, tables + 1) if seats**count >= tables)
    times, digit = divmod(cycle - 1, digits)
    shifts = [(times + 1) * (first // seats**digit) if cycle else 0 for first in range(tables)]
    return [first * seats + (line - shift) % seats for first, shift in enumerate(shifts)]


def _moved(lines: Sequence[Sequence[int]], turn: int, met: Meetings) -> Round:
    """Return the round in which each line has moved by the number of tables that repeats the fewest meetings."""
    tables, seats = len(lines[0]), len(lines)
    groups: list[list[int]] = [[member] for member in lines[0]]
    for line in lines[1:]:
        moves = [[line[(table - move) % tables] for table in range(tables)] for move in range(tables)]
        best = min(moves, key=lambda members: _repeats(members, groups, met))
        for group, member in zip(groups, best, strict=True):
            group.append(member)
    return tuple(tuple(group[(seat - turn) % seats] for seat in range(seats)) for group in groups)


def _repeats(members: Sequence[int], groups: Sequence[Sequence[int]], met: Meetings) -> tuple[int, int]:
    """Return the most meetings that a member repeats at its table, and the sum over all of them."""
    counts = [met.between(member, group) for member, group in zip(members, groups, strict=True)]
    return max(counts), sum(counts)


def round_robin(tables: int, rounds: int) -> list[Round]:
    """Return the rounds of an event for tables of two: everyone meets everyone once, and then again.

    It is the circle method: one entrant stays, and the others move around.

    Examples
    --------
    >>> round_robin(2, 3)
    [((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1))]
    """
    moving, found = 2 * tables - 1, list[Round]()
    for number in range(rounds):
        fixed = (number % moving, moving) if number % 2 == 0 else (moving, number % moving)
        groups = [fixed]
        for step in range(1, tables):
            pair = (number + step) % moving, (number - step) % moving
            groups.append(pair if step % 2 else (pair[1], pair[0]))
        found.append(tuple(groups))
    return found


def swiss(order: Sequence[int], seats: int, played: Sequence[Round]) -> Round:
    """Return the next round of a Swiss event: entrants with similar results meet, and no two who have met before.

    If the search finds no round without a repeated meeting, each table takes the entrants who have met least.

    Parameters
    ----------
    order
        The places of all entrants, the best results first.

    Examples
    --------
    >>> swiss([0, 1, 2, 3], 2, [((0, 1), (2, 3))])
    ((0, 2), (1, 3))
    """
    met = Meetings(played)
    steps = iter(range(MAX_STEPS))
    groups = _without_repeats(list(order), seats, met, steps) or _with_fewest_repeats(order, seats, met)
    return tuple(met.seated(group) for group in groups)


def _without_repeats(order: list[int], seats: int, met: Meetings, steps: Iterator[int]) -> list[list[int]] | None:
    """Return groups of entrants who have not met, the nearest in the order first; None if the search finds none."""
    if not order:
        return []
    for group in _groups(order[:1], order[1:], seats, met):
        if next(steps, None) is None:
            return None
        rest = [entrant for entrant in order if entrant not in group]
        if (others := _without_repeats(rest, seats, met, steps)) is not None:
            return [group, *others]
    return None


def _groups(group: list[int], rest: Sequence[int], seats: int, met: Meetings) -> Iterator[list[int]]:
    """Yield the ways to complete a group with entrants who have not met its members."""
    if len(group) == seats:
        yield group
        return
    for number, entrant in enumerate(rest):
        if not met.between(entrant, group):
            yield from _groups([*group, entrant], rest[number + 1 :], seats, met)


def _with_fewest_repeats(order: Sequence[int], seats: int, met: Meetings) -> list[list[int]]:
    """Return groups in which each entrant takes the entrants that the group has met least, the nearest first."""
    rest, groups = list(order), list[list[int]]()
    while rest:
        group = [rest.pop(0)]
        while len(group) < seats:
            nearest = min(range(len(rest)), key=lambda number: (met.between(rest[number], group), number))
            group.append(rest.pop(nearest))
        groups.append(group)
    return groups
