"""The queries of the store. Each runs on a connection that sees one snapshot of the database."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

from courtly.tables.acts.matches import Substituted
from courtly.tables.journal import Entry, Head, Line, Player, Role
from courtly.tables.store import schema
from courtly.tables.store.databases import rows_of
from courtly.tables.store.errors import damaged
from courtly.tables.store.rows import (
    DealPlay,
    MatchRow,
    Row,
    entry_of,
    grouped,
    head_of,
    line_of,
    match_of,
    player_of,
    to_document,
)
from courtly.tables.store.rows import role_of as role_from

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")

LOBBY_PAGE = 50

_LOG = logging.getLogger(__name__)


def journal(connection: Connection, table: str, *, since: int = 0) -> list[Entry]:
    """Return the entries of a table from number `since` on; raise `BrokenTable` if any is damaged or missing."""
    rows = rows_of(
        connection,
        sa.select(schema.journal)
        .where(schema.journal.c.table_id == table, schema.journal.c.number >= since)
        .order_by(schema.journal.c.number),
    )
    known = versions(connection, [table])
    try:
        entries = [entry_of(row) for row in rows]
        # The head has the number of entries, so that missing entries at the end are found too.
        wanted = list(range(since, known.get(table, 0)))
    except (TypeError, ValueError) as error:
        raise damaged(table) from error
    if [entry.number for entry in entries] != wanted:
        raise damaged(table)
    return entries


def versions(connection: Connection, tables: Collection[str]) -> dict[str, int]:
    """Return the versions of the given tables; skip unknown tables."""
    query = sa.select(schema.tables.c.id, schema.tables.c.version).where(schema.tables.c.id.in_(tables))
    return {row["id"]: row["version"] for row in rows_of(connection, query)}


def tables_with_new_stand_ins(connection: Connection, since: Mapping[str, int]) -> set[str]:
    """Return the tables where a stand-in took over a seat since the given version of the table."""
    journal = schema.journal.c
    later = [sa.and_(journal.table_id == table, journal.number >= version) for table, version in since.items()]
    query = sa.select(journal.table_id).where(journal.act == Substituted.act, sa.or_(sa.false(), *later)).distinct()
    return {row["table_id"] for row in rows_of(connection, query)}


def head(connection: Connection, table: str) -> Head | None:
    """Return the head of a table, None without one; raise `BrokenTable` if it is damaged."""
    rows = rows_of(connection, sa.select(schema.tables).where(schema.tables.c.id == table))
    if not rows:
        return None
    seats = _seats(connection, [table])
    try:
        return head_of(rows[0], seats.get(table, []))
    except (TypeError, ValueError) as error:
        raise damaged(table) from error


def _seats(connection: Connection, tables: Collection[str]) -> dict[str, list[Row]]:
    query = sa.select(schema.seats).where(schema.seats.c.table_id.in_(tables)).order_by(schema.seats.c.seat)
    return grouped(rows_of(connection, query), "table_id")


def heads_of(connection: Connection, player: str, *, limit: int = 50) -> list[Head]:
    """Return the tables where a player has a seat or is the host, most recently updated first; skip damaged ones."""
    tables = schema.tables
    seated = sa.select(schema.seats.c.table_id).where(schema.seats.c.player == player)
    query = (
        sa.select(tables)
        .where(sa.or_(tables.c.host == player, tables.c.id.in_(seated)))
        .order_by(tables.c.updated.desc(), tables.c.id)
        .limit(limit)
    )
    return heads(connection, query)


def waiting_for(connection: Connection, player: str, *, limit: int = 50) -> list[Head]:
    """Return the tables where a player is to move, the longest wait first; skip damaged ones."""
    return waiting_for_each(connection, [player], limit=limit).get(player, [])


def waiting_for_each(connection: Connection, players: Collection[str], *, limit: int) -> dict[str, list[Head]]:
    """Return the tables where players are to move, at most `limit` for each player; otherwise as `waiting_for`."""
    tables, seats = schema.tables, schema.seats
    own = sa.and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_move, seats.c.player.in_(players))
    order = sa.func.coalesce(tables.c.turn_since, tables.c.updated), tables.c.id
    place = sa.func.row_number().over(partition_by=seats.c.player, order_by=order).label("place")
    placed = sa.select(tables, place).join(seats, own).where(tables.c.status == "playing").subquery()
    found: dict[str, list[Head]] = {}
    for head in heads(connection, sa.select(placed).where(placed.c.place <= limit).order_by(placed.c.place)):
        assert head.to_move is not None
        found.setdefault(head.seats[head.to_move].player or "", []).append(head)
    return found


def running_of(connection: Connection, player: str) -> list[str]:
    """Return the ids of the tables where a player has a seat in a running match."""
    tables, seats = schema.tables, schema.seats
    query = (
        sa.select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.player == player, tables.c.status == "playing")
        .order_by(tables.c.id)
    )
    return list(connection.scalars(query))


def lobby(connection: Connection, *, page: int = 0, apart: Collection[str] = ()) -> list[Head]:
    """Return a page of 50 listed, unfinished tables: waiting before playing, then newest first; skip damaged ones.

    Tables of the players in `apart` are left out: those that they host, and those where they have a seat.
    """
    tables, seats = schema.tables, schema.seats
    query = (
        sa.select(tables)
        .where(tables.c.listed, tables.c.status.in_(["waiting", "playing"]))
        # Descending alphabetical order puts `waiting` before `playing`.
        .order_by(tables.c.status.desc(), tables.c.created.desc(), tables.c.id)
        .limit(LOBBY_PAGE)
        .offset(page * LOBBY_PAGE)
    )
    if apart:
        is_theirs = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.player.in_(apart))
        query = query.where(tables.c.host.not_in(apart), ~is_theirs)
    return heads(connection, query)


def meetings(connection: Connection, game: str | None = None) -> list[Head]:
    """Return the tables where players wait who look for opponents, by default of all games, the oldest first."""
    query = schema.meeting_tables(schema.tables)
    return heads(connection, query if game is None else query.where(schema.tables.c.game == game))


def terms(connection: Connection, tables: Collection[str]) -> dict[str, tuple[dict[str, Any] | None, bool]]:
    """Return the clock of each table, None for a table without one, and whether it is rated; skip damaged ones."""
    journal = schema.journal
    query = sa.select(journal).where(journal.c.table_id.in_(tables), journal.c.number == 0)
    opened = _readable(rows_of(connection, query), lambda row: (row["table_id"], to_document(row["data"])))
    return {table: (data.get("clock"), bool(data.get("rated"))) for table, data in opened}


def heads(connection: Connection, query: sa.Select[Any]) -> list[Head]:
    """Return the heads of the tables that a query selects; skip damaged ones."""
    rows = rows_of(connection, query)
    seats = _seats(connection, [row["id"] for row in rows])
    return _readable(rows, lambda row: head_of(row, seats.get(row["id"], [])))


def _readable(rows: Iterable[Row], read: Callable[[Row], T]) -> list[T]:
    """Return the values of rows; skip damaged rows, which must not break a list."""
    values = []
    for row in rows:
        try:
            values.append(read(row))
        except (TypeError, ValueError):
            _LOG.warning("a damaged row of table %r is skipped", row.get("table_id") or row.get("id"))
    return values


def running(connection: Connection) -> list[str]:
    """Return the ids of the unfinished tables."""
    query = sa.select(schema.tables.c.id).where(schema.tables.c.status != "over").order_by(schema.tables.c.id)
    return [row["id"] for row in rows_of(connection, query)]


def practice(connection: Connection, tables: Collection[str]) -> set[str]:
    """Return the tables whose present match continues a position of another match."""
    starts, own = schema.starts, schema.tables
    query = (
        sa.select(own.c.id)
        .join(starts, starts.c.table_id == own.c.id)
        .where(own.c.id.in_(tables), own.c.match <= 1, starts.c.shared.is_(None))
    )
    return {row["id"] for row in rows_of(connection, query)}


def sent(connection: Connection, sender: str, command: str) -> tuple[str, Entry] | None:
    """Return the table and the first entry of a command, None for an unused command; raise `BrokenTable` if damaged."""
    query = sa.select(schema.journal).where(schema.journal.c.sender == sender, schema.journal.c.command == command)
    rows = rows_of(connection, query)
    if not rows:
        return None
    table = rows[0]["table_id"]
    try:
        return table, entry_of(rows[0])
    except (TypeError, ValueError) as error:
        raise damaged(table) from error


def matches(connection: Connection, table: str) -> list[MatchRow]:
    """Return the finished matches of a table, in order; skip damaged ones."""
    query = sa.select(schema.matches).where(schema.matches.c.table_id == table).order_by(schema.matches.c.match)
    return _readable(rows_of(connection, query), match_of)


def player(connection: Connection, /, **wanted: str) -> Player | None:
    """Return the player whose columns have the given values; None without one, or if the row is damaged."""
    players = schema.players
    query = sa.select(players).where(*(players.c[name] == value for name, value in wanted.items()))
    return next(iter(_readable(rows_of(connection, query), player_of)), None)


def code(connection: Connection, hashed: str) -> tuple[str, Role] | None:
    """Return the table and the role of a code, None for an unknown code."""
    rows = rows_of(connection, sa.select(schema.codes).where(schema.codes.c.hash == hashed))
    return next(iter(_readable(rows, lambda row: (str(row["table_id"]), role_from(row["role"])))), None)


def role_of(connection: Connection, player: str, table: str) -> Role | None:
    """Return the role in which a player was admitted to a table, None without one."""
    visits = schema.visits
    rows = rows_of(connection, sa.select(visits).where(visits.c.table_id == table, visits.c.player == player))
    return next(iter(_readable(rows, lambda row: role_from(row["role"]))), None)


def was_at(connection: Connection, player: str, table: str) -> bool:
    """Return whether a player was ever at a table: was admitted to it, has watched it, or has acted there."""
    visits, journal = schema.visits.c, schema.journal.c
    admitted = sa.exists().where(visits.table_id == table, visits.player == player)
    acted = sa.exists().where(journal.table_id == table, journal.sender == player)
    return bool(connection.scalar(sa.select(sa.or_(admitted, acted))))


def lines(connection: Connection, table: str, *, since: int = 0) -> list[Line]:
    """Return the lines of a table from number `since` on; skip damaged ones."""
    found = schema.lines
    query = sa.select(found).where(found.c.table_id == table, found.c.number >= since).order_by(found.c.number)
    return _readable(rows_of(connection, query), line_of)


def note(connection: Connection, player: str, table: str) -> str:
    """Return a player's notes on a table, empty without any."""
    notes = schema.notes
    text = connection.scalar(sa.select(notes.c.text).where(notes.c.table_id == table, notes.c.player == player))
    return text or ""


