"""What goes on beside everybody's requests: tasks that have a name, and work that waits until the database is back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from courtly.tables.errors import BrokenTable, NotReady, StoreError
from courtly.tables.store.errors import Conflict, StoreClosed

T = TypeVar("T")

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds after which what the database could not do is tried again."""

FINAL = (BrokenTable, Conflict, StoreClosed)
"""What does not pass by itself, as a database that is away does."""


async def patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Do some work; while the database is away, try again, so that no table waits for ever.

    Raises
    ------
    BrokenTable, Conflict, StoreClosed
        To try again would not help.
    """
    while True:
        try:
            return await work()
        except FINAL:
            raise
        except StoreError:
            # The store tells the log when it goes away, and when it is back.
            await asyncio.sleep(AGAIN)


class Background:
    """Tasks that nobody waits for; those that fail are named in the log."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    def start(self, name: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any] | None:
        """Begin some work, and return its task; None after the end, when nothing is begun.

        Parameters
        ----------
        name
            What the log calls it where it fails, such as `reading a table`.
        """
        if self._is_closed:
            work.close()
            return None
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Stop everything, and begin nothing more."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreError):
            # The cause may name moves and cards.
            log.warning("%s has failed: %s", task.get_name(), error.code)
        elif error is not None and not isinstance(error, NotReady):
            log.error("%s has failed", task.get_name(), exc_info=error)
