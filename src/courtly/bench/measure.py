"""Defines a figure and how it is taken: ours and its peer by turns, then the median of each.

The speed of a machine varies during a measurement. Taking turns spreads that over both sides, and a median ignores the
few repetitions that were disturbed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

Work = Callable[[], float]
"""One repetition; returns the figure it found."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to measure: repetitions of each side, and a factor on the amount of work in one."""

    repeats: int = 7
    scale: float = 1.0

    def of(self, count: int) -> int:
        """Return an amount of work, at least 1."""
        return max(1, int(count * self.scale))


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured: medians, the lowest and highest repetition of ours, and what a reader should know of it.

    Attributes
    ----------
    is_left_out
        Whether this machine lacks what it is measured with, so that there is no row; the note says what.
    """

    value: float | None
    peer_value: float | None = None
    span: tuple[float, float] | None = None
    note: str | None = None
    is_left_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One figure.

    Attributes
    ----------
    name, unit
        Its name, the game's or room's first, and its unit.
    measure
        Takes it. Benchmarks with the same function share one reading.
    peer
        What it is measured against.
    bar
        What it has to reach: a least value when higher is better, else what it has to stay under.
    is_ratio
        Whether the figure is our reading divided by the peer's.
    """

    name: str
    unit: str
    measure: Callable[[Effort], Measurement]
    peer: str | None = None
    bar: float | None = None
    higher_is_better: bool = False
    is_ratio: bool = False


def by_turns(effort: Effort, ours: Work, peer: Work | None = None) -> Measurement:
    """Repeat both sides by turns, after one repetition of each that does not count."""
    sides = [ours] if peer is None else [ours, peer]
    for side in sides:
        side()
    rounds = [[side() for side in sides] for _ in range(effort.repeats)]
    columns = list(zip(*rounds, strict=True))
    medians = [median(column) for column in columns]
    span = (min(columns[0]), max(columns[0]))
    return Measurement(medians[0], medians[1] if peer else None, span)


def annotated(reading: Measurement, note: str | None) -> Measurement:
    """Return a reading with a note."""
    return replace(reading, note=note)


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time that this thread spends in `work`, without that of other programs."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def seconds(work: Callable[[], object]) -> float:
    """Return the wall-clock time of `work`."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
