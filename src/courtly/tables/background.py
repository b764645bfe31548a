"""Background work: named tasks, and retries while the database is unavailable."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from courtly.environment import environment
from courtly.tables.errors import BrokenTable, NoSuchTable, StoreError, cause_of
from courtly.tables.store.errors import Conflict, StoreClosed

T = TypeVar("T")

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds until failed work is retried."""

NON_RETRYABLE = (BrokenTable, Conflict, StoreClosed)
"""Errors that a retry cannot fix."""


async def retry_when_unavailable(work: Callable[[], Awaitable[T]]) -> T:
    """Call `work` and return its result; retry while the database is unavailable.

    Raises
    ------
    BrokenTable, Conflict, StoreClosed
        A retry cannot fix these errors.
    """
    while True:
        try:
            return await work()
        except NON_RETRYABLE:
            raise
        except StoreError:
            # The store itself logs when the database fails and when it is back.
            await environment().sleep(RETRY_SECONDS)


class Background:
    """Tasks that run in the background; a task that fails is logged by name."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    def start(self, name: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any] | None:
        """Start a task and return it; return None after `close`.

        Parameters
        ----------
        name
            The name of the task in the log, such as `reading a table`.
        """
        if self._is_closed:
            work.close()
            return None
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Cancel all tasks and accept no new ones."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreError):
            log.warning("%s failed: %s (%s)", task.get_name(), error.code, cause_of(error))
        elif error is not None and not isinstance(error, NoSuchTable):
            # The two exceptions are no defects: a table waits for its rules, or was deleted.
            log.error("%s failed", task.get_name(), exc_info=error)
