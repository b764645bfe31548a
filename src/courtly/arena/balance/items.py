"""Use and value of items: cards, regions, missions and other things that the game's `uses` function returns."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from courtly.arena.intervals import Figure, group_of, ratio, slope, totals
from courtly.arena.run import Results
from courtly.arena.standings import outcomes
from courtly.engine.arrays import Float64Array

CountsByThing = dict[tuple[str, str], Float64Array]


def item_figures(results: Results) -> list[dict[str, Any]]:
    """Return a row for each item that some seat used, ordered by kind.

    `rate` is the share of seats that used the item at least once. `times` is the mean number of uses per seat. `share`
    is the change of the victory share per use, and `points` the change of the points above the table's mean: both are
    least-squares slopes over the number of uses. They show correlation, not causation.
    """
    rows = results.rows[np.isin(results.rows["match"], list(results.uses))]
    if not len(rows):
        return []
    plan, found = results.plan, outcomes(rows)
    group = group_of(rows["match"] // plan.per_deal, plan.deals)
    count = int(group.max()) + 1
    above = found.scores - found.scores.mean(axis=1, keepdims=True)
    seats = totals(group, np.full(len(rows), float(plan.seats)), count)
    table = _counts(results, rows["match"].tolist())

    def sums(values: Float64Array) -> Float64Array:
        return totals(group, values.sum(axis=1), count)

    def worth(had: Float64Array, values: Float64Array) -> Figure:
        return slope((seats, sums(had), sums(values), sums(had * values), sums(had**2)))

    lines = []
    for (kind, item), times in sorted(table.items()):
        had = (times > 0).astype(np.float64)
        figures = {"rate": ratio(sums(had), seats), "times": ratio(sums(times), seats)}
        figures |= {"share": worth(times, found.shares), "points": worth(times, above)}
        lines.append({"kind": kind, "item": item, **figures})
    return lines


def _counts(results: Results, matches: list[int]) -> CountsByThing:
    """Return the number of uses of each item: shape (matches, seats)."""
    found: CountsByThing = {}
    for at, match in enumerate(matches):
        for (seat, kind, item), times in Counter(results.uses[match]).items():
            table = found.setdefault((kind, item), np.zeros((len(matches), results.plan.seats)))
            table[at, seat] = times
    return found
