"""Events in the store: their terms, entrants and tables.

Each change locks the event first, so that changes of one event happen one after the other. A change that begins or ends
a round names the round and the status that it expects, so only the first of two processes makes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import sqlalchemy as sa

from courtly.tables.event_rules.scoring import TableResult
from courtly.tables.event_rules.terms import Terms
from courtly.tables.journal import LEFT, Player, identity
from courtly.tables.store.databases import rows_of, upsert
from courtly.tables.store.rows import to_document, to_milliseconds, to_moment, to_text
from courtly.tables.store.schema import entrants, event_tables, events, matches, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection

Row = Mapping[str, Any]
EventStatus = Literal["open", "pause", "playing", "over"]
"""Before the start, between two rounds, during a round, after the last round."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event.

    Attributes
    ----------
    round
        The number of the present or last round, 0 before the first.
    due
        The earliest time of the next round.
    """

    id: str
    host: str
    status: EventStatus
    round: int
    due: datetime
    terms: Terms


class Entrant(NamedTuple):
    """A player or a bot of an event. `place` is its place in the rotation, None before the first round.

    An entrant who has left, or a bot that made place for a player, is not active any more.
    """

    number: int
    player: str | None
    name: str
    colour: str | None
    bot: str | None
    place: int | None
    is_active: bool = True


class EventTable(NamedTuple):
    """A table of a round. `result` is None until the round is over."""

    round: int
    number: int
    table: str
    seats: Sequence[int]
    result: TableResult | None = None


class Progress(NamedTuple):
    """A table of the present round: its status, None before it is opened, and the summary of its finished match."""

    at: EventTable
    status: str | None
    head: Mapping[str, Any] | None


class Changed(NamedTuple):
    """Entrants to add or replace, and entrants who are not active any more."""

    put: Sequence[Entrant] = ()
    ended: Sequence[int] = ()


def add(connection: Connection, event: Event, hashed: str, created: datetime) -> None:
    """Add an event; keep an event with the same id."""
    insert = upsert(connection.dialect.name, events).values(
        id=event.id,
        hash=hashed,
        host=event.host,
        status=event.status,
        round=event.round,
        due=to_milliseconds(event.due),
        created=to_milliseconds(created),
        document=to_text(event.terms.model_dump()),
    )
    connection.execute(insert.on_conflict_do_nothing())


def find(connection: Connection, id: str) -> Event | None:  # noqa: A002 - the usual name
    """Return the event with an id, None without one."""
    return _first(connection, sa.select(events).where(events.c.id == id))


def of_code(connection: Connection, hashed: str) -> Event | None:
    """Return the event with the hash of a code, None without one."""
    return _first(connection, sa.select(events).where(events.c.hash == hashed))


def running(connection: Connection) -> list[Event]:
    """Return the events that have started and are not over."""
    found = rows_of(connection, sa.select(events).where(events.c.status.in_(("pause", "playing"))))
    return [_event(row) for row in found]


def of_player(connection: Connection, player: str, *, limit: int = 50) -> list[Event]:
    """Return the events that a player has opened or takes part in, newest first."""
    takes_part = sa.exists().where(entrants.c.event_id == events.c.id, entrants.c.player == player)
    query = sa.select(events).where(sa.or_(events.c.host == player, takes_part))
    return [_event(row) for row in rows_of(connection, query.order_by(events.c.created.desc()).limit(limit))]


def unfinished_of_host(connection: Connection, host: str) -> int:
    """Return the number of events of a host that are not over."""
    query = sa.select(sa.func.count()).select_from(events).where(events.c.host == host, events.c.status != "over")
    return connection.scalar(query) or 0


def entrants_of(connection: Connection, event: str) -> list[Entrant]:
    """Return all entrants of an event, in the order in which they came."""
    query = sa.select(entrants).where(entrants.c.event_id == event).order_by(entrants.c.number)
    return [Entrant(**{name: row[name] for name in Entrant._fields}) for row in rows_of(connection, query)]


def tables_of(connection: Connection, event: str) -> list[EventTable]:
    """Return the tables of all rounds of an event, in order."""
    query = sa.select(event_tables).where(event_tables.c.event_id == event)
    rows = rows_of(connection, query.order_by(event_tables.c.round, event_tables.c.number))
    return [_event_table(row) for row in rows]


def progress(connection: Connection, event: str, number: int) -> list[Progress]:
    """Return the tables of a round with their status."""
    first = sa.and_(matches.c.table_id == event_tables.c.live_table, matches.c.match == 1)
    query = (
        sa.select(event_tables, tables.c.status, matches.c.head)
        .outerjoin(tables, tables.c.id == event_tables.c.live_table)
        .outerjoin(matches, first)
        .where(event_tables.c.event_id == event, event_tables.c.round == number)
        .order_by(event_tables.c.number)
    )
    return [
        Progress(_event_table(row), row["status"], None if row["head"] is None else to_document(row["head"]))
        for row in rows_of(connection, query)
    ]


def is_round_over(connection: Connection, event: str, number: int) -> bool:
    """Return whether a round of an event has ended."""
    here = event_tables.c.event_id == event, event_tables.c.round == number
    query = sa.select(sa.func.count(), sa.func.count(event_tables.c.result)).where(*here)
    count, ended = connection.execute(query).one()
    return bool(count) and count == ended


def change_entrants(connection: Connection, event: Event, known: int, changed: Changed) -> bool:
    """Change the entrants of an event; return False if the event or its entrants are not as they are known.

    Parameters
    ----------
    known
        The number of entrants, active or not, that the caller has seen.
    """
    if not _is_still(connection, event):
        return False
    here = entrants.c.event_id == event.id
    if connection.scalar(sa.select(sa.func.count()).select_from(entrants).where(here)) != known:
        return False
    _put(connection, event.id, changed)
    return True


def remove_entrant(connection: Connection, event: Event, player: str) -> bool:
    """Remove a player from an event that has not started; return False if it has."""
    if not _is_still(connection, event):
        return False
    connection.execute(sa.delete(entrants).where(entrants.c.event_id == event.id, entrants.c.player == player))
    return True


def begin_round(connection: Connection, event: Event, changed: Changed, seated: Sequence[EventTable]) -> bool:
    """Begin the next round of an event with these tables; return False if it has begun already."""
    if not _is_still(connection, event):
        return False
    _put(connection, event.id, changed)
    _set(connection, event.id, {"status": "playing", "round": event.round + 1})
    rows = [
        {"event_id": event.id, "round": at.round, "number": at.number, "live_table": at.table, "seats": _list(at.seats)}
        for at in seated
    ]
    connection.execute(sa.insert(event_tables), rows)
    return True


def end_round(connection: Connection, event: Event, results: Mapping[int, TableResult], due: datetime) -> bool:
    """End the present round of an event with the results of its tables; return False if it has ended already."""
    if not _is_still(connection, event):
        return False
    here = event_tables.c.event_id == event.id, event_tables.c.round == event.round
    for number, result in results.items():
        kept = {"scores": result.scores, "substituted": sorted(result.substituted)}
        change = sa.update(event_tables).where(*here, event_tables.c.number == number)
        connection.execute(change.values(result=to_text(kept)))
    status = "over" if event.round >= event.terms.rounds else "pause"
    _set(connection, event.id, {"status": status, "due": to_milliseconds(due)})
    return True


def start(connection: Connection, event: Event, due: datetime) -> bool:
    """Close the registration of an event, so that its rounds begin; return False if it has started already."""
    if not _is_still(connection, event):
        return False
    _set(connection, event.id, {"status": "pause", "due": to_milliseconds(due)})
    return True


def leave(connection: Connection, player: str) -> None:
    """Replace a player who is deleted by a pseudonym in all events; a bot takes over the place."""
    gone = identity(player)
    connection.execute(sa.update(events).where(events.c.host == player).values(host=gone))
    kept = {"player": gone, "name": LEFT, "colour": None}
    connection.execute(sa.update(entrants).where(entrants.c.player == player).values(**kept))


def export_of(connection: Connection, player: Player) -> list[dict[str, Any]]:
    """Return the events of a player for the player's export."""
    found = of_player(connection, player.id, limit=1000)
    return [{"name": each.terms.name, "game": each.terms.game, "is_host": each.host == player.id} for each in found]


