"""Shorten a script that makes a run fail, so that a person can understand the failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from courtly.testing.simulation.script import Script

T = TypeVar("T")


def shrink(script: Script, fails: Callable[[Script], bool], *, at_most: int = 200) -> Script:
    """Return a shorter script that fails too.

    Parts of the script are left out, first large ones, as long as the run still fails. Tables and faults keep their
    numbers, because their random choices depend on them: a table that is left out has no people and no hours.

    Parameters
    ----------
    fails
        Returns whether a script fails.
    at_most
        The largest number of runs.
    """
    runs = 0
    while True:
        for shorter in _shorter(script):
            if runs >= at_most:
                return script
            runs += 1
            if fails(shorter):
                script = shorter
                break
        else:
            return script


def _shorter(script: Script) -> Iterator[Script]:
    """Yield scripts without a part of this one, the shortest first."""
    for hours in (script.hours / 4, script.hours / 2):
        if hours > LEAST_HOURS:
            faults = [fault for fault in script.faults if fault.at < 3600 * hours]
            yield msgspec.structs.replace(script, hours=hours, faults=faults)
    for faults in _without(script.faults):
        yield msgspec.structs.replace(script, faults=faults)
    kept = [number for number, table in enumerate(script.tables) if table.people]
    for left in _without(kept):
        tables = [
            table if n in left else msgspec.structs.replace(table, people=0) for n, table in enumerate(script.tables)
        ]
        if left:
            yield msgspec.structs.replace(script, tables=tables)


LEAST_HOURS = 0.02
"""A run is not made shorter than this."""


def _without(parts: Sequence[T]) -> Iterator[list[T]]:
    """Yield the parts without a stretch of them: all, halves, quarters, and so on to single ones."""
    size = len(parts)
    while size:
        for begin in range(0, len(parts), size):
            yield [*parts[:begin], *parts[begin + size :]]
        size //= 2
