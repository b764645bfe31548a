"""Threads that share work on a range of matches; kernels release the interpreter lock.

The range is cut into spans. The threads take spans from a queue; the calling thread is one of them. A handover costs
50 µs or more, so `grain` sets the least number of matches in a span, about a millisecond of work. A single span runs in
the calling thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from typing import NamedTuple, TypeVar

from courtly.engine.closing import Closeable
from courtly.engine.play.cores import cores

T = TypeVar("T")

_SPANS_PER_THREAD = 8
"""More than one, because matches differ in length and cores differ in load."""


class Span(NamedTuple):
    """The numbers from `low` to `high - 1`."""

    low: int
    high: int


class Threads(Closeable):
    """A fixed number of threads, including the calling one.

    Parameters
    ----------
    count
        Number of threads; all cores by default.
    pool
        Source of the other threads. By default the object creates its own pool on first use, and `close` ends it. A
        pool passed in stays open.

    Examples
    --------
    >>> with Threads(2) as threads:
    ...     threads.share(lambda span: span.high - span.low, 10, grain=100)
    [10]
    """

    def __init__(self, count: int | None = None, pool: Executor | None = None) -> None:
        self.count = count or cores()
        self._pool = pool
        self._own: ThreadPoolExecutor | None = None

    def close(self) -> None:
        """Stop the threads of the internal pool; later work creates a new one."""
        own, self._own = self._own, None
        if own is not None:
            own.shutdown()

    def share(self, work: Callable[[Span], T], size: int, *, grain: int = 1) -> list[T]:
        """Call `work` on spans that cover `range(size)` and return the results in order.

        A busy pool never blocks the call: the calling thread then does all the work.
        """
        spans = _spans(size, min(size // grain, self.count * _SPANS_PER_THREAD) if self.count > 1 else 1)
        if len(spans) == 1:
            return [work(spans[0])]
        left = deque(enumerate(spans))
        found: dict[int, T] = {}

        def take() -> None:
            while True:
                try:
                    number, span = left.popleft()
                except IndexError:
                    return
                found[number] = work(span)

        helpers = [self._executor().submit(take) for _ in range(min(self.count, len(spans)) - 1)]
        try:
            take()
        finally:
            left.clear()
            wait([helper for helper in helpers if not helper.cancel()])
        for helper in helpers:
            if not helper.cancelled():
                helper.result()
        return [found[number] for number in range(len(spans))]

    def _executor(self) -> Executor:
        if self._pool is not None:
            return self._pool
        if self._own is None:
            self._own = ThreadPoolExecutor(self.count - 1)
        return self._own


def _spans(size: int, count: int) -> list[Span]:
    """Return at least one and at most `count` spans."""
    count = max(1, count)
    return [Span(size * i // count, size * (i + 1) // count) for i in range(count)]
