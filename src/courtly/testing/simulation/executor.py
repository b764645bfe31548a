"""An executor that runs its work in the thread of a simulated loop, after a virtual delay."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from random import Random
from typing import Any, ParamSpec, TypeVar

DELAY = (0.0, 0.02)
"""The shortest and the longest time of usual work, in virtual seconds."""

P = ParamSpec("P")
T = TypeVar("T")


class WouldBlock(RuntimeError):
    """Code waits in the thread of a simulated loop for a result that only the loop can produce."""


class Crashed(RuntimeError):
    """Work in a simulated thread was made to fail."""


class InlineFuture(Future[T]):
    """A future of an `InlineExecutor`. Waiting for an unfinished one would block the loop forever, so that fails."""

    def result(self, timeout: float | None = None) -> T:
        """Return the result, or raise `WouldBlock` if there is none yet."""
        self._check_done()
        return super().result(timeout)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Return the exception, or raise `WouldBlock` if the work is not done."""
        self._check_done()
        return super().exception(timeout)

    def _check_done(self) -> None:
        if not self.done():
            raise WouldBlock("This work has not run yet: waiting for it would block the simulated loop. Use await.")


class InlineExecutor(Executor):
    """Runs work in the thread of a simulated loop, after a virtual delay, in the context of the submitter.

    The work of a killed process is dropped. As in a thread, there is no running loop while the work runs.

    Parameters
    ----------
    loop
        The simulated loop.
    rng
        Draws the delays.
    workers
        The number of simulated threads. One thread runs its work in order.
    delay
        The shortest and the longest time of one piece of work, in virtual seconds.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        rng: Random,
        *,
        workers: int = 8,
        delay: tuple[float, float] = DELAY,
    ) -> None:
        self.delay = delay
        self.crashes = 0.0
        """The probability that work fails with `Crashed` instead of being done."""
        self._loop = loop
        self._rng = rng
        self._free_at = [0.0] * workers
        self._pending: dict[Future[Any], Callable[[], None]] = {}
        self._is_shut_down = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Schedule work on the loop."""
        if self._is_shut_down:
            raise RuntimeError("This executor is shut down, so it takes no more work.")
        future = InlineFuture[T]()
        self._pending[future] = partial(self._run, future, partial(fn, *args, **kwargs))
        begins = max(self._loop.time(), heapq.heappop(self._free_at))
        ends = begins + self._rng.uniform(*self.delay)
        heapq.heappush(self._free_at, ends)
        self._loop.call_at(ends, self._pending[future])
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - inherited
        """Take no more work. Pending work is cancelled, or run now (`wait`), or left to the loop."""
        self._is_shut_down = True
        for future, run in list(self._pending.items()):
            if cancel_futures:
                future.cancel()
            elif wait:
                run()

    def _run(self, future: Future[T], work: Callable[[], T]) -> None:
        if self._pending.pop(future, None) is None or not future.set_running_or_notify_cancel():
            return
        running = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        try:
            if self.crashes and self._rng.random() < self.crashes:
                raise Crashed("The work of this thread was made to fail.")
            result = work()
        except BaseException as error:  # noqa: BLE001 - as in a thread pool, the waiter gets it
            future.set_exception(error)
        else:
            future.set_result(result)
        finally:
            asyncio._set_running_loop(running)
