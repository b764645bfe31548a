"""Matches between equal players: the value of each place, the length of matches, and the influence of the deal.

A place is a position in turn order: place 0 is the starting seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.arena.intervals import Figure, figure, group_of, ratio, totals, weights
from courtly.arena.rows import NOBODY, Rows
from courtly.arena.run import Results
from courtly.arena.standings import outcomes
from courtly.engine.arrays import Float64Array
from courtly.engine.errors import BadOption
from courtly.engine.sentences import said

BARS = 20
"""Maximum number of bars in a histogram."""


def seat_figures(results: Results) -> dict[str, Any]:
    """Return the figures of matches between equal players. Each deal must have been played twice in each seating."""
    plan, rows = results.plan, whole_deals(results)
    if not len(rows):
        allowed = said("a bot that plays its matches to the end")
        raise BadOption(said("every match was forfeited"), where="bot", allowed=allowed)
    found = outcomes(rows)
    group = group_of(rows["match"] // plan.per_deal, plan.deals)
    count = int(group.max()) + 1
    ones = totals(group, np.ones(len(rows)), count)

    def mean(values: npt.NDArray[Any]) -> Figure:
        return ratio(totals(group, values.astype(np.float64), count), ones)

    ranked = np.sort(found.scores, axis=1)
    shares, scores = (by_place(values, rows["first"]) for values in (found.shares, found.scores))
    return {
        "matches": len(rows),
        "places": [
            {"place": place, "share": mean(shares[:, place]), "score": mean(scores[:, place])}
            for place in range(plan.seats)
        ],
        "decisions": mean(rows["decisions"]),
        "turns": mean(rows["turns"]),
        "lead": mean(ranked[:, -1] - ranked[:, -2]),
        "shared": mean((found.shares.max(axis=1) < 1).astype(np.float64)),
        "deal": dealt(found.scores, group, count),
        "lengths": {name: histogram(rows[name]) for name in ("decisions", "turns")},
    }


def whole_deals(results: Results) -> Rows:
    """Return the rows of all deals in which no match was forfeited."""
    rows, deals = results.rows, results.rows["match"] // results.plan.per_deal
    return rows[~np.isin(deals, deals[rows["forfeit"] != NOBODY])]


def by_place(values: Float64Array, first: npt.NDArray[Any]) -> Float64Array:
    """Reorder the columns of values from seats to places."""
    seats = values.shape[1]
    columns = (first[:, None].astype(np.int64) + np.arange(seats)) % seats
    return np.take_along_axis(values, columns, axis=1)


def dealt(scores: Float64Array, group: npt.NDArray[np.int64], count: int) -> Figure:
    """Return the share of the variance in results that the deal explains.

    It is the intraclass correlation of a seat's points above the mean of the table. Each pair of consecutive rows must
    be two matches of the same deal and seating.
    """
    above = scores - scores.mean(axis=1, keepdims=True)
    pairs = len(above) // 2
    one, again = above[0 : 2 * pairs : 2], above[1 : 2 * pairs : 2]
    together = totals(group[: 2 * pairs : 2], (one * again).sum(axis=1), count)
    each = totals(group[: 2 * pairs : 2], (one**2 + again**2).sum(axis=1) / 2, count)
    if not each.sum():
        return Figure(None, None, None, pairs, np.empty(0))
    drawn = weights(count)
    with np.errstate(invalid="ignore", divide="ignore"):
        draws = (drawn @ together) / (drawn @ each)
    return figure(float(together.sum() / each.sum()), draws, pairs, groups=count)


def histogram(values: npt.NDArray[Any]) -> dict[str, list[float]]:
    """Return a histogram of whole numbers: the edges of at most `BARS` bars, and the share of values in each."""
    low, high = int(values.min()), int(values.max()) + 1
    width = max(1, -(-(high - low) // BARS))
    counts, edges = np.histogram(values, np.arange(low, high + width, width))
    return {"edges": edges.tolist(), "parts": [round(float(part), 6) for part in counts / len(values)]}
