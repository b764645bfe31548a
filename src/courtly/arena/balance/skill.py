"""The skill ladder: how far apart the levels of play are, and how much luck remains between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from courtly.arena.intervals import Figure, figure, group_of, ratio, totals, weights
from courtly.arena.ratings import ratings
from courtly.arena.rows import NOBODY
from courtly.arena.run import Results
from courtly.arena.standings import outcomes, pair_wins


def step_figures(results: Results) -> dict[str, Any]:
    """Return how far the second bot of a plan is above the first.

    `ahead` is the part of comparisons in which the better bot had more points (a tie is half), `upset` the part in
    which it had fewer, `rating` the difference in points of rating, `skill` the part of the variance of the points
    above the table's mean that is explained by which bot has them; the rest is luck.
    """
    plan, rows = results.plan, results.rows
    seatings = plan.seatings(rows["match"])
    group = group_of(rows["match"] // plan.per_deal, plan.deals)
    count = int(group.max()) + 1
    wins = pair_wins(rows, seatings, 2, (group, count))
    met = wins[:, 0, 1] + wins[:, 1, 0]
    lower, upper = ratings(wins)
    rating = figure(
        (upper.value or 0.0) - (lower.value or 0.0), upper.draws - lower.draws, int(met.sum()), groups=count
    )
    return {
        "lower": plan.bots[0],
        "upper": plan.bots[1],
        "matches": len(rows),
        "ahead": ratio(wins[:, 1, 0], met),
        "upset": ratio(wins[:, 0, 1], met),
        "rating": rating,
        "skill": _explained(results),
    }


def _explained(results: Results) -> Figure:
    """Return the part of the variance of points that is explained by the bots."""
    plan, rows = results.plan, results.rows[results.rows["forfeit"] == NOBODY]
    scores = outcomes(rows).scores
    above = scores - scores.mean(axis=1, keepdims=True)
    seatings = plan.seatings(rows["match"])
    group = group_of(rows["match"] // plan.per_deal, plan.deals)
    count = int(group.max(initial=0)) + 1
    drawn = weights(count)
    whole = totals(group, (above**2).sum(axis=1), count)
    if not whole.sum():
        return Figure(None, None, None, len(rows), np.empty(0))
    between, draws = 0.0, np.zeros(len(drawn))
    for bot in range(len(plan.bots)):
        mine = seatings == bot
        sums = totals(group, np.where(mine, above, 0.0).sum(axis=1), count)
        sizes = totals(group, mine.sum(axis=1).astype(np.float64), count)
        with np.errstate(invalid="ignore", divide="ignore"):
            between += float(sums.sum() ** 2 / sizes.sum())
            draws += (drawn @ sums) ** 2 / (drawn @ sizes)
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = draws / (drawn @ whole)
    return figure(between / float(whole.sum()), parts, len(rows), groups=count)
