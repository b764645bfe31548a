"""The reads of a store: threads, each with its own connection, because a query would block the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from courtly.environment import environment
from courtly.tables.store.databases import READERS

if TYPE_CHECKING:
    import sqlalchemy as sa

T = TypeVar("T")


class Reader:
    """Runs queries in `READERS` threads.

    Parameters
    ----------
    engine
        An engine from `databases.reading_engine`; the reader closes it.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._threads = environment().executor(READERS, "courtly-reader")

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Return the result of a query, which sees one snapshot of the database."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, query)

    def _run(self, query: Callable[[sa.Connection], T]) -> T:
        with self._engine.connect() as connection:
            return query(connection)

    async def close(self) -> None:
        """Finish the running queries, accept no more, and close the connections."""
        await environment().in_thread(self._threads.shutdown)
        self._engine.dispose()
