"""The data of one player: matches, results, decision costs, the export, and deletion.

A player who leaves is deleted from the store. In all tables and journals an anonymous id replaces the player's id, and
`LEFT` replaces the name. A new entry in each journal makes the processes that have the table in memory reload it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa

from courtly.tables.acts import ENTRIES
from courtly.tables.acts.matches import PlayerDeleted
from courtly.tables.journal import LEFT, Entry
from courtly.tables.store import admin, blocks, events, outbox, ratings, reports, schema
from courtly.tables.store.databases import notify, now, rows_of, upsert
from courtly.tables.store.rows import (
    Cost,
    ResultRow,
    Row,
    cost_row,
    entry_row,
    grouped,
    result_of,
    result_row,
    to_document,
    to_moment,
    to_text,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

MATCHES_PAGE = 20
"""The number of matches on one page of a player."""


@dataclass(frozen=True, slots=True)
class Against:
    """A player's results against one bot specification in one game: matches, victories, sum of victory shares."""

    game: str
    bot: str
    matches: int
    won: int
    share: float


@dataclass(frozen=True, slots=True)
class KindCost:
    """The costs of a player's decisions of one kind in a game; see `Cost`."""

    game: str
    kind: str
    decisions: int
    total: float
    squares: float


def matches_of(connection: Connection, player: str, *, page: int = 0) -> list[list[ResultRow]]:
    """Return a page of a player's finished matches, newest first, each with the results of all seats."""
    results = schema.results
    newest = (
        sa.select(results.c.table_id, results.c.match)
        .where(results.c.player == player)
        .order_by(results.c.finished.desc(), results.c.table_id, results.c.match.desc())
        .limit(MATCHES_PAGE)
        .offset(page * MATCHES_PAGE)
    )
    keys = [(row["table_id"], row["match"]) for row in rows_of(connection, newest)]
    query = sa.select(results).where(results.c.table_id.in_({table for table, _ in keys})).order_by(results.c.seat)
    found = grouped([{**row, "key": (row["table_id"], row["match"])} for row in rows_of(connection, query)], "key")
    return [[result_of(row) for row in found[cast("str", key)]] for key in keys]


def results_of(connection: Connection, player: str) -> list[tuple[str, float]]:
    """Return the game and the victory share of each finished match of a player, oldest first."""
    results = schema.results
    query = (
        sa.select(results.c.game, results.c.share)
        .where(results.c.player == player)
        .order_by(results.c.finished, results.c.table_id, results.c.match)
    )
    return [(row["game"], float(row["share"])) for row in rows_of(connection, query)]


def against_bots(connection: Connection, player: str) -> list[Against]:
    """Return a player's results by bot; a match counts once for each bot specification at the table."""
    own, other = schema.results.alias("own"), schema.results.alias("other")
    met = (
        sa.select(own.c.table_id, own.c.match, own.c.game, other.c.bot, own.c.share)
        .join(other, sa.and_(other.c.table_id == own.c.table_id, other.c.match == own.c.match))
        .where(own.c.player == player, other.c.bot.is_not(None))
        .distinct()
        .subquery()
    )
    won = sa.func.sum(sa.case((met.c.share > 0, 1), else_=0))
    query = (
        sa.select(met.c.game, met.c.bot, sa.func.count().label("matches"), won.label("won"))
        .add_columns(sa.func.sum(met.c.share).label("share"))
        .group_by(met.c.game, met.c.bot)
        .order_by(met.c.game, met.c.bot)
    )
    rows = rows_of(connection, query)
    return [Against(row["game"], row["bot"], int(row["matches"]), int(row["won"]), float(row["share"])) for row in rows]


def costs_of(connection: Connection, player: str) -> list[KindCost]:
    """Return the costs of a player's reviewed decisions, by game and kind."""
    results, costs = schema.results, schema.costs
    same = sa.and_(
        costs.c.table_id == results.c.table_id, costs.c.match == results.c.match, costs.c.seat == results.c.seat
    )
    sums = [sa.func.sum(costs.c[name]).label(name) for name in ("decisions", "total", "squares")]
    query = (
        sa.select(results.c.game, costs.c.kind, *sums)
        .join(costs, same)
        .where(results.c.player == player)
        .group_by(results.c.game, costs.c.kind)
        .order_by(results.c.game, costs.c.kind)
    )
    return [
        KindCost(row["game"], row["kind"], int(row["decisions"]), float(row["total"]), float(row["squares"]))
        for row in rows_of(connection, query)
    ]


