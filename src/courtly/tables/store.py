"""The store: keeps every table in SQLite.

Each write is one transaction that takes the write lock first and is on the disk before it returns (write-ahead log,
`synchronous` FULL). The statements are portable; what only SQLite needs is in `_sqlite`. Nothing here knows the rules
of a game, and nothing here may reach a player except through `service`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from courtly.engine.sentences import said
from courtly.tables._sqlite import explained, make_engine, make_file, read_url
from courtly.tables.errors import BrokenTable
from courtly.tables.schema import events, seats, tables
from courtly.tables.upgrade import is_current, upgrade

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


# The columns of `tables` that never change; fields of the same names in `StoredTable`.
HEAD = ("id", "format", "game", "rules", "options", "deal", "seed", "bot_seed", "created")


class Conflict(Exception):
    """Somebody else has added the event of this number, or this command, first."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat as kept: `owner` is whom a human's seat belongs to, `bot` the spec of a bot's."""

    kind: str
    name: str
    owner: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as kept, without its events: the head of a match record, and the secret seed of its bots."""

    id: str
    format: str
    game: str
    rules: str
    options: dict[str, Any]
    deal: dict[str, Any] = field(repr=False)
    seed: int | None = field(repr=False)
    bot_seed: int = field(repr=False)
    created: datetime
    seats: tuple[StoredSeat, ...]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A move as kept; `number` is the table's version at which it was made, `command` None for a bot's."""

    number: int
    seat: int
    move: str = field(repr=False)
    command: str | None = None


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """What a list shows of a table; `created` is None, and `is_readable` false, where the row is damaged."""

    id: str
    game: str
    created: datetime | None
    version: int
    to_move: int | None
    names: tuple[str, ...]
    is_readable: bool = True


class Store:
    """Tables, seats and events in one database; `open_store` makes one. Also an async context manager."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(courtly_writes=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection; the store can be opened again."""
        await self._engine.dispose()

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """One snapshot of the database."""
        try:
            async with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise explained(error) from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction that is on the disk when it ends well, and undone when it does not."""
        try:
            async with self._writer.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise Conflict from error
        except SQLAlchemyError as error:
            raise explained(error) from error

    async def prepare(self) -> None:
        """Bring the schema up to date; one process does, others that open at the same time wait for it."""
        async with self._reading() as connection:
            if await connection.run_sync(is_current):
                return
        async with self._writing() as connection:
            await connection.run_sync(upgrade)

    async def insert(self, table: StoredTable, *, to_move: int | None) -> None:
        """Add a table with its seats and no event."""
        row = {name: getattr(table, name) for name in HEAD}
        rows = [
            {"table_id": table.id, "seat": number, "kind": s.kind, "name": s.name, "owner": s.owner, "bot": s.bot}
            for number, s in enumerate(table.seats)
        ]
        async with self._writing() as connection:
            await connection.execute(sa.insert(tables).values(row | {"version": 0, "to_move": to_move}))
            await connection.execute(sa.insert(seats), rows)

    async def append(self, table_id: str, event: StoredEvent, *, to_move: int | None) -> None:
        """Add the event that brings a table from version `event.number` to the next.

        Raises
        ------
        Conflict
            The table is not at that version, or has seen that command.
        """
        step = (
            sa.update(tables)
            .where(tables.c.id == table_id, tables.c.version == event.number)
            .values(version=event.number + 1, to_move=to_move)
        )
        row = {
            "table_id": table_id,
            "number": event.number,
            "seat": event.seat,
            "move": event.move,
            "command": event.command,
            "created": datetime.now(UTC),
        }
        async with self._writing() as connection:
            if (await connection.execute(step)).rowcount != 1:
                raise Conflict
            await connection.execute(sa.insert(events).values(row))

    async def load(self, table_id: str) -> StoredTable | None:
        """Return a table and its seats, None when there is none of this id.

        Raises
        ------
        BrokenTable
            Its row holds what cannot be read.
        """
        async with self._reading() as connection:
            try:
                row = (await connection.execute(sa.select(tables).where(tables.c.id == table_id))).mappings().first()
            except (TypeError, ValueError) as error:
                raise damaged(table_id) from error
            if row is None:
                return None
            of_table = sa.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            found = (await connection.execute(of_table)).mappings().all()
        held = tuple(StoredSeat(seat["kind"], seat["name"], seat["owner"], seat["bot"]) for seat in found)
        return StoredTable(**{name: row[name] for name in HEAD}, seats=held)

    async def events(self, table_id: str, *, since: int = 0) -> list[StoredEvent]:
        """Return a table's events from number `since` on, in order."""
        query = (
            sa.select(events.c.number, events.c.seat, events.c.move, events.c.command)
            .where(events.c.table_id == table_id, events.c.number >= since)
            .order_by(events.c.number)
        )
        async with self._reading() as connection:
            return [StoredEvent(*row) for row in await connection.execute(query)]

    async def tables_of(self, owner: str) -> list[StoredSummary]:
        """Return the tables at which an owner has a seat, the newest first; damaged rows are among them."""
        progress = (tables.c.version, tables.c.to_move)
        mine = sa.select(seats.c.table_id).where(seats.c.owner == owner)
        heads = (
            # The date as it is written: one that cannot be read must not hide the other tables.
            sa.select(tables.c.id, tables.c.game, sa.type_coerce(tables.c.created, sa.String), *progress)
            .where(tables.c.id.in_(mine))
            .order_by(tables.c.created.desc(), tables.c.id)
        )
        at_them = sa.select(seats.c.table_id, seats.c.name).where(seats.c.table_id.in_(mine)).order_by(seats.c.seat)
        async with self._reading() as connection:
            found = (await connection.execute(heads)).all()
            names = _grouped([(row[0], row[1]) for row in await connection.execute(at_them)])
        return [_summary(*row, names=tuple(names[row[0]])) for row in found]


def _summary(id: str, game: str, created: str, *progress: Any, names: tuple[str, ...]) -> StoredSummary:  # noqa: A002
    """Return the summary of a row, which a hand or a failing disk may have damaged."""
    version, to_move = progress
    try:
        moment = datetime.fromisoformat(created).replace(tzinfo=UTC)
    except (TypeError, ValueError):
        moment = None
    counts = all(isinstance(number, int) for number in (version, 0 if to_move is None else to_move))
    texts = all(isinstance(text, str) for text in (game, *names))
    readable = moment is not None and counts and texts
    shown_names = tuple(str(name) for name in names)
    return StoredSummary(id, str(game), moment, version, to_move, shown_names, is_readable=readable)


def damaged(table_id: str) -> BrokenTable:
    """Return the error for a table whose rows hold what cannot be read."""
    sentence = said("the match at table {table} is damaged in the database and cannot be read", table=table_id)
    return BrokenTable(sentence, given=table_id, where="table")


def _grouped(pairs: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for key, value in pairs:
        grouped.setdefault(key, []).append(value)
    return grouped


async def open_store(url_or_path: str | Path, *, patience: float = 5.0) -> Store:
    """Open a store, made and brought up to date as needed.

    Parameters
    ----------
    url_or_path
        The path of a file, `:memory:`, or a URL that begins with `sqlite:///`.
    patience
        Seconds to wait for another program that is writing.

    Raises
    ------
    NewerStore
        A later version of Courtly has written this database.
    StoreError
        The database cannot be made, opened or brought up to date.
    """
    url = read_url(url_or_path)
    await asyncio.to_thread(make_file, url, patience=patience)
    store = Store(make_engine(url, patience=patience))
    try:
        await store.prepare()
    except BaseException:
        await store.close()
        raise
    return store
