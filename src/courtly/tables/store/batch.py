"""One transaction of the writer: many acts at many tables, each applied as a whole or refused.

The transaction first locks all tables, ordered by id. It decides in memory which acts fit the present versions, the
used commands and the deals in play, and writes those acts with one statement for each kind of row. Then it runs the
calls (all other writes), each within a savepoint.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from courtly.tables.acts.rated import Rated
from courtly.tables.acts.seats import Seated
from courtly.tables.errors import StoreError, TableError
from courtly.tables.journal import Entry, Head, Role
from courtly.tables.refusals import deal_in_play
from courtly.tables.store.databases import lock_deals, lock_meetings, notify, upsert
from courtly.tables.store.errors import conflict
from courtly.tables.store.outbox import add_notifications, asked_rows
from courtly.tables.store.ratings import add_rated, rated_row
from courtly.tables.store.rows import (
    Asked,
    MatchRow,
    NewCodes,
    StartRow,
    entry_row,
    head_row,
    match_row,
    result_row,
    seat_rows,
)
from courtly.tables.store.schema import (
    codes,
    deals_in_play,
    journal,
    matches,
    meeting_tables,
    results,
    seats,
    starts,
    tables,
    visits,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

Row = dict[str, Any]
Outcome = object
"""The result of a write, or the exception that refuses it."""

_SEAT_COLUMNS = ("kind", "player", "name", "bot")


@dataclass(frozen=True, slots=True)
class Append:
    """Entries to append to a table, as rows, with the other rows of the table that change.

    Attributes
    ----------
    expected
        The version that the table must have; None for a new table.
    dismissed
        The players whose admission by an old code ends.
    start
        For a new table, the start of its first match; None for a fresh deal.
    asked
        The notifications of a turn that begins, for the devices of its player; see `outbox.asked_rows`.
    rated
        The rated match that ends.
    known
        For a new table of a player who looks for opponents: the tables where others wait for the same game, as far as
        the player knows them. None for any other act.
    """

    table: str
    expected: int | None
    entries: Sequence[Row]
    head: Row
    seats: Sequence[Row]
    codes: Sequence[Row] = ()
    match: Row | None = None
    results: Sequence[Row] = ()
    dismissed: Sequence[str] = ()
    start: Row | None = None
    asked: Sequence[Row] = ()
    rated: Sequence[Row] = ()
    known: frozenset[str] | None = None

    @property
    def commands(self) -> set[tuple[str, str]]:
        """The command ids of the entries, each with its sender."""
        return {(row["sender"], row["command"]) for row in self.entries if row["command"] is not None}

    @property
    def takes_seat(self) -> bool:
        """Whether the act may give its sender a seat in a known deal. A rematch has a fresh deal."""
        return self.start is not None or (self.head["match"] == 1 and self.entries[0]["act"] == Seated.act)


@dataclass(frozen=True, slots=True)
class Call:
    """Any other write; `run` gets the connection, and `table` names the table to lock, if any."""

    run: Callable[[Connection], Any]
    table: str | None = None


Write = Append | Call


def appending(
    entries: Sequence[Entry],
    head: Head,
    *,
    codes: NewCodes | None = None,
    finished: MatchRow | None = None,
    asked: Asked | None = None,
) -> Append:
    """Return the write that appends entries to the table of a head. Entry 0 begins a new table.

    It already contains the rows, so that the writer's thread has less work.
    """
    numbers = [entry.number for entry in entries]
    assert numbers, "an act makes at least one entry"
    assert numbers == list(range(head.version - len(numbers), head.version)), (
        "the version of the head includes the new entries"
    )
    return Append(
        table=head.table,
        expected=numbers[0] or None,
        entries=[entry_row(head.table, entry) for entry in entries],
        head=head_row(head),
        seats=seat_rows(head),
        codes=code_rows(head.table, codes.hashes if codes else {}),
        match=None if finished is None else match_row(finished),
        results=[] if finished is None else [result_row(result) for result in finished.results],
        dismissed=sorted(codes.dismissed) if codes else (),
        asked=[] if asked is None else asked_rows(head.table, head.version, asked),
        rated=[rated_row(head.table, head.game, entry) for entry in entries if entry.act == Rated.act],
    )


def beginning(act: Append, start: StartRow) -> Append:
    """Return the write that adds a new table with the start of its first match."""
    return replace(act, start={"table_id": act.table, **start._asdict()})


def meeting(act: Append, known: Collection[str]) -> Append:
    """Return the write that adds a new table of a player who looks for opponents and knows some tables of others."""
    return replace(act, known=frozenset(known))


def code_rows(table: str, hashes: Mapping[Role, str]) -> list[Row]:
    """Return the rows of the codes of a table."""
    return [{"table_id": table, "role": role, "hash": hashed} for role, hashed in hashes.items()]


def perform(connection: Connection, batch: Sequence[Write]) -> list[Outcome]:
    """Apply a batch as far as possible; return for each write its result or the exception that refuses it.

    Raises
    ------
    sqlalchemy.exc.SQLAlchemyError
        The batch cannot be written; the caller must roll the transaction back.
    """
    appends = [write for write in batch if isinstance(write, Append)]
    deal_seats = _DealSeats(connection, [act for act in appends if act.takes_seat])
    meetings = _Meetings(connection, [act for act in appends if act.known is not None])
    versions = _locked_versions(connection, {write.table for write in batch if write.table is not None})
    refused = _refused(appends, versions, deal_seats, meetings, used=_used_commands(connection, appends))
    _write(connection, [act for act in appends if id(act) not in refused])
    return [
        refused.get(id(write), write.head["version"]) if isinstance(write, Append) else _called(connection, write)
        for write in batch
    ]


class _DealSeats:
    """The tables where the senders of some acts have seats in known deals, which are deals other than fresh ones.

    A player who has a seat in a deal gets no second seat in it at any table: the player would see two hands.
    """

    def __init__(self, connection: Connection, acts: Sequence[Append]) -> None:
        self._tables: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._deals = {act.table: act.start["deal"] for act in acts if act.start is not None}
        if not acts:
            return
        there = sa.select(starts).where(starts.c.table_id.in_([act.table for act in acts if act.start is None]))
        self._deals |= {row.table_id: row.deal for row in connection.execute(there)}
        if not self._deals:
            return
        # Without the lock, two processes could each give a player a seat before either commits.
        lock_deals(connection)
        senders = {act.entries[0]["sender"] for act in acts}
        of_senders = starts.c.deal.in_(set(self._deals.values())), seats.c.player.in_(senders)
        for row in connection.execute(deals_in_play().where(*of_senders)):
            self._tables[row.deal, row.player].add(row.table_id)

    def _tables_of(self, act: Append) -> set[str]:
        """Return the tables where an act's sender has a seat in the act's deal; empty for a fresh deal."""
        deal = self._deals.get(act.table) if act.takes_seat else None
        return set() if deal is None else self._tables[deal, act.entries[0]["sender"]]

    def elsewhere(self, act: Append) -> set[str]:
        """Return the other tables where an act's sender has a seat in the act's deal."""
        return self._tables_of(act) - {act.table}

    def add(self, act: Append) -> None:
        """Add the seat that an act takes."""
        self._tables_of(act).add(act.table)


class _Meetings:
    """The tables where players wait who look for opponents, by game.

    A player opens such a table only after a look at all others. So two players who look for each other at the same
    moment, even at two processes, cannot wait at two tables: the second is refused, and finds the table of the first.
    """

    def __init__(self, connection: Connection, acts: Sequence[Append]) -> None:
        self._tables: dict[str, set[str]] = defaultdict(set)
        if not acts:
            return
        # Without the lock, two processes could each open a table before either commits.
        lock_meetings(connection)
        of_games = tables.c.game.in_({act.head["game"] for act in acts})
        for row in connection.execute(meeting_tables(tables.c.id, tables.c.game).where(of_games)):
            self._tables[row.game].add(row.id)

    def are_beyond(self, act: Append) -> bool:
        """Return whether the player of an act does not know one of the tables."""
        return act.known is not None and not self._tables[act.head["game"]] <= act.known

    def add(self, act: Append) -> None:
        """Add the table that an act opens."""
        if act.known is not None:
            self._tables[act.head["game"]].add(act.table)


def _locked_versions(connection: Connection, ids: Iterable[str]) -> dict[str, int]:
    wanted = sorted(ids)
    if not wanted:
        return {}
    found = connection.execute(_LOCKED, {"ids": wanted})
    return {row.id: row.version for row in found}


# The order by id prevents deadlocks between two processes. `key_share` lets others insert rows that refer to a table.
_LOCKED = (
    sa.select(tables.c.id, tables.c.version)
    .where(tables.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update(key_share=True)
)


def _used_commands(connection: Connection, acts: Iterable[Append]) -> set[tuple[str, str]]:
    sent = sorted({command for act in acts for command in act.commands})
    if not sent:
        return set()
    # `IN` with pairs would make SQLite scan the whole journal. Building the query with SQLAlchemy takes too long.
    place = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    wanted = " OR ".join([f"(sender = {place} AND command = {place})"] * len(sent))
    query = f"SELECT sender, command FROM journal WHERE {wanted}"  # noqa: S608 - placeholders alone
    return {(sender, command) for sender, command in connection.exec_driver_sql(query, tuple(chain(*sent)))}


def _refused(
    acts: Iterable[Append],
    versions: dict[str, int],
    deal_seats: _DealSeats,
    meetings: _Meetings,
    *,
    used: set[tuple[str, str]],
) -> dict[int, TableError]:
    """Return the error of each act that does not fit; update the other arguments with each act that fits."""
    refused: dict[int, TableError] = {}
    for act in acts:
        if versions.get(act.table) != act.expected or act.commands & used or meetings.are_beyond(act):
            refused[id(act)] = conflict(act.table)
        elif elsewhere := deal_seats.elsewhere(act):
            refused[id(act)] = deal_in_play(min(elsewhere))
        else:
            versions[act.table] = act.head["version"]
            used |= act.commands
            deal_seats.add(act)
            meetings.add(act)
    return refused


def _write(connection: Connection, acts: Sequence[Append]) -> None:
    if not acts:
        return
    # The last act at a table has its newest head.
    heads = {act.table: act for act in acts}
    created = {act.table for act in acts if act.expected is None}
    _execute(connection, sa.insert(tables), [act.head for act in heads.values() if act.table in created])
    _execute(connection, _HEAD, [_head_update(act) for act in heads.values() if act.table not in created])
    _execute(connection, sa.insert(journal), [row for act in acts for row in act.entries])
    _execute(connection, _changed_seats(connection.dialect.name), [row for act in heads.values() for row in act.seats])
    _execute(connection, _SEATS_BEYOND, [{"of": act.table, "count": len(act.seats)} for act in heads.values()])
    put_codes(connection, [row for act in acts for row in act.codes])
    _execute(connection, sa.insert(starts), [act.start for act in acts if act.start is not None])
    _execute(connection, sa.insert(matches), [act.match for act in acts if act.match is not None])
    _execute(connection, sa.insert(results), [row for act in acts for row in act.results])
    add_notifications(connection, [row for act in acts for row in act.asked])
    add_rated(connection, [row for act in acts for row in act.rated])
    for act in acts:
        if act.dismissed:
            gone = visits.c.table_id == act.table, visits.c.player.in_(act.dismissed)
            connection.execute(sa.delete(visits).where(*gone))
    notify(connection, [(table, act.head["version"]) for table, act in heads.items()])


def _execute(connection: Connection, statement: sa.Executable, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(statement, rows)


def _head_update(act: Append) -> Row:
    return {("of" if name == "id" else name): value for name, value in act.head.items()}


_HEAD = sa.update(tables).where(tables.c.id == sa.bindparam("of"))
_SEATS_BEYOND = sa.delete(seats).where(seats.c.table_id == sa.bindparam("of"), seats.c.seat >= sa.bindparam("count"))


@cache
def _changed_seats(dialect: str) -> sa.Executable:
    """Return the statement that inserts seats, and updates the existing ones that differ."""
    insert = upsert(dialect, seats)
    new = {name: insert.excluded[name] for name in _SEAT_COLUMNS}
    differs = sa.or_(*(seats.c[name].is_distinct_from(value) for name, value in new.items()))
    return insert.on_conflict_do_update(index_elements=["table_id", "seat"], set_=new, where=differs)


def put_codes(connection: Connection, rows: Sequence[Row]) -> None:
    """Write codes; each replaces the table's code for its role."""
    if not rows:
        return
    insert = upsert(connection.dialect.name, codes)
    replaced = insert.on_conflict_do_update(index_elements=["table_id", "role"], set_={"hash": insert.excluded["hash"]})
    connection.execute(replaced, rows)


def _called(connection: Connection, call: Call) -> Outcome:
    try:
        with connection.begin_nested():
            return call.run(connection)
    except IntegrityError:
        return conflict(call.table or "the store")
    except StoreError as error:
        return error
