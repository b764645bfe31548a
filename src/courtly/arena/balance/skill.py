"""The skill ladder: how much stronger each level of play is than the one below, and how much of the result is luck."""

from __future__ import annotations

from typing import Any

import numpy as np

from courtly.arena.intervals import Figure, figure, group_of, ratio, totals, weights
from courtly.arena.ratings import ratings
from courtly.arena.rows import NOBODY
from courtly.arena.run import Results
from courtly.arena.standings import outcomes, pair_wins


def step_figures(results: Results) -> dict[str, Any]:
    """Return how much stronger the second bot of a plan is than the first.

    `ahead` is the share of comparisons in which the second bot had more points, and `upset` the share in which the
    first bot had more; a tie counts half for both. `rating` is the difference in rating points. A result is a seat's
    points above the table's mean. `skill` is the part of the variance in results that the choice of bot explains; the
    rest is luck.
    """
    plan, rows = results.plan, results.rows
    seatings = plan.seatings(rows["match"])
    group = group_of(rows["match"] // plan.per_deal, plan.deals)
    count = int(group.max()) + 1
    wins = pair_wins(rows, seatings, 2, (group, count))
    met = wins[:, 0, 1] + wins[:, 1, 0]
    lower, upper = ratings(wins)
    shown = 0 if upper.low is None else count
    rating = figure(
        (upper.value or 0.0) - (lower.value or 0.0), upper.draws - lower.draws, int(met.sum()), groups=shown
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
    """Return the part of the variance in results that the choice of bot explains; a result is as in `step_figures`.

    The squared mean result of a bot is biased upwards by the variance of that mean, so that equal bots would seem to
    differ. The variance is estimated from the resamples and subtracted. In a resample the bias is twice as large, so
    the variance is subtracted twice. Negative values become 0.
    """
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
            means = (drawn @ sums) / (drawn @ sizes)
        chance = float(np.nanvar(means))
        between += float(sizes.sum()) * (float(sums.sum() / sizes.sum()) ** 2 - chance)
        draws += (drawn @ sizes) * (means**2 - 2 * chance)
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = np.maximum(draws / (drawn @ whole), 0.0)
    return figure(max(between / float(whole.sum()), 0.0), parts, len(rows), groups=count)
