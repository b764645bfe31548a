"""All writes except journal entries. Each runs on the writer's connection, inside its transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from courtly.tables.acts.matches import PlayerDeleted, Started
from courtly.tables.acts.seats import Opened
from courtly.tables.journal import Line, Player, Role
from courtly.tables.store import events
from courtly.tables.store.databases import now, upsert
from courtly.tables.store.errors import conflict
from courtly.tables.store.players import put_costs
from courtly.tables.store.rows import (
    Cost,
    KeptLine,
    line_of,
    line_row,
    player_row,
    to_milliseconds,
    to_text,
)
from courtly.tables.store.schema import (
    deals,
    journal,
    leases,
    lines,
    metadata,
    notes,
    players,
    rated_matches,
    reviews,
    starts,
    tables,
    visits,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

UPLOAD_ENTRIES = 3
"""The most entries that an uploaded record can have: `open`, `start`, and `leave` if its host was deleted."""

LONGEST_LEASE = 60_000
"""The longest lease in milliseconds. A later end was written before the system clock was set back."""

FORGOTTEN_TOGETHER = 50
"""The largest number of tables that one transaction deletes. A long transaction would delay other writes."""


def add_player(connection: Connection, player: Player) -> None:
    """Add a player, whose id, token and recovery link must be new."""
    connection.execute(sa.insert(players).values(player_row(player)))


def change_player(connection: Connection, player: Player) -> bool:
    """Update a player, except the id, and return whether the id exists."""
    change = sa.update(players).where(players.c.id == player.id).values(player_row(player))
    return connection.execute(change).rowcount == 1


def rewrite_revision(connection: Connection) -> None:
    """Write the revision of the schema again: the smallest write, which changes nothing."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def admit(connection: Connection, table: str, player: str, role: Role) -> None:
    """Admit a player to a table; the role `join` is never reduced to `watch`."""
    insert = upsert(connection.dialect.name, visits)
    more = insert.on_conflict_do_update(
        index_elements=["table_id", "player"],
        set_={"role": insert.excluded["role"]},
        where=insert.excluded["role"] == "join",
    )
    connection.execute(more, {"table_id": table, "player": player, "role": role})


def add_line(connection: Connection, table: str, line: Line) -> KeptLine:
    """Add a line with the next number and return it; if its command was used before, return the first line."""
    if line.command is not None:
        known = lines.c.table_id == table, lines.c.sender == line.sender, lines.c.command == line.command
        before = connection.execute(sa.select(lines).where(*known)).mappings().first()
        if before is not None:
            return KeptLine(_same(table, line_of(dict(before)), line), is_new=False)
    last = connection.scalar(sa.select(sa.func.max(lines.c.number)).where(lines.c.table_id == table))
    numbered = replace(line, number=0 if last is None else last + 1)
    connection.execute(sa.insert(lines).values(line_row(table, numbered)))
    return KeptLine(numbered, is_new=True)


def _same(table: str, before: Line, again: Line) -> Line:
    if (before.text, before.phrase) != (again.text, again.phrase):
        raise conflict(table)
    return before


def put_note(connection: Connection, table: str, player: str, text: str) -> None:
    """Store a player's notes on a table, replacing older ones."""
    insert = upsert(connection.dialect.name, notes)
    replaced = insert.on_conflict_do_update(
        index_elements=["table_id", "player"], set_={"text": insert.excluded["text"]}
    )
    connection.execute(replaced, {"table_id": table, "player": player, "text": text})


def acquire(connection: Connection, table: str, holder: str, seconds: float) -> bool:
    """Take or prolong a lease unless another process holds it; return whether the holder has it."""
    present = now(connection)
    insert = upsert(connection.dialect.name, leases).values(
        table_id=table, holder=holder, until=present + int(seconds * 1000)
    )
    taken = insert.on_conflict_do_update(
        index_elements=["table_id"],
        set_={"holder": insert.excluded["holder"], "until": insert.excluded["until"]},
        where=sa.or_(leases.c.holder == holder, _is_over(leases.c.until, present)),
    )
    return connection.execute(taken.returning(leases.c.table_id)).first() is not None


