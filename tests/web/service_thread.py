"""A server for the tests in a thread of its own, with an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager

Serve = Callable[[threading.Event, asyncio.Event], Coroutine[None, None, None]]
"""Serves: sets the first event when it is ready, and ends when the second is set."""


@contextmanager
def served(serve: Serve) -> Iterator[None]:
    """Run a server in a thread until the context ends."""
    started, ended, loop = threading.Event(), asyncio.Event(), asyncio.new_event_loop()

    def main() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            # The runner cancels connections that are still open.
            runner.run(serve(started, ended))

    thread = threading.Thread(target=main, daemon=True)
    thread.start()
    started.wait()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
