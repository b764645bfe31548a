"""A slow model of the points and standings of events: it compares all pairs of results, with fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from courtly.tables.event_rules.scoring import TableResult


def slow_standings(
    entrants: Sequence[int], played: Sequence[Sequence[TableResult]], *, same_deals: bool
) -> list[tuple[int, int, Fraction, int]]:
    """Return the entrant, the place, the comparisons won (a tie is half of one) and the margin, the best first."""
    totals = []
    for who in entrants:
        won, lead = Fraction(0), 0
        for results in played:
            for table in results:
                if who in table.entrants and table.scores is not None:
                    seat = list(table.entrants).index(who)
                    if seat not in table.substituted:
                        won += _won(results, table, seat, same_deals=same_deals)
                        lead += _lead(table, seat)
        totals.append((who, won, lead))
    ordered = sorted(totals, key=lambda each: (-each[1], -each[2], each[0]))
    return [(who, 1 + len([1 for each in totals if each[1:] > (won, lead)]), won, lead) for who, won, lead in ordered]


def _won(results: Sequence[TableResult], table: TableResult, seat: int, *, same_deals: bool) -> Fraction:
    """Return the comparisons that a seat of a table wins."""
    assert table.scores is not None
    own, others = _lead(table, seat), [_lead(one, seat) for one in results if one is not table and one.scores]
    if not same_deals:
        own, others = table.scores[seat], [score for n, score in enumerate(table.scores) if n != seat]
    return sum((Fraction(1) if own > each else Fraction(own == each, 2) for each in others), Fraction(0))


def _lead(table: TableResult, seat: int) -> int:
    """Return how far a seat is ahead of the best other seat."""
    assert table.scores is not None
    return min(table.scores[seat] - score for other, score in enumerate(table.scores) if other != seat)