def forget(connection: Connection, before: int) -> None:
    """Delete the events that were opened before a time, and are over or were never started."""
    old = sa.select(events.c.id).where(events.c.created < before, events.c.status.in_(("open", "over")))
    for part, column in ((event_tables, "event_id"), (entrants, "event_id"), (events, "id")):
        connection.execute(sa.delete(part).where(part.c[column].in_(old)))


def _is_still(connection: Connection, event: Event) -> bool:
    """Lock an event, and return whether its status and its round are those that the caller knows."""
    query = sa.select(events.c.status, events.c.round).where(events.c.id == event.id).with_for_update()
    found = connection.execute(query).first()
    return found is not None and (found.status, found.round) == (event.status, event.round)


def _set(connection: Connection, event: str, values: Mapping[str, Any]) -> None:
    connection.execute(sa.update(events).where(events.c.id == event).values(**values))


def _put(connection: Connection, event: str, changed: Changed) -> None:
    here = entrants.c.event_id == event
    if changed.ended:
        ended = sa.update(entrants).where(here, entrants.c.number.in_(changed.ended))
        connection.execute(ended.values(is_active=False))
    if changed.put:
        numbers = [each.number for each in changed.put]
        connection.execute(sa.delete(entrants).where(here, entrants.c.number.in_(numbers)))
        connection.execute(sa.insert(entrants), [{"event_id": event, **each._asdict()} for each in changed.put])


def _first(connection: Connection, query: sa.Select[Any]) -> Event | None:
    return next((_event(row) for row in rows_of(connection, query)), None)


def _event(row: Row) -> Event:
    terms = Terms.model_validate(to_document(row["document"]))
    return Event(row["id"], row["host"], row["status"], row["round"], to_moment(row["due"]), terms)


def _event_table(row: Row) -> EventTable:
    seats = json.loads(row["seats"])
    result = None
    if row["result"] is not None:
        kept = to_document(row["result"])
        result = TableResult(seats, kept["scores"], frozenset(kept["substituted"]))
    return EventTable(row["round"], row["number"], row["live_table"], seats, result)


def _list(numbers: Sequence[int]) -> str:
    return json.dumps(list(numbers), separators=(",", ":"))