def without_results(connection: Connection) -> list[tuple[str, int, str]]:
    """Return the table, number and game of each finished match that an earlier version stored without results."""
    matches, results, tables = schema.matches, schema.results, schema.tables
    kept = sa.exists().where(results.c.table_id == matches.c.table_id, results.c.match == matches.c.match)
    query = (
        sa.select(matches.c.table_id, matches.c.match, matches.c.head, tables.c.game)
        .join(tables, tables.c.id == matches.c.table_id)
        .where(~kept)
        .order_by(matches.c.finished)
    )
    rows = rows_of(connection, query)
    # A stopped match has no results.
    return [(row["table_id"], row["match"], row["game"]) for row in rows if '"scores"' in row["head"]]


def finished_at(connection: Connection, table: str, match: int) -> datetime | None:
    """Return the time when a match ended, None before its end."""
    matches = schema.matches
    query = sa.select(matches.c.finished).where(matches.c.table_id == table, matches.c.match == match)
    at = connection.scalar(query)
    return None if at is None else to_moment(at)


def tables_of(connection: Connection, player: str) -> list[str]:
    """Return every table that a player hosts, has a seat at, or has acted at."""
    journal, seats, tables, results = schema.journal, schema.seats, schema.tables, schema.results
    query = sa.union(
        sa.select(journal.c.table_id).where(journal.c.sender == player),
        sa.select(seats.c.table_id).where(seats.c.player == player),
        sa.select(results.c.table_id).where(results.c.player == player),
        sa.select(tables.c.id).where(tables.c.host == player),
    )
    return sorted(row["table_id"] for row in rows_of(connection, query))


def acts_of(connection: Connection, player: str) -> list[dict[str, Any]]:
    """Return a player's acts at tables. Other fields of the entries are left out: they may be hidden facts."""
    journal = schema.journal
    query = sa.select(journal).where(journal.c.sender == player).order_by(journal.c.table_id, journal.c.number)
    return [_serialize_act(row) for row in rows_of(connection, query)]


