"""The points and the standings of an event, from the results of its tables.

With the same deals, a result counts against the results of the others in the same seat of the same deal, as in bridge.
With fresh deals, it counts against the others at the same table. Both give 2 points for each worse result and 1 for
each equal one. All points are whole numbers, so the standings do not depend on the order of the results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["duplicate", "round_robin", "swiss"]
"""What the tables play: the same deals, or fresh deals in a fixed rotation or by Swiss pairings."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one table in one round.

    Attributes
    ----------
    entrants
        The numbers of the entrants, by seat.
    scores
        The scores by seat, None if the match was not played to its end.
    substituted
        The seats in which a stand-in has moved: the result counts for the others, and not for the entrant.
    """

    entrants: Sequence[int]
    scores: Sequence[int] | None
    substituted: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Points:
    """The points of one entrant in one round.

    Attributes
    ----------
    points, most
        The points, and the most that were possible; 0 points if a stand-in has moved.
    margin
        The lead over the best opponent at the table, negative behind that opponent.
    is_own
        Whether the entrant has played the whole match.
    """

    entrant: int
    points: int
    most: int
    margin: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of an entrant after some rounds; equal points and margins share a place."""

    entrant: int
    place: int
    points: int
    most: int
    margin: int
    rounds: int


def margin(scores: Sequence[int], seat: int) -> int:
    """Return the lead of a seat over the best other seat at its table.

    Examples
    --------
    >>> [margin([12, 9, 10], seat) for seat in range(3)]
    [2, -3, -2]
    """
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def points_of(results: Sequence[TableResult], kind: Kind) -> list[Points]:
    """Return the points of all entrants in one round.

    Examples
    --------
    Two tables play the same deal. In the first seat, entrant 0 leads by 5 and entrant 2 by 1.

    >>> tables = [TableResult((0, 1), (10, 5)), TableResult((2, 3), (8, 7))]
    >>> [(each.entrant, each.points) for each in points_of(tables, "duplicate")]
    [(0, 2), (1, 0), (2, 0), (3, 2)]
    """
    played = [(table, scores) for table in results if (scores := table.scores) is not None]
    found = []
    for table, scores in played:
        for seat, entrant in enumerate(table.entrants):
            own = margin(scores, seat)
            if kind == "duplicate":
                others = [margin(other, seat) for at, other in played if at is not table]
                points = _points(own, others)
            else:
                others = [score for other, score in enumerate(scores) if other != seat]
                points = _points(scores[seat], others)
            is_own = seat not in table.substituted
            found.append(Points(entrant, points if is_own else 0, 2 * len(others), own if is_own else 0, is_own))
    return found


def _points(own: int, others: Iterable[int]) -> int:
    return sum(2 * (own > other) + (own == other) for other in others)


def standings(entrants: Iterable[int], rounds: Iterable[Iterable[Points]]) -> list[Standing]:
    """Return the standings after some rounds, the best first: by points, then by the sum of the margins."""
    total: defaultdict[int, list[Points]] = defaultdict(list)
    for each in rounds:
        for points in each:
            total[points.entrant].append(points)
    sums = {who: (sum(p.points for p in total[who]), sum(p.margin for p in total[who])) for who in entrants}
    return [
        Standing(
            entrant=who,
            place=1 + sum(other > own for other in sums.values()),
            points=own[0],
            most=sum(points.most for points in total[who]),
            margin=own[1],
            rounds=sum(points.is_own for points in total[who]),
        )
        for who, own in sorted(sums.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
    ]
