"""The store of live tables: all durable data of tables and players, in SQLite or PostgreSQL.

Writes go through one `Writer` and return when they are durable. Reads use other connections; each read sees one
snapshot of the database and never waits for a write. The store knows no game rules. Its rows contain hidden facts, so
they stay in the package `tables`.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from courtly.environment import environment
from courtly.tables.errors import BrokenTable, StoreError
from courtly.tables.journal import Entry, Head, Role
from courtly.tables.store import players, writes
from courtly.tables.store.batch import Call, Write, appending, beginning, meeting
from courtly.tables.store.databases import explained, file_of, read_url, reading_engine
from courtly.tables.store.errors import Conflict, StoreBusy, StoreClosed
from courtly.tables.store.notices import Notices, ServerNotices
from courtly.tables.store.outages import Outage
from courtly.tables.store.reader import Reader
from courtly.tables.store.rows import Asked, MatchRow, NewCodes, StartRow
from courtly.tables.store.upgrade import prepared_engine
from courtly.tables.store.writer import Writer

if TYPE_CHECKING:
    from sqlalchemy import Connection


P = ParamSpec("P")
T = TypeVar("T")

REFUSALS = (BrokenTable, Conflict, StoreBusy, StoreClosed)
"""Errors that do not mean that the database is unavailable."""

Measure = Callable[[Sequence[Entry]], AbstractContextManager[object]]

CHECK_SECONDS = 10.0
"""Seconds for which a successful write shows that the database accepts writes."""


class Store:
    """Runs the queries and changes of this package. `open_store` returns a store, which is an async context manager.

    `read` runs a query, as in `await store.read(reads.head, table)`. `write` and `write_at` make a change. Every method
    raises `StoreError` if the database cannot be reached. Every method that writes also raises `StoreBusy` and
    `StoreClosed`.

    Parameters
    ----------
    folder
        The folder of a temporary database, which the store deletes.
    measure
        Returns the context in which entries are appended; for metrics.

    Attributes
    ----------
    notices
        The notices of new table versions.
    """

    def __init__(
        self,
        writer: Writer,
        reader: Reader,
        notices: Notices,
        folder: tempfile.TemporaryDirectory[str] | None = None,
        measure: Measure = nullcontext,
    ) -> None:
        self._measure = measure
        self._writer = writer
        self._reader = reader
        self._folder = folder
        self._written = -inf
        self._check: asyncio.Future[bool] | None = None
        self._writes, self._reads = Outage("writing to the database"), Outage("reading from the database")
        self.notices = notices

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Write all accepted writes, and close every connection."""
        await self.notices.close()
        await self._writer.close()
        await self._reader.close()
        if self._folder is not None:
            self._folder.cleanup()

    async def read(self, query: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return the result of a query of `reads`, `players` or `shares`."""
        try:
            found = await self._reader.read(lambda connection: query(connection, *arguments, **named))
        except (SQLAlchemyError, OSError) as error:
            away = explained(error)
            self._reads.failed(away)
            raise away from error
        self._reads.worked()
        return found

    async def write(self, change: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Make a change of `writes`, `players` or `shares` durable, and return its result.

        Raises
        ------
        Conflict
            Another row has a value that must be unique.
        """
        made: T = await self._submit(Call(lambda connection: change(connection, *arguments, **named)))
        return made

    async def write_at(
        self, table: str, change: Callable[Concatenate[Connection, str, P], T], *arguments: P.args, **named: P.kwargs
    ) -> T:
        """Make a change at a table durable, as `write` does; the table is locked, and its id is an argument too.

        Raises
        ------
        Conflict
            The table does not exist, or another row has a value that must be unique.
        """
        made: T = await self._submit(Call(lambda connection: change(connection, table, *arguments, **named), table))
        return made

    async def _submit(self, write: Write) -> Any:
        try:
            given = await self._writer.submit(write)
        except REFUSALS:
            raise
        except StoreError as away:
            self._written = -inf
            self._writes.failed(away)
            raise
        self._written = environment().monotonic()
        self._writes.worked()
        return given

    async def create(
        self,
        head: Head,
        entries: Sequence[Entry],
        *,
        codes: Mapping[Role, str] | None = None,
        start: StartRow | None = None,
        known: Collection[str] | None = None,
    ) -> None:
        """Add a table with its first entries, the hashes of its codes, and the start of its first match.

        Parameters
        ----------
        known
            For a player who looks for opponents, the tables of `reads.meetings` that the player knows.

        Raises
        ------
        Conflict
            The id, a code or the command is used already, or players wait at another table than the known ones.
        DealInPlay
            The sender has a seat in the deal of the start at another table.
        """
        act = appending(entries, head, codes=NewCodes(codes or {}))
        act = act if known is None else meeting(act, known)
        await self._submit(beginning(act, start) if start else act)
        self.notices.appended(head.table, head.version)

    async def append(
        self,
        entries: Sequence[Entry],
        head: Head,
        *,
        codes: NewCodes | None = None,
        finished: MatchRow | None = None,
        asked: Asked | None = None,
    ) -> None:
        """Append entries to the table of a head, all or none, together with what follows from them.

        Raises
        ------
        Conflict
            The version of the table is not the number of the first entry, or the command is used already.
        DealInPlay
            The entries give their sender a seat in a deal that the sender is playing at another table.
        """
        with self._measure(entries):
            await self._submit(appending(entries, head, codes=codes, finished=finished, asked=asked))
            self.notices.appended(head.table, head.version)

    async def leave_table(self, table: str, player: str, gone: str) -> None:
        """Anonymize a player in all data of a table, and add the entry `leave`."""
        version = await self.write_at(table, players.leave_table, player, gone)
        self.notices.appended(table, version)

    async def can_write(self) -> bool:
        """Return whether the database accepts writes; a full disk, for example, refuses them.

        The last successful write counts for `CHECK_SECONDS`, and callers share one attempt, so that many calls cause
        few writes.
        """
        if environment().monotonic() - self._written < CHECK_SECONDS:
            return True
        if self._check is None or self._check.done():
            self._check = asyncio.ensure_future(self._try_write())
        return await asyncio.shield(self._check)

    async def _try_write(self) -> bool:
        try:
            await self.write(writes.rewrite_revision)
        except StoreError:
            return False
        return True


async def open_store(
    url_or_path: str | Path,
    *,
    patience: float = 5.0,
    most_waiting: int = 4096,
    notices: Notices | None = None,
    measure: Measure = nullcontext,
) -> Store:
    """Open a store; create or upgrade it if necessary.

    Parameters
    ----------
    url_or_path
        The path of a file, `:memory:` for a temporary store, or a URL that begins with `sqlite:///` or `postgresql://`.
    patience
        Seconds to wait for another program that is writing.
    most_waiting
        The largest number of waiting writes; further ones fail with `StoreBusy`.
    notices
        The notices of other processes; by default those of PostgreSQL, or none for SQLite.
    measure
        See `Store`.

    Raises
    ------
    NewerStore
        A later version of Courtly has written this database.
    StoreError
        The database cannot be created, opened or upgraded.
    """
    url = read_url(url_or_path)
    folder = None
    if url.get_backend_name() == "sqlite" and file_of(url) is None:
        folder = tempfile.TemporaryDirectory(prefix="courtly-")
        url = url.set(database=str(Path(folder.name) / "tables.db"))
    engine = await environment().in_thread(lambda: prepared_engine(url, patience=patience))
    writer = Writer(engine, most_waiting=most_waiting)
    if notices is None:
        notices = ServerNotices(url) if url.get_backend_name() == "postgresql" else Notices()
    await notices.start()
    return Store(writer, Reader(reading_engine(url, patience=patience)), notices, folder, measure)
