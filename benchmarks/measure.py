"""Definition and measurement of a benchmark: our side and the peer alternate, and the result is the median of each.

The speed of a machine varies during a measurement. Alternating spreads the variation over both sides, and the median
ignores a few disturbed repetitions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

Work = Callable[[], float]
"""Runs one repetition and returns its figure."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Measurement effort: repetitions of each side, and a factor on the amount of work in a repetition."""

    repeats: int = 7
    scale: float = 1.0

    def of(self, count: int) -> int:
        """Return a scaled amount of work, at least 1."""
        return max(1, int(count * self.scale))


@dataclass(frozen=True, slots=True)
class Measurement:
    """The result of a measurement: medians, the lowest and highest repetition of our side, and a note for readers.

    Attributes
    ----------
    is_skipped
        Whether the figure was not measured because this machine lacks a requirement; the note names the requirement.
    """

    value: float | None
    peer_value: float | None = None
    span: tuple[float, float] | None = None
    note: str | None = None
    is_skipped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """A benchmark: how to measure one figure.

    Attributes
    ----------
    name, unit
        Name, with the game or package first, and unit.
    measure
        Function that measures the figure. Benchmarks with the same function share one measurement.
    peer
        Description of the peer.
    bar
        Target: a minimum if higher is better, otherwise an upper bound that the value must stay below.
    is_ratio
        Whether the figure is our value divided by the peer's.
    """

    name: str
    unit: str
    measure: Callable[[Effort], Measurement]
    peer: str | None = None
    bar: float | None = None
    higher_is_better: bool = False
    is_ratio: bool = False


def measure_alternately(effort: Effort, ours: Work, peer: Work | None = None) -> Measurement:
    """Repeat both sides alternately, after one warm-up repetition of each."""
    sides = [ours] if peer is None else [ours, peer]
    for side in sides:
        side()
    rounds = [[side() for side in sides] for _ in range(effort.repeats)]
    columns = list(zip(*rounds, strict=True))
    medians = [median(column) for column in columns]
    span = (min(columns[0]), max(columns[0]))
    return Measurement(medians[0], medians[1] if peer else None, span)


def annotated(reading: Measurement, note: str | None) -> Measurement:
    """Return a measurement with a note."""
    return replace(reading, note=note)


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time that this thread spends in `work`."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def seconds(work: Callable[[], object]) -> float:
    """Return the wall-clock time of `work`."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