def _is_over(until: sa.ColumnElement[int], present: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that a lease is over."""
    return sa.or_(until <= present, until > present + LONGEST_LEASE)


def release(connection: Connection, holder: str) -> None:
    """Release all leases of a holder, on tables and on unfinished reviews."""
    connection.execute(sa.delete(leases).where(leases.c.holder == holder))
    unfinished = reviews.c.holder == holder, reviews.c.document.is_(None)
    connection.execute(sa.update(reviews).where(*unfinished).values(until=0))


def take_review(connection: Connection, table: str, match: int, holder: str, seconds: float) -> bool:
    """Take or prolong the lease of an unfinished review; return whether the holder has it."""
    present = now(connection)
    insert = upsert(connection.dialect.name, reviews).values(
        table_id=table, match=match, holder=holder, until=present + int(seconds * 1000)
    )
    taken = insert.on_conflict_do_update(
        index_elements=["table_id", "match"],
        set_={"holder": insert.excluded["holder"], "until": insert.excluded["until"]},
        where=sa.and_(
            reviews.c.document.is_(None),
            sa.or_(reviews.c.holder == holder, _is_over(reviews.c.until, present)),
        ),
    )
    return connection.execute(taken.returning(reviews.c.match)).first() is not None


def put_review(connection: Connection, table: str, match: int, document: str, costs: Sequence[Cost] = ()) -> None:
    """Store the review of a match with the costs of its decisions; keep an existing review."""
    where = reviews.c.table_id == table, reviews.c.match == match, reviews.c.document.is_(None)
    if connection.execute(sa.update(reviews).where(*where).values(document=document)).rowcount == 1:
        put_costs(connection, table, match, costs)


def drop_review(connection: Connection, table: str, match: int) -> None:
    """Delete the review of a match."""
    connection.execute(sa.delete(reviews).where(reviews.c.table_id == table, reviews.c.match == match))


def put_deal(connection: Connection, id: str, document: Mapping[str, Any]) -> None:  # noqa: A002 - the usual name
    """Store a shared deal; keep an existing deal with this id."""
    insert = upsert(connection.dialect.name, deals).values(id=id, document=to_text(document), created=now(connection))
    connection.execute(insert.on_conflict_do_nothing())


def forget(connection: Connection, before: int) -> int:
    """Delete up to `FORGOTTEN_TOGETHER` tables that were last updated before a time, and return their number.

    Tables with a rated match remain, because ratings are computed from their journals. When no such tables are left,
    delete the events of the same age, and the shared deals that no remaining table uses.
    """
    is_rated = sa.exists().where(rated_matches.c.table_id == tables.c.id)
    old = sa.select(tables.c.id).where(tables.c.updated < before, ~is_rated).order_by(tables.c.updated)
    old = old.limit(FORGOTTEN_TOGETHER)
    ids = connection.scalars(old.with_for_update()).all()
    if not ids:
        tried = sa.select(starts.c.shared).where(starts.c.shared == deals.c.id).exists()
        connection.execute(sa.delete(deals).where(deals.c.created < before, ~tried))
        events.forget(connection, before)
        return 0
    _delete(connection, ids)
    return len(ids)


def forget_uploads(connection: Connection, before: datetime) -> list[str]:
    """Delete up to `FORGOTTEN_TOGETHER` tables with an uploaded record, opened before a time, and return their ids.

    Such a table is over from its start on: nothing is played there.
    """
    played = sa.select(journal.c.number).where(
        journal.c.table_id == tables.c.id,
        journal.c.act.not_in((Opened.act, Started.act, PlayerDeleted.act)),
    )
    at = to_milliseconds(before)
    old = (
        sa.select(tables.c.id)
        .where(tables.c.updated < at, tables.c.status == "over", tables.c.version <= UPLOAD_ENTRIES)
        .where(~played.exists())
        .order_by(tables.c.id)
        .limit(FORGOTTEN_TOGETHER)
    )
    ids = list(connection.scalars(old.with_for_update()).all())
    if ids:
        _delete(connection, ids)
    return ids


def _delete(connection: Connection, ids: Sequence[str]) -> None:
    """Delete tables, after all rows that refer to them."""
    for part in reversed(metadata.sorted_tables):
        if "table_id" in part.c:
            connection.execute(sa.delete(part).where(part.c.table_id.in_(ids)))
    connection.execute(sa.delete(tables).where(tables.c.id.in_(ids)))
