"""The single writer of a store: a thread with one connection, which commits waiting writes together.

A write is done when its transaction is on the disk (SQLite `synchronous` FULL, PostgreSQL `synchronous_commit`). While
one transaction commits, further writes wait for the next one, so that many writes need only one disk sync. A refused
write does not affect the others in its transaction.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.store.batch import Outcome, Write, perform
from courtly.tables.store.databases import explained, is_hopeless
from courtly.tables.store.errors import StoreBusy, StoreClosed, conflict

if TYPE_CHECKING:
    import sqlalchemy as sa

    Waiting = tuple[Write, Future[Any]]


class Writer:
    """Accepts writes from any task, and makes them durable in the order in which they arrive.

    Parameters
    ----------
    engine
        An engine from `databases.writing_engine`; the writer closes it.
    most_waiting
        The largest number of waiting writes; further writes fail with `StoreBusy`.
    most_together
        The largest number of writes in one transaction.
    """

    def __init__(self, engine: sa.Engine, *, most_waiting: int = 4096, most_together: int = 256) -> None:
        self._engine = engine
        self._most_waiting = most_waiting
        self._most_together = most_together
        self._waiting: deque[Waiting] = deque()
        self._lock = threading.Lock()
        self._is_closing = False
        # One thread writes; it runs only while writes are waiting.
        self._thread = environment().executor(1, "courtly-writer")

    async def submit(self, write: Write) -> Any:
        """Return the result of a write once it is durable. Cancelling the call does not cancel the write.

        Raises
        ------
        Conflict
            An earlier write conflicts with this one.
        StoreBusy, StoreClosed, StoreError
            The write was not accepted, or failed.
        """
        return await asyncio.wrap_future(self._accept(write))

    def _accept(self, write: Write) -> Future[Any]:
        future: Future[Any] = Future()
        # The write cannot be cancelled from here on.
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._is_closing:
                raise StoreClosed(said("the database is closed"), where="the store")
            if len(self._waiting) >= self._most_waiting:
                message = said("{count} changes are waiting to be saved; try again later", count=self._most_waiting)
                raise StoreBusy(message, given=self._most_waiting, where="the store")
            self._waiting.append((write, future))
            self._thread.submit(self._write_batch)
        return future

    async def close(self) -> None:
        """Finish all accepted writes, accept no more, and close the connection."""
        with self._lock:
            self._is_closing = True
        await environment().in_thread(self._thread.shutdown)
        self._engine.dispose()

    def _write_batch(self) -> None:
        """Write the waiting writes together. An earlier batch may have included them."""
        with self._lock:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), self._most_together))]
        if not batch:
            return
        for (_, future), outcome in zip(batch, self._outcomes([write for write, _ in batch]), strict=True):
            if isinstance(outcome, BaseException):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def _outcomes(self, writes: Sequence[Write]) -> list[Outcome]:
        try:
            with self._engine.begin() as connection:
                outcomes = perform(connection, writes)
        except Exception as error:  # noqa: BLE001 - the waiting callers get the error
            if len(writes) == 1 or is_hopeless(error):
                return [_refusal(write, error) for write in writes]
            # One of the writes fails. Try them one by one, so that the others succeed.
            return [outcome for write in writes for outcome in self._outcomes([write])]
        return outcomes


def _refusal(write: Write, error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return conflict(write.table or "the store")
    refusal = explained(error) if isinstance(error, SQLAlchemyError) else error
    if refusal is not error:
        refusal.__cause__ = error
    return refusal
