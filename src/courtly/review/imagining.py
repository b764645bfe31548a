"""Imagined matches: estimates of a position, or of a line of moves from it, given one seat's knowledge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from courtly.engine.arrays import Float64Array
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States
from courtly.review.effort import Effort
from courtly.review.kernels import NO_MOVE, Imagined, play_lines, sample_after_move
from courtly.review.model import Chance

Z = 1.959964
"""Half the width of a 95 % interval, in standard errors."""

LONGEST = 12
"""Maximal number of moves in a line."""

Line = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A seat's shares of victory and margins in a sample of imagined matches.

    Attributes
    ----------
    shares, margins
        One value per match.
    """

    shares: Float64Array
    margins: Float64Array

    @property
    def mean(self) -> float:
        """The mean share of victory."""
        return float(self.shares.mean())

    @property
    def count(self) -> int:
        """The number of imagined matches."""
        return len(self.shares)

    @property
    def variance(self) -> float:
        """The variance of the mean. It is never 0, because a few matches with equal results prove little."""
        middle = (self.shares.sum() + Z * Z / 2) / (self.count + Z * Z)
        return float(middle * (1 - middle) / (self.count + Z * Z))

    def chance(self) -> Chance:
        """Return the estimate as a plain value; its Wilson interval is also valid for fractions of a victory."""
        n, mean = self.count, self.mean
        low, high = wilson_interval(mean, n)
        error = Z * float(self.margins.std(ddof=1)) / math.sqrt(n) if n > 1 else 0.0
        return Chance(
            win=round(mean, 5),
            low=round(low, 5),
            high=round(high, 5),
            margin=round(float(self.margins.mean()), 4),
            margin_error=round(error, 4),
            matches=n,
        )


def wilson_interval(mean: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean of values from 0 to 1 (Wilson 1927).

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson_interval(0.5, 100)]
    [0.404, 0.596]
    """
    middle = (mean + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z * math.sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
    return min(mean, max(0.0, middle - half)), max(mean, min(1.0, middle + half))


def known_chance(share: float, margin: float) -> Chance:
    """Return the chance of a seat in a finished match."""
    return Chance(win=share, low=share, high=share, margin=margin, margin_error=0.0, matches=0)


class MatchSampler:
    """Imagines and counts matches of one setup. Equal efforts and equal calls give equal matches."""

    def __init__(self, setup: Setup, effort: Effort) -> None:
        self.setup, self.effort, self.imagined = setup, effort, 0
        self._states = setup.game.rules.state.empty(3)

    def play(self, truth: States, seat: int, lines: Sequence[Line], count: int, *purpose: int) -> list[list[Estimate]]:
        """Return, for each line, one estimate per seat, given the knowledge of `seat`; empty if no line is playable.

        `purpose` selects the random streams, so that samples for different purposes are independent.
        """
        self._states[0] = truth[0]
        table = np.full((len(lines), LONGEST), NO_MOVE, np.int32)
        for row, line in zip(table, lines, strict=True):
            row[: len(line[:LONGEST])] = line[:LONGEST]
        out = np.full((count, len(lines), 2, self.setup.players), np.nan)
        play_lines(self.setup.contents, self._states, self._of(seat, purpose), table, out)
        made = ~np.isnan(out[:, 0, 0, 0]) & ~np.isnan(out[:, -1, 0, 0])
        self.imagined += int(made.sum()) * len(lines)
        if not made.any():
            return []
        return [
            [Estimate(out[made, k, 0, each], out[made, k, 1, each]) for each in range(self.setup.players)]
            for k in range(len(lines))
        ]

    def ask(
        self, truth: States, observer: int, alike: Sequence[int], count: int, *purpose: int
    ) -> tuple[States, Float64Array]:
        """Return sampled positions after a move, given an observer's knowledge, and the likelihood of the move in each.

        See the kernel `sample_after_move`.
        """
        self._states[0] = truth[0]
        afters, weights = np.empty(count, truth.dtype), np.empty((count, 2))
        moves = np.array(alike, np.int32)
        kept = sample_after_move(self.setup.contents, self._states, self._of(observer, purpose), moves, afters, weights)
        return self.setup.game.rules.state.empty(0) if kept == 0 else afters[:kept], weights[:kept]

    def _of(self, seat: int, purpose: tuple[int, ...]) -> Imagined:
        luck = int(stream(self.effort.seed, *purpose)[0] >> np.uint64(1))
        return Imagined(seat, self.setup.players, luck, 0, self.setup.max_legal)
