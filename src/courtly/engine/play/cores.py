"""The number of processor cores, and the lowest priority.

Functions that share work between threads take the number of threads as an argument.
"""

from __future__ import annotations

import os

LOWEST_PRIORITY = 19
"""The priority of threads and processes that give way to all others."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def give_way() -> None:
    """Give this process the lowest priority, if the system has priorities of this kind; Windows has none."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
