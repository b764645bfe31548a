"""Estimates with confidence intervals from a bootstrap over deals.

Matches of one deal are not independent, so the bootstrap resamples deals, each with all its seatings (Efron and
Tibshirani 1993, "An introduction to the bootstrap", section 13.3: the percentile interval). If there are very many
deals, neighbouring deals are first merged into groups, which hardly changes an interval.
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
    """An estimate, its 95 % interval and its sample size. The values are None if there is no data.

    `draws` holds the estimate in each resample.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    draws: Float64Array = field(repr=False, compare=False)

    def as_dict(self) -> dict[str, float | int | None]:
        """Return the estimate as a dictionary fit for JSON."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def group_of(deals: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    """Return the group of each deal. `count` deals are divided into at most `GROUPS` groups."""
    return deals * min(count, GROUPS) // count


def totals(groups: npt.NDArray[np.int64], values: Float64Array, count: int) -> Float64Array:
    """Return the sum of the values in each of `count` groups."""
    return np.bincount(groups, values, minlength=count).astype(np.float64)


@lru_cache(maxsize=4)
def weights(groups: int) -> Float64Array:
    """Return the number of times each group occurs in each resample: shape (resamples, groups)."""
    drawn = np.random.default_rng(groups).multinomial(groups, np.full(groups, 1 / groups), size=RESAMPLES)
    return drawn.astype(np.float64)


def ratio(sums: Float64Array, counts: Float64Array) -> Figure:
    """Return the mean of a sample, given its sums and counts by group."""
    size = int(counts.sum())
    if size == 0:
        return Figure(None, None, None, 0, np.empty(0))
    drawn = weights(len(counts))
    with np.errstate(invalid="ignore", divide="ignore"):
        draws = (drawn @ sums) / (drawn @ counts)
    return figure(float(sums.sum() / counts.sum()), draws, size, groups=len(counts))


def slope(sums: tuple[Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]) -> Figure:
    """Return the least-squares slope of y over x; `sums` holds the sums of 1, x, y, xy and xx by group."""
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
    """Return an estimate whose interval spans the central quantiles of `draws`."""
    sound = draws[np.isfinite(draws)]
    if groups < 2 or not len(sound):
        return Figure(_rounded(value), None, None, size, draws)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(sound, [tail, 1 - tail])
    return Figure(_rounded(value), _rounded(low), _rounded(high), size, draws)


def difference(one: Figure, other: Figure) -> Figure:
    """Return the first estimate minus the second, from two samples of the same deals.

    Both bootstraps resample the same groups of deals. The interval is narrower than that of independent samples, as far
    as the deals have the same effect on both.
    """
    if one.value is None or other.value is None:
        return Figure(None, None, None, 0, np.empty(0))
    if one.low is None or other.low is None:
        return figure(one.value - other.value, np.empty(0), min(one.n, other.n), groups=1)
    return figure(one.value - other.value, one.draws - other.draws, min(one.n, other.n), groups=2)


def _rounded(value: Any) -> float:
    """Return a value rounded to six significant digits, so that all machines report equal figures."""
    return float(f"{float(value):.6g}")
