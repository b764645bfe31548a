"""Figures with their intervals: the bootstrap over deals.

Matches of one deal are not independent of each other, so the deal, with all its seatings, is what is drawn again and
again (Efron and Tibshirani 1993, "An introduction to the bootstrap", section 13.3: the percentile interval). Where
there are very many deals, neighbours are put together first, which changes an interval by next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.arrays import Float64Array

GROUPS = 1000
RESAMPLES = 2000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, its 95 % interval and the size of its sample; None where there is nothing to compute it from.

    `draws` are its values in the resamples.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    draws: Float64Array = field(repr=False, compare=False)

    def as_dict(self) -> dict[str, float | int | None]:
        """Return it as a plain value."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def group_of(deals: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    """Return the group, of at most `GROUPS`, in which each of `count` deals is drawn."""
    return deals * min(count, GROUPS) // count


def totals(groups: npt.NDArray[np.int64], values: Float64Array, count: int) -> Float64Array:
    """Return the sum of the values of each of `count` groups."""
    return np.bincount(groups, values, minlength=count).astype(np.float64)


@lru_cache(maxsize=4)
def weights(groups: int) -> Float64Array:
    """Return how often each group is drawn in each resample: shape (resamples, groups)."""
    drawn = np.random.default_rng(groups).multinomial(groups, np.full(groups, 1 / groups), size=RESAMPLES)
    return drawn.astype(np.float64)


def ratio(sums: Float64Array, counts: Float64Array) -> Figure:
    """Return the mean of what has these sums and counts by group."""
    size = int(counts.sum())
    if size == 0:
        return Figure(None, None, None, 0, np.empty(0))
    drawn = weights(len(counts))
    with np.errstate(invalid="ignore", divide="ignore"):
        draws = (drawn @ sums) / (drawn @ counts)
    return figure(float(sums.sum() / counts.sum()), draws, size, groups=len(counts))


def slope(sums: tuple[Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]) -> Figure:
    """Return by how much y grows with each x, by least squares; `sums` are those of 1, x, y, xy and xx by group."""
    size = int(sums[0].sum())
    drawn = weights(len(sums[0]))
    best = _slope(*(np.array([each.sum()]) for each in sums))
    if not np.isfinite(best[0]):
        return Figure(None, None, None, size, np.empty(0))
    return figure(float(best[0]), _slope(*(drawn @ each for each in sums)), size, groups=len(sums[0]))


def _slope(*sums: Float64Array) -> Float64Array:
    n, x, y, xy, xx = sums
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = n * xx - x**2
        found: Float64Array = np.where(spread > 1e-9, (n * xy - x * y) / spread, np.nan)
    return found


def figure(value: float, draws: Float64Array, size: int, *, groups: int) -> Figure:
    """Return a figure whose interval is spanned by its values in the resamples."""
    sound = draws[np.isfinite(draws)]
    if groups < 2 or not len(sound):
        return Figure(_rounded(value), None, None, size, draws)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(sound, [tail, 1 - tail])
    return Figure(_rounded(value), _rounded(low), _rounded(high), size, draws)


def difference(one: Figure, other: Figure) -> Figure:
    """Return how much more the first is than the second, the two taken from samples that have no deal in common."""
    if one.value is None or other.value is None:
        return Figure(None, None, None, 0, np.empty(0))
    if one.low is None or other.low is None:
        return figure(one.value - other.value, np.empty(0), min(one.n, other.n), groups=1)
    shuffled = np.random.default_rng(1).permutation(other.draws)
    return figure(one.value - other.value, one.draws - shuffled, min(one.n, other.n), groups=2)


def _rounded(value: Any) -> float:
    """Return a value to six significant digits, the same on every machine."""
    return float(f"{float(value):.6g}")
