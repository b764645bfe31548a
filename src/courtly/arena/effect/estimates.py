"""Estimates from pairs of matches that share a deal, and the false-discovery bound of a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import NamedTuple

import numpy as np

from courtly.arena.intervals import Figure
from courtly.engine.arrays import Float64Array, Int32Array


class Outcome(NamedTuple):
    """Matches of some deals, one row for each deal."""

    shares: Float64Array
    """Victory share of each seat: shape (deals, seats)."""
    points: Float64Array
    """Points of each seat above the mean of the table: shape (deals, seats)."""
    counts: Int32Array
    """Decisions, turns and the starting seat: shape (deals, 3)."""
    takers: Int32Array
    """The seat that first took each card, or -1: shape (deals, cards)."""


def outcome(scores: Int32Array, counts: Int32Array, takers: Int32Array) -> Outcome:
    """Return the outcome of matches from their points and counts."""
    points = scores.astype(np.float64)
    winners = scores == scores.max(axis=1, keepdims=True)
    shares = winners / winners.sum(axis=1, keepdims=True)
    return Outcome(shares, points - points.mean(axis=1, keepdims=True), counts, takers)


def standard_error(figure: Figure) -> float:
    """Return the standard error of an estimate; infinite if it has no interval."""
    if figure.low is None:
        return np.inf
    return float(np.std(figure.draws[np.isfinite(figure.draws)]))


def two_sided(distance: float, error: float) -> float:
    """Return the probability of a distance from the mean at least as large, under the normal distribution.

    Examples
    --------
    >>> round(two_sided(1.96, 1.0), 3)
    0.05
    """
    return erfc(abs(distance) / error / sqrt(2)) if 0 < error < np.inf else 1.0


def false_discovery(chances: Sequence[float]) -> list[float]:
    """Return, for each chance, the share of false discoveries among all chances that are at most as large.

    The bound of Benjamini and Hochberg (1995).

    Examples
    --------
    >>> false_discovery([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.03]
    """
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found, least = [1.0] * len(chances), 1.0
    for rank in range(len(order), 0, -1):
        at = order[rank - 1]
        least = min(least, chances[at] * (len(order) / rank))
        found[at] = least
    return found
