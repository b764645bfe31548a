"""The figures of a benchmark: shares of victory by cell, ratings by game, times, illegal moves and failures.

A rating follows from the shares and from the fixed ratings of the pool. Let an agent with rating R meet n opponents
with rating r. Its expected share is 10^(R/400) / (10^(R/400) + n 10^(r/400)): the Elo formula for n = 1, and Luce's
choice axiom for more. The rating of a game is the R at which the sum of the expected shares of all cells equals the sum
of their shares. This is the maximum-likelihood estimate of a logistic model. All cells of a game have equal weight. The
overall rating is the mean of the games' ratings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from courtly.arena.benchmark.pool import Pool
from courtly.arena.benchmark.protocol import Cell, MatchResult, Protocol, Task, rows_of
from courtly.arena.intervals import Figure, figure, group_of, ratio, totals
from courtly.arena.standings import outcomes
from courtly.engine.arrays import Float64Array

LEAST, MOST = -2000.0, 6000.0
"""Bounds of a rating."""

_HALVINGS = 40

Results = Mapping[Task, MatchResult]


def by_cell(protocol: Protocol, results: Results) -> list[list[MatchResult]]:
    """Return the results of each cell in the order of its matches."""
    return [[results[Task(at, match)] for match in range(cell.matches)] for at, cell in enumerate(protocol.cells)]


def figures(pool: Pool, protocol: Protocol, cells: Sequence[Sequence[MatchResult]]) -> dict[str, Any]:
    """Return the figures that follow from the results of each cell, fit for JSON."""
    shares = [share(cell, results) for cell, results in zip(protocol.cells, cells, strict=True)]
    ratings = {game: _rating(pool, protocol, shares, game) for game in protocol.games}
    every = [result for results in cells for result in results]
    return {
        "rating": _spread(_mean(list(ratings.values()))),
        "ratings": {game: _spread(rating) for game, rating in ratings.items()},
        "cells": [
            {"game": cell.game, "seats": cell.seats, "opponent": cell.opponent, "deals": cell.deals, **_spread(each)}
            for cell, each in zip(protocol.cells, shares, strict=True)
        ],
        "matches": len(every),
        "illegal": sum(result.illegal for result in every),
        "illegal_forfeits": sum(bool(result.reason) and not result.failed for result in every),
        "failures": sum(result.failed for result in every),
    }


def share(cell: Cell, results: Sequence[MatchResult]) -> Figure:
    """Return the agent's share of victory in a cell."""
    won = deal_shares(cell, results)
    group = group_of(np.arange(len(won), dtype=np.int64), len(won))
    count = int(group.max()) + 1
    return ratio(totals(group, won * cell.seats, count), totals(group, np.full(len(won), float(cell.seats)), count))


def deal_shares(cell: Cell, results: Sequence[MatchResult]) -> Float64Array:
    """Return the agent's mean share of victory in each deal."""
    found = outcomes(rows_of(cell, results)).shares
    agent = np.arange(len(results))
    mine: Float64Array = found[agent, seats_of_agent(cell, len(results))]
    by_deal: Float64Array = mine.reshape(-1, cell.seats).mean(axis=1)
    return by_deal


def seats_of_agent(cell: Cell, matches: int) -> Any:
    """Return the seat of the agent in each match: in match r of a deal, the agent has moved back r seats."""
    return -np.arange(matches) % cell.seats


def times(cells: Sequence[Sequence[MatchResult]]) -> dict[str, float | int | None]:
    """Return the number of answers of the agent, and the median and the 95th percentile of their times in ms."""
    micros = np.array([each for results in cells for result in results for each in result.times], np.float64)
    if not len(micros):
        return {"answers": 0, "median_ms": None, "p95_ms": None}
    median, high = np.quantile(micros / 1000, [0.5, 0.95])
    return {"answers": len(micros), "median_ms": float(f"{median:.3g}"), "p95_ms": float(f"{high:.3g}")}


def expected_share(rating: Float64Array, opponent: float, seats: int) -> Float64Array:
    """Return the expected share of an agent with a rating among opponents that all have the other rating."""
    odds = 10.0 ** ((rating - opponent) / 400)
    found: Float64Array = odds / (odds + seats - 1)
    return found


def shrunk(share: Float64Array, cell: Cell) -> Float64Array:
    """Return a share after one more match with an even share, so that no rating is infinite."""
    return (share * cell.matches + 1 / cell.seats) / (cell.matches + 1)


def _rating(pool: Pool, protocol: Protocol, shares: Sequence[Figure], game: str) -> Figure:
    own = [(cell, each) for cell, each in zip(protocol.cells, shares, strict=True) if cell.game == game]
    against = [(_fixed(pool, cell), cell.seats) for cell, _ in own]
    value = _solved(np.array([sum(float(shrunk(np.array(each.value), cell)) for cell, each in own)]), against)
    # Cells at the same kind of table play the same deals, and their bootstraps draw the same groups of them.
    draws = _solved(np.sum([shrunk(each.draws, cell) for cell, each in own], axis=0), against)
    return figure(float(value[0]), draws, sum(cell.matches for cell, _ in own), groups=min(c.deals for c, _ in own))


def _fixed(pool: Pool, cell: Cell) -> float:
    opponent = pool.opponent(cell.opponent)
    assert opponent is not None
    return float(opponent.ratings[cell.game])


def _solved(total: Float64Array, against: Sequence[tuple[float, int]]) -> Float64Array:
    """Return the ratings at which the expected shares have these sums, by bisection."""
    low, high = np.full(len(total), LEAST), np.full(len(total), MOST)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        below = np.sum([expected_share(middle, rating, seats) for rating, seats in against], axis=0) < total
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    found: Float64Array = (low + high) / 2
    return found


def _mean(games: Sequence[Figure]) -> Figure:
    values = [each.value for each in games if each.value is not None]
    groups = 2 if all(each.low is not None for each in games) else 1
    draws = np.mean([each.draws for each in games], axis=0)
    return figure(float(np.mean(values)), draws, sum(each.n for each in games), groups=groups)


def _spread(found: Figure) -> dict[str, float | None]:
    return {"value": found.value, "low": found.low, "high": found.high}