def _serialize_act(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {name: row[name] for name in ("act", "match", "turn", "seat")}
    data = to_document(row["data"])
    said: dict[str, Any] = {name: data[name] for name in ENTRIES[row["act"]].exported}
    return {"table": row["table_id"], "at": to_moment(row["at"]).isoformat(), **told, **said}


def writings_of(connection: Connection, player: str) -> dict[str, list[dict[str, Any]]]:
    """Return a player's lines of table talk, notes, and the tables that the player may see through a code."""
    lines, notes, visits = schema.lines, schema.notes, schema.visits
    said = sa.select(lines).where(lines.c.sender == player).order_by(lines.c.table_id, lines.c.number)
    return {
        "talk": [
            {
                "table": row["table_id"],
                "at": to_moment(row["at"]).isoformat(),
                "text": row["text"],
                "phrase": row["phrase"],
            }
            for row in rows_of(connection, said)
        ],
        "notes": [
            {"table": row["table_id"], "text": row["text"]}
            for row in rows_of(connection, sa.select(notes).where(notes.c.player == player))
        ],
        "visits": [
            {"table": row["table_id"], "role": row["role"]}
            for row in rows_of(connection, sa.select(visits).where(visits.c.player == player))
        ],
    }


def put_results(connection: Connection, table: str, results: Sequence[ResultRow]) -> None:
    """Store the results of a match of a table; keep existing results."""
    assert all(result.table == table for result in results), "the results belong to another table"
    insert = upsert(connection.dialect.name, schema.results)
    connection.execute(insert.on_conflict_do_nothing(), [result_row(result) for result in results])


def put_costs(connection: Connection, table: str, match: int, costs: Sequence[Cost]) -> None:
    """Store the decision costs of a match, replacing older ones."""
    kept = schema.costs
    connection.execute(sa.delete(kept).where(kept.c.table_id == table, kept.c.match == match))
    if costs:
        connection.execute(sa.insert(kept), [cost_row(table, match, cost) for cost in costs])


def leave_table(connection: Connection, table: str, player: str, gone: str) -> int:
    """Anonymize a player in all data of a table, and return the new version of the table.

    `gone` replaces the player's id; it is the id of no player. The table must be locked.
    """
    names = _leave_journal(connection, table, player, gone)
    for part, column in ((schema.seats, "player"), (schema.results, "player")):
        theirs = part.c.table_id == table, part.c[column] == player
        connection.execute(sa.update(part).where(*theirs).values({column: gone, "name": LEFT}))
    ratings.leave_table(connection, table, player, gone)
    starts = schema.starts
    connection.execute(
        sa.update(starts).where(starts.c.table_id == table, starts.c.player == player).values(player=gone)
    )
    for part, column in ((schema.matches, "head"), (schema.reviews, "document")):
        _rename_seats(connection, part, column, table, names)
    return _add_entry(connection, table, player, gone)


def _leave_journal(connection: Connection, table: str, player: str, gone: str) -> set[str]:
    """Anonymize a player in the entries of a table, and return the names that the player had there."""
    journal, names = schema.journal, set[str]()
    rows = connection.execute(sa.select(journal).where(journal.c.table_id == table)).mappings().all()
    for row in rows:
        text = row["data"]
        if json.dumps(player) in text:
            names |= _names_in(to_document(text), player)
    for row in rows:
        changes = _changed(dict(row), player, gone, names)
        if changes:
            here = journal.c.table_id == table, journal.c.number == row["number"]
            connection.execute(sa.update(journal).where(*here).values(changes))
    return names


def _changed(row: Row, player: str, gone: str, names: Collection[str]) -> dict[str, Any]:
    """Return the columns of an entry that change when a player is anonymized."""
    changes: dict[str, Any] = {"sender": gone} if row["sender"] == player else {}
    before = to_document(row["data"])
    after = _without(before, player, gone)
    if isinstance(record := after.get("record"), dict):
        after["record"] = _renamed(record, names)
    return changes if after == before else {**changes, "data": to_text(after)}


def _names_in(value: Any, player: str) -> set[str]:
    if isinstance(value, dict):
        own = {str(value["name"])} if value.get("player") == player and "name" in value else set()
        return own.union(*(_names_in(each, player) for each in value.values()))
    return set().union(*(_names_in(each, player) for each in value)) if isinstance(value, list) else set()


def _without(value: Any, player: str, gone: str) -> Any:
    """Return a JSON value in which a player's id and name are replaced."""
    if isinstance(value, list):
        return [_without(each, player, gone) for each in value]
    if not isinstance(value, dict):
        return value
    changed = {key: _without(each, player, gone) for key, each in value.items()}
    changed |= {key: gone for key in ("player", "host") if value.get(key) == player}
    return changed | {"name": LEFT} if value.get("player") == player and "name" in value else changed


def _renamed(document: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return a document with the given names replaced in its seats, if it has seats."""
    if "seats" not in document:
        return dict(document)
    seats = [{**one, "name": LEFT} if one.get("name") in names else one for one in document["seats"]]
    return {**document, "seats": seats}


def _rename_seats(connection: Connection, part: sa.Table, column: str, table: str, names: Collection[str]) -> None:
    rows = connection.execute(sa.select(part).where(part.c.table_id == table)).mappings().all()
    for row in rows:
        if row[column] is None:
            continue
        document = json.loads(row[column])
        if any(one.get("name") in names for one in document.get("seats") or []):
            here = part.c.table_id == table, part.c["match"] == row["match"]
            connection.execute(sa.update(part).where(*here).values({column: to_text(_renamed(document, names))}))


def _add_entry(connection: Connection, table: str, player: str, gone: str) -> int:
    """Add the entry that tells other processes to reload the journal."""
    tables = schema.tables
    head = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().one()
    at = connection.scalar(sa.select(now(connection)))
    entry = Entry(head["version"], to_moment(at), PlayerDeleted.act, head["match"], 0, data=PlayerDeleted(gone).data())
    connection.execute(sa.insert(schema.journal).values(entry_row(table, entry)))
    host = gone if head["host"] == player else head["host"]
    version = int(head["version"]) + 1
    connection.execute(sa.update(tables).where(tables.c.id == table).values(version=version, host=host))
    notify(connection, [(table, version)])
    return version


def leave(connection: Connection, player: str) -> None:
    """Delete a player and the player's private data: talk, notes, links, blocks, devices, admissions to tables.

    Call `leave_table` first for each of the player's tables.
    """
    for part, column in (
        (schema.lines, "sender"),
        (schema.notes, "player"),
        (schema.visits, "player"),
        (schema.shares, "maker"),
        (schema.players, "id"),
    ):
        connection.execute(sa.delete(part).where(part.c[column] == player))
    admin.leave(connection, player)
    blocks.leave(connection, player)
    reports.leave(connection, player)
    outbox.leave(connection, player)
    ratings.leave(connection, player)
    events.leave(connection, player)
    _leave_deals(connection, player)


def _leave_deals(connection: Connection, player: str) -> None:
    """Remove a player from the shared deals: the name and id of the giver, and the id in `known_to`."""
    deals = schema.deals
    rows = connection.execute(sa.select(deals).where(deals.c.document.contains(player, autoescape=True)))
    for row in rows.mappings().all():
        document = json.loads(row["document"])
        changed: dict[str, Any] = {"known_to": [one for one in document["known_to"] if one != player]}
        if document["owner"] == player:
            changed |= {"owner": "", "giver": LEFT}
        connection.execute(sa.update(deals).where(deals.c.id == row["id"]).values(document=to_text(document | changed)))
