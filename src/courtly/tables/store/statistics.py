"""The sums of the statistics in the store, and the finished matches that they do not contain yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from courtly.tables.store.databases import upsert
from courtly.tables.store.rows import to_milliseconds
from courtly.tables.store.schema import matches, statistics, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Key(NamedTuple):
    """What a sum of a game is about, such as the topic `option`, the name `edition` and the item `2024`."""

    seats: int
    topic: str
    name: str = ""
    item: str = ""


class Finished(NamedTuple):
    """A finished match."""

    table: str
    match: int
    game: str


Sums = Mapping[Key, tuple[int, float]]
"""Counts and totals by key. A total is a sum of victory shares, otherwise 0."""


def uncounted(connection: Connection, before: datetime, most: int) -> list[Finished]:
    """Return matches that ended before a time and are not counted yet, the oldest first."""
    query = (
        sa.select(matches.c.table_id, matches.c.match, tables.c.game)
        .join(tables, tables.c.id == matches.c.table_id)
        .where(matches.c.counted.is_(None), matches.c.finished < to_milliseconds(before))
        .order_by(matches.c.finished, matches.c.table_id, matches.c.match)
        .limit(most)
    )
    return [Finished(*row) for row in connection.execute(query)]


def add(connection: Connection, counted: Iterable[tuple[Finished, Sums]]) -> None:
    """Add the sums of matches; leave out matches that another process has counted."""
    found: dict[tuple[str, Key], tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for row, sums in counted:
        if _claim(connection, row, counts=bool(sums)):
            for key, (count, total) in sums.items():
                counts, totals = found[row.game, key]
                found[row.game, key] = counts + count, totals + total
    rows = [
        {"game": game, **key._asdict(), "count": count, "total": total}
        for (game, key), (count, total) in sorted(found.items())
    ]
    if rows:
        insert = upsert(connection.dialect.name, statistics)
        more = {name: statistics.c[name] + insert.excluded[name] for name in ("count", "total")}
        connection.execute(insert.on_conflict_do_update(index_elements=statistics.primary_key, set_=more), rows)


def _claim(connection: Connection, row: Finished, *, counts: bool) -> bool:
    """Mark a match as counted, and return whether it was not marked before; `counts` says whether it has sums."""
    change = (
        sa.update(matches)
        .where(matches.c.table_id == row.table, matches.c.match == row.match, matches.c.counted.is_(None))
        .values(counted=counts)
    )
    return connection.execute(change).rowcount == 1


def sums_of(connection: Connection, game: str) -> dict[Key, tuple[int, float]]:
    """Return all sums of a game."""
    query = sa.select(statistics).where(statistics.c.game == game)
    return {
        Key(row["seats"], row["topic"], row["name"], row["item"]): (row["count"], row["total"])
        for row in connection.execute(query).mappings()
    }
