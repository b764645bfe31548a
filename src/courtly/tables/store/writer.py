"""The one writer of a store: a thread with one connection, which commits together whatever waits.

A write is done when it is durable, and not before: its transaction is on the disk (SQLite `synchronous` FULL,
PostgreSQL `synchronous_commit`). While one transaction is being committed the next writes gather, so that many writers
cost one wait for the disk. A write that is refused fails alone.
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
from courtly.tables.store.batch import Outcome, Write, perform
from courtly.tables.store.databases import explained, is_hopeless
from courtly.tables.store.errors import StoreBusy, StoreClosed, conflict

if TYPE_CHECKING:
    import sqlalchemy as sa

    Waiting = tuple[Write, Future[Any]]


class Writer:
    """Takes writes from any task, and makes them durable in the order they came.

    Parameters
    ----------
    engine
        Where to write, as `databases.writing_engine` makes it; the writer closes it.
    most_waiting
        How many writes may wait; one more is refused with `StoreBusy`.
    most_together
        How many writes one transaction may hold.
    """

    def __init__(self, engine: sa.Engine, *, most_waiting: int = 4096, most_together: int = 256) -> None:
        self._engine = engine
        self._most_waiting = most_waiting
        self._most_together = most_together
        self._waiting: deque[Waiting] = deque()
        self._changed = threading.Condition()
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="courtly-writer", daemon=True)
        self._thread.start()

    async def submit(self, write: Write) -> Any:
        """Return what a write gives, once it is durable. Whoever stops waiting for it does not undo it.

        Raises
        ------
        Conflict
            Somebody else was first.
        StoreBusy, StoreClosed, StoreError
        """
        return await asyncio.wrap_future(self._accept(write))

    def _accept(self, write: Write) -> Future[Any]:
        future: Future[Any] = Future()
        # From here on it cannot be cancelled.
        future.set_running_or_notify_cancel()
        with self._changed:
            if self._is_closing:
                raise StoreClosed(said("the store is closed"), where="the store")
            if len(self._waiting) >= self._most_waiting:
                message = said("{count} changes wait to be written; try again later", count=self._most_waiting)
                raise StoreBusy(message, given=self._most_waiting, where="the store")
            self._waiting.append((write, future))
            self._changed.notify()
        return future

    async def close(self) -> None:
        """Write what was accepted, accept nothing more, and close the connection."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while batch := self._next_batch():
            writes = [write for write, _ in batch]
            for (_, future), outcome in zip(batch, self._outcomes(writes), strict=True):
                if isinstance(outcome, BaseException):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)
        self._engine.dispose()

    def _next_batch(self) -> list[Waiting]:
        """Wait for writes, and take those that are there; none when the store is closed and all is written."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closing)
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), self._most_together))]

    def _outcomes(self, writes: Sequence[Write]) -> list[Outcome]:
        try:
            with self._engine.begin() as connection:
                outcomes = perform(connection, writes)
        except Exception as error:  # noqa: BLE001 - whatever it is, the ones who wait for it get it
            if len(writes) == 1 or is_hopeless(error):
                return [_refusal(write, error) for write in writes]
            # One of them cannot be written; the others must not suffer for it.
            return [outcome for write in writes for outcome in self._outcomes([write])]
        return outcomes


def _refusal(write: Write, error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return conflict(write.table or "the store")
    refusal = explained(error) if isinstance(error, SQLAlchemyError) else error
    if refusal is not error:
        refusal.__cause__ = error
    return refusal
