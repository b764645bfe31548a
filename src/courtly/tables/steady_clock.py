"""The clock that gives entries their times: the system time without its jumps.

The clocks of players follow from the times of the entries. When an administrator or a time server sets the system
clock forward, no player may lose time by that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

DRIFT = 0.01
"""How fast this clock approaches the system time, as a part of the time that passes. Players do not notice 1 %."""


def seconds_since_boot() -> float:
    """Return the seconds since the start of the machine, including the time in suspension if the system counts it."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class SteadyClock:
    """A clock that starts at the system time and then runs evenly. It never goes back.

    Parameters
    ----------
    system, steady
        Return the system time, and the seconds since an arbitrary moment.
    """

    def __init__(
        self, system: Callable[[], float] = time.time, steady: Callable[[], float] = seconds_since_boot
    ) -> None:
        self._system, self._steady = system, steady
        self._at, self._measured = system(), steady()
        self._lock = threading.Lock()

    def time(self) -> float:
        """Return the time in seconds since 1970."""
        with self._lock:
            measured = self._steady()
            passed = measured - self._measured
            most = DRIFT * passed
            self._at += passed
            self._at += min(most, max(-most, self._system() - self._at))
            self._measured = measured
            return self._at
