"""Summarize a tournament: victory shares, margins and ratings with their intervals, and all forfeits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.arena.about import about
from courtly.arena.intervals import Figure, group_of, ratio, totals
from courtly.arena.plan import unique_names
from courtly.arena.ratings import ratings
from courtly.arena.rows import NOBODY, ModelCost, Rows
from courtly.arena.run import Results
from courtly.engine.arrays import Float64Array, Int64Array


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Result of each seat in each match: arrays of shape (matches, seats).

    Attributes
    ----------
    shares
        Victory share: 1, a fraction for a shared victory, or 0.
    scores, margins
        Points, and points above the best other seat; NaN in a forfeited match.
    """

    shares: Float64Array
    scores: Float64Array
    margins: Float64Array


def outcomes(rows: Rows) -> Outcomes:
    """Return the result of each seat in each match."""
    scores = rows["scores"].astype(np.float64, order="F")  # by column, because the code below reads one seat at a time
    forfeits = rows["forfeit"].astype(np.int64)
    lost = forfeits[:, None] == np.arange(scores.shape[1])
    void = (forfeits != NOBODY)[:, None]
    winners = np.where(void, ~lost, scores == scores.max(axis=1, keepdims=True))
    shares = winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)
    scores = np.where(void, np.nan, scores)
    return Outcomes(shares, scores, scores - _best_of_others(scores))


def _best_of_others(scores: Float64Array) -> Float64Array:
    """Return the highest score of the other seats, for each seat."""
    best = np.empty_like(scores)
    for seat in range(scores.shape[1]):
        others = [scores[:, other] for other in range(scores.shape[1]) if other != seat]
        best[:, seat] = reduce(np.maximum, others)
    return best


def pair_wins(rows: Rows, seatings: Int64Array, bots: int, groups: tuple[Int64Array, int]) -> Float64Array:
    """Return the wins of each bot over each other, equal scores counting half: shape (groups, bots, bots)."""
    group, count = groups
    scores = rows["scores"].astype(np.float64, order="F")
    seats = scores.shape[1]
    gone = rows["forfeit"] != NOBODY
    # A seat that forfeits is behind all others. The others are not compared with each other.
    scores[gone] = 0.0
    scores[gone, rows["forfeit"][gone]] = -1.0
    wins = np.zeros(count * bots * bots)
    for one in range(seats):
        for other in range(seats):
            ahead = np.where(scores[:, one] == scores[:, other], 0.5, scores[:, one] > scores[:, other])
            counts = (seatings[:, one] != seatings[:, other]) & ~(gone & (scores[:, one] == scores[:, other]))
            cell = (group * bots + seatings[:, one]) * bots + seatings[:, other]
            wins += np.bincount(cell[counts], ahead[counts], minlength=len(wins))
    return wins.reshape(count, bots, bots)


def summary(results: Results) -> dict[str, Any]:
    """Return the summary of a tournament as a dictionary fit for JSON."""
    plan, rows = results.plan, results.rows
    seatings = plan.seatings(rows["match"])
    deals: Int64Array = rows["match"] // plan.per_deal
    group = group_of(deals, plan.deals)
    count = int(group.max()) + 1
    names = unique_names(plan.bots)
    wins = pair_wins(rows, seatings, len(names), (group, count))
    rated = ratings(wins)
    found = outcomes(rows)
    bots = []
    for bot, name in enumerate(names):
        seats = seatings == bot
        bots.append(
            {
                "bot": plan.bots[bot],
                "name": name,
                "matches": int(seats.any(axis=1).sum()),
                **_spread("share", _mean(found.shares, seats, group, count)),
                **_spread("margin", _mean(found.margins, seats, group, count)),
                **_spread("score", _mean(found.scores, seats, group, count)),
                **_spread("rating", rated[bot]),
                "beats": _beats(names, bot, wins.sum(axis=0)),
                "forfeits": int(_forfeiters(rows, seats).sum()),
                "spent": _spent(results, bot),
            }
        )
    return {
        "game": plan.game,
        "options": plan.setup.options.model_dump(mode="json"),
        "seats": plan.seats,
        "deals": plan.deals,
        "matches": len(rows),
        "seed": plan.seed,
        "about": about(plan.setup, plan.bots),
        "bots": bots,
        "forfeits": _forfeits(results, seatings, names),
    }


def _spent(results: Results, bot: int) -> dict[str, Any] | None:
    """Return the total cost of a language model's answers, or None for any other bot."""
    seats = [
        each
        for match, spent in results.spent.items()
        for seat, each in spent.items()
        if match < results.plan.matches and results.plan.seating(match)[seat] == bot
    ]
    return reduce(ModelCost.plus, seats)._asdict() if seats else None


def _mean(values: Float64Array, seats: npt.NDArray[np.bool_], group: Int64Array, count: int) -> Figure:
    """Return the mean of the values at the selected seats, without NaN."""
    taken = seats & ~np.isnan(values)
    sums = totals(group, np.where(taken, values, 0.0).sum(axis=1), count)
    return ratio(sums, totals(group, taken.sum(axis=1).astype(np.float64), count))


def _spread(name: str, figure: Figure) -> dict[str, float | None]:
    return {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}


def _beats(names: list[str], bot: int, wins: Float64Array) -> dict[str, float]:
    """Return the share of comparisons that a bot won against each opponent it met."""
    met = wins[bot] + wins[:, bot]
    return {name: round(float(wins[bot, i] / met[i]), 6) for i, name in enumerate(names) if i != bot and met[i]}


def _forfeiters(rows: Rows, seats: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return a mask over the forfeited matches: True if one of the selected seats forfeited."""
    gone = np.flatnonzero(rows["forfeit"] != NOBODY)
    found: npt.NDArray[np.bool_] = seats[gone, rows["forfeit"][gone]]
    return found


def _forfeits(results: Results, seatings: Int64Array, names: list[str]) -> list[dict[str, Any]]:
    """Return every forfeit with its match, seat, bot and reason."""
    found = []
    for at in np.flatnonzero(results.rows["forfeit"] != NOBODY):
        match, seat = int(results.rows["match"][at]), int(results.rows["forfeit"][at])
        reason = results.reasons.get(match, "")
        found.append({"match": match, "seat": seat, "bot": names[seatings[at, seat]], "reason": reason})
    return found