def review(connection: Connection, table: str, match: int) -> str | None:
    """Return the review of a match, None if it is not finished."""
    reviews = schema.reviews
    query = sa.select(reviews.c.document).where(reviews.c.table_id == table, reviews.c.match == match)
    found: str | None = connection.scalar(query)
    return found


def unfinished_reviews(connection: Connection) -> list[tuple[str, int]]:
    """Return the table and the match of each review that was begun but not finished."""
    reviews = schema.reviews
    query = sa.select(reviews).where(reviews.c.document.is_(None)).order_by(reviews.c.table_id, reviews.c.match)
    return [(row["table_id"], row["match"]) for row in rows_of(connection, query)]


def deal(connection: Connection, id: str) -> dict[str, Any] | None:  # noqa: A002 - the usual name
    """Return the shared deal with an id, None without one; raise `BrokenTable` if it is damaged."""
    text = connection.scalar(sa.select(schema.deals.c.document).where(schema.deals.c.id == id))
    try:
        return None if text is None else to_document(text)
    except ValueError as error:
        raise damaged("deals") from error


def deals_in_play(connection: Connection, player: str) -> dict[str, str]:
    """Return the table of each deal that a player is playing now and may not know, by the key of the deal.

    A player who opened a table at a position of another match knows the deal: that match was visible to them.
    """
    starts = schema.starts.c
    may_not_know = sa.or_(starts.shared.is_not(None), starts.player != player)
    query = schema.deals_in_play().where(schema.seats.c.player == player, may_not_know)
    return {row["deal"]: row["table_id"] for row in rows_of(connection, query)}


def deal_plays(connection: Connection, shared: str, player: str | None = None) -> list[DealPlay]:
    """Return the tables where a shared deal is or was played, by all players or by one, oldest first."""
    starts, tables, matches = schema.starts, schema.tables, schema.matches
    ended = sa.and_(matches.c.table_id == starts.c.table_id, matches.c.match == 1)
    query = (
        sa.select(starts.c.table_id, starts.c.player, tables.c.status, tables.c.match, matches.c.head)
        .join(tables, tables.c.id == starts.c.table_id)
        .outerjoin(matches, ended)
        .where(starts.c.shared == shared)
        .order_by(tables.c.created, tables.c.id)
    )
    rows = rows_of(connection, query if player is None else query.where(starts.c.player == player))
    return _readable(rows, _try_of)


def _try_of(row: Row) -> DealPlay:
    is_over = row["status"] == "over" or row["match"] > 1
    head = row["head"]
    return DealPlay(row["table_id"], row["player"], is_over, None if head is None else to_document(head))
