"""The environment of a process: clocks, random numbers and threads.

Everything that can differ between two runs of the server comes from here, so that a simulation can repeat a run
exactly. Production uses the system. A simulation sets its own environment for the tasks of each simulated process.
"""

from __future__ import annotations

import asyncio
import random
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from typing import TypeVar

from filelock import FileLock

T = TypeVar("T")

DRIFT = 0.01
"""How fast the steady clock approaches the system time, per second. Players do not notice 1 %."""


class SteadyClock:
    """A clock that starts at the system time and then runs evenly. It never goes back.

    It gives entries their times, and the clocks of players follow from these. When an administrator or a time server
    sets the system clock forward, no player may lose time by that.

    Parameters
    ----------
    system, steady
        Return the system time, and the seconds since an arbitrary moment.
    """

    def __init__(self, system: Callable[[], float], steady: Callable[[], float]) -> None:
        self._system, self._steady = system, steady
        self._at, self._measured = system(), steady()
        self._lock = Lock()

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


class Environment:
    """The environment that the system provides; a simulation overrides its methods.

    Parameters
    ----------
    numbers
        The source of all random numbers and secrets; by default the system's, which is secure.
    """

    def __init__(self, numbers: random.Random | None = None) -> None:
        self._random = numbers or random.SystemRandom()
        self._clock = SteadyClock(self.system_time, self.uptime)

    # Time.

    def system_time(self) -> float:
        """Return the seconds since 1970 by the system clock, which may jump."""
        return time.time()

    def uptime(self) -> float:
        """Return the seconds since the start of the machine, with the time in suspension if the system counts it."""
        return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()

    def monotonic(self) -> float:
        """Return the seconds since an arbitrary moment."""
        return time.monotonic()

    def now(self) -> datetime:
        """Return the present time in UTC by the steady clock, cut to milliseconds as in entries."""
        at = datetime.fromtimestamp(self._clock.time(), UTC)
        return at.replace(microsecond=at.microsecond // 1000 * 1000)

    async def sleep(self, seconds: float) -> None:
        """Wait, and let other tasks run."""
        await asyncio.sleep(seconds)

    def pause(self, seconds: float) -> None:
        """Block the present thread."""
        time.sleep(seconds)

    # Random numbers and secrets.

    def random_bits(self, count: int) -> int:
        """Return a random number with at most so many bits."""
        return self._random.getrandbits(count)

    def random_bytes(self, count: int) -> bytes:
        """Return random bytes."""
        return self._random.randbytes(count)

    def token_hex(self, count: int) -> str:
        """Return random bytes as hexadecimal digits."""
        return self.random_bytes(count).hex()

    def token(self, count: int) -> str:
        """Return random bytes as text that is safe in a URL."""
        return urlsafe_b64encode(self.random_bytes(count)).rstrip(b"=").decode()

    def choose(self, values: Sequence[T]) -> T:
        """Return one of the values."""
        return self._random.choice(values)

    # Threads.

    def executor(self, threads: int, name: str, initializer: Callable[[], None] | None = None) -> Executor:
        """Return a pool of threads.

        Parameters
        ----------
        threads
            The largest number of threads.
        name
            The beginning of their names.
        initializer
            Called at the start of each thread.
        """
        return ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=initializer)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run work that would block the event loop in a thread, and return its result."""
        return await asyncio.to_thread(work)

    def start_thread(self, work: Callable[[], None]) -> None:
        """Run work in a thread of its own, which does not keep the process alive."""
        Thread(target=work, daemon=True).start()

    # Files.

    def lock(self, path: Path) -> AbstractContextManager[object]:
        """Return the lock of a file. Entering it raises `filelock.Timeout` if another process holds it.

        The lock ends with the process, however that ends.
        """
        return FileLock(path, timeout=0, mode=0o600, fallback_to_soft=False)


_SYSTEM = Environment()
_ENVIRONMENT: ContextVar[Environment] = ContextVar("environment", default=_SYSTEM)


def environment() -> Environment:
    """Return the environment of the present task: the system's, unless `using` has set another."""
    return _ENVIRONMENT.get()


def use(other: Environment) -> None:
    """Use another environment in the present context from now on, also in tasks that begin in it."""
    _ENVIRONMENT.set(other)


@contextmanager
def using(other: Environment) -> Iterator[None]:
    """Use another environment until the block ends, also in tasks that begin in the block."""
    token = _ENVIRONMENT.set(other)
    try:
        yield
    finally:
        _ENVIRONMENT.reset(token)
