"""Tables, entries and queries for the tests of the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from courtly.tables.journal import Entry, Head, HeadSeat, Player, Role
from courtly.tables.store import Store, batch, writes
from courtly.tables.store.databases import read_url
from courtly.tables.store.rows import to_milliseconds

Open = Callable[..., Awaitable[Store]]

NOON = datetime(2026, 5, 4, 12, 0, 0, 123_000, tzinfo=UTC)
ANN = HeadSeat("person", "Ann", player="ann")
BOT = HeadSeat("bot", "Bo", bot="random")
HASH = "ab" * 32


def entry(number: int, **changes: Any) -> Entry:
    """Return an entry: `open` for number 0, else a move."""
    made = Entry(
        number=number,
        at=NOON + timedelta(seconds=number),
        act="move" if number else "open",
        match=1,
        turn=max(0, number - 1),
        seat=0 if number else None,
        sender="ann",
        data={"move": f"play {number}", "wörds": ["é\0", 2**60, None]},
    )
    return replace(made, **changes)


def sent(number: int, command: str, *, sender: str = "ann") -> Entry:
    """Return an entry that was sent with a command."""
    return entry(number, command=command, content=HASH, made=1, sender=sender)


def head(table: str = "t", version: int = 1, **changes: Any) -> Head:
    """Return the head of a table with a person and a bot."""
    made = Head(
        table=table,
        game="courtisans",
        status="playing",
        version=version,
        listed=True,
        host="ann",
        match=1,
        to_move=0,
        created=NOON,
        updated=NOON + timedelta(seconds=version),
        seats=(ANN, BOT),
    )
    return replace(made, **changes)


def player(who: str = "ann", **changes: Any) -> Player:
    """Return a player."""
    return replace(Player(id=who, name=who.title(), colour="plum", created=NOON), **changes)


async def grown(store: Store, table: str = "t", *, entries: int = 1, **changes: Any) -> None:
    """Create a table with a number of entries."""
    await store.create(head(table, **changes), [entry(0)])
    for number in range(1, entries):
        await store.append([entry(number)], head(table, number + 1, **changes))


def query(url: str, statement: str, **values: object) -> list[tuple[Any, ...]]:
    """Run a statement on a database directly, without the store, and return the rows."""
    engine = sa.create_engine(read_url(url), poolclass=sa.NullPool)
    with engine.begin() as connection:
        result = connection.execute(sa.text(statement), values)
        return [tuple(row) for row in result] if result.returns_rows else []


def numbers(entries: Sequence[Entry]) -> list[int]:
    """Return the numbers of entries."""
    return [one.number for one in entries]


async def put_codes(store: Store, table: str, codes: Mapping[Role, str]) -> None:
    """Replace the hashes of a table's codes."""
    await store.write_at(table, lambda connection, _: batch.put_codes(connection, batch.code_rows(table, codes)))


async def forget(store: Store, before: datetime) -> int:
    """Delete every table that was last updated before a time, and return their number."""
    count = 0
    while deleted := await store.write(writes.forget, to_milliseconds(before)):
        count += deleted
    return count
