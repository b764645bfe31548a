"""The environment of a simulated process: virtual time, seeded random numbers, and threads that run in the loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import NoReturn

from courtly.environment import Environment
from courtly.testing.simulation.executor import DELAY, InlineExecutor
from courtly.testing.simulation.loop import SimulatedLoop

EPOCH = 1_800_000_000.0
"""The system time at the beginning of a run, in seconds since 1970."""


class SimulatedEnvironment(Environment):
    """The environment of one process.

    Parameters
    ----------
    loop
        The loop that gives the time and runs the work of threads.
    rng
        The source of the random numbers of this process.
    jump
        Seconds by which the system clock of the process is wrong. A fault may change it.
    delays
        The shortest and the longest time of work, by the name of the executor, where it is not the usual one.
    """

    def __init__(
        self,
        loop: SimulatedLoop,
        rng: Random,
        *,
        jump: float = 0.0,
        delays: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        self._loop = loop
        self._slow = delays or {}
        self._delays = Random(rng.getrandbits(64))  # noqa: S311 - not a secret
        self.jump = jump
        self.executors: dict[str, InlineExecutor] = {}
        """The executors by name."""
        super().__init__(rng)

    def system_time(self) -> float:
        """Return the virtual seconds since 1970, as far as the system clock of the process is right."""
        return EPOCH + self._loop.time() + self.jump

    def uptime(self) -> float:
        """Return the virtual time."""
        return self._loop.time()

    def monotonic(self) -> float:
        """Return the virtual time."""
        return self._loop.time()

    def pause(self, seconds: float) -> NoReturn:
        """Refuse to block: no time would pass."""
        raise RuntimeError(f"a simulated process must not block for {seconds} s")

    def executor(self, threads: int, name: str, initializer: Callable[[], None] | None = None) -> Executor:
        """Return an executor that runs its work in the loop, after a virtual delay."""
        delay = self._slow.get(name, DELAY)
        return self.executors.setdefault(name, InlineExecutor(self._loop, self._delays, workers=threads, delay=delay))

    def start_thread(self, work: Callable[[], None]) -> None:
        """Run work in the loop."""
        self._loop.call_soon(work)

    def lock(self, path: Path) -> AbstractContextManager[object]:
        """Return a lock that is always free: the locks of a killed process would stay, as the real process lives on."""
        return nullcontext()
