"""What one transaction of the writer does: many acts at many tables, each made whole or refused by itself.

All tables concerned are locked first, in one order; then it is decided in memory which acts fit the versions found and
the commands used; then those are written, each kind of row by one statement. Calls, which are whatever else is written,
come last, each within a savepoint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from courtly.tables.errors import StoreError
from courtly.tables.journal import Entry, Head, Role
from courtly.tables.store.databases import notify, upsert
from courtly.tables.store.errors import Conflict, conflict
from courtly.tables.store.rows import (
    FinishedMatch,
    NewCodes,
    StartRow,
    entry_row,
    head_row,
    match_row,
    result_row,
    seat_rows,
)
from courtly.tables.store.schema import codes, journal, matches, results, seats, starts, tables, visits

if TYPE_CHECKING:
    from sqlalchemy import Connection

Row = dict[str, Any]
Outcome = object
"""What a write gives, or the exception that refuses it."""

_SEAT_COLUMNS = ("kind", "player", "name", "bot")


@dataclass(frozen=True, slots=True)
class Append:
    """Entries to be added to a table, as rows, with all that is kept of the table beside them.

    Attributes
    ----------
    expected
        The version that the table must have; None for a table that must not be there yet.
    dismissed
        The players who see it no longer for a code that they have shown.
    start
        For a new table, what its first match begins with where that is no fresh deal.
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

    @property
    def commands(self) -> set[tuple[str, str]]:
        """The commands that it brings, each with its sender."""
        return {(row["sender"], row["command"]) for row in self.entries if row["command"] is not None}


@dataclass(frozen=True, slots=True)
class Call:
    """Anything else to be written; `run` gets the connection, and `table` is what must be locked for it, if any."""

    run: Callable[[Connection], Any]
    table: str | None = None


Write = Append | Call


def appending(
    entries: Sequence[Entry],
    head: Head,
    *,
    is_new: bool = False,
    codes: NewCodes | None = None,
    finished: FinishedMatch | None = None,
) -> Append:
    """Return the act that adds entries to the table of a head; the rows are made here, outside the writer."""
    numbers = [entry.number for entry in entries]
    assert numbers, "an act makes an entry at least"
    assert numbers == list(range(head.version - len(numbers), head.version)), "a head counts the entries it comes with"
    assert not is_new or numbers[0] == 0, "a journal begins with 0"
    return Append(
        table=head.table,
        expected=None if is_new else numbers[0],
        entries=[entry_row(head.table, entry) for entry in entries],
        head=head_row(head),
        seats=seat_rows(head),
        codes=code_rows(head.table, codes.hashes if codes else {}),
        match=None if finished is None else match_row(finished),
        results=[] if finished is None else [result_row(result) for result in finished.results],
        dismissed=sorted(codes.dismissed) if codes else (),
    )


def beginning(act: Append, start: StartRow) -> Append:
    """Return the act that adds a new table, with what its first match begins with."""
    return replace(act, start={"table_id": act.table, **start._asdict()})


def code_rows(table: str, hashes: Mapping[Role, str]) -> list[Row]:
    """Return the rows of a table's codes."""
    return [{"table_id": table, "role": role, "hash": hashed} for role, hashed in hashes.items()]


def perform(connection: Connection, batch: Sequence[Write]) -> list[Outcome]:
    """Do what can be done of a batch, and return for each write what it gives or why it is refused.

    Raises
    ------
    sqlalchemy.exc.SQLAlchemyError
        The batch cannot be written as it is; the transaction is lost.
    """
    versions = _locked_versions(connection, {write.table for write in batch if write.table is not None})
    appends = [write for write in batch if isinstance(write, Append)]
    refused = _refused(appends, versions, used=_used_commands(connection, appends))
    _write(connection, [act for act in appends if id(act) not in refused])
    return [
        refused.get(id(write), write.head["version"]) if isinstance(write, Append) else _called(connection, write)
        for write in batch
    ]


def _locked_versions(connection: Connection, ids: Iterable[str]) -> dict[str, int]:
    wanted = sorted(ids)
    if not wanted:
        return {}
    found = connection.execute(_LOCKED, {"ids": wanted})
    return {row.id: row.version for row in found}


# Sorted, so that two processes never wait for each other. It does not keep out rows that only refer to the table.
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
    # For a list of pairs SQLite would read the whole journal, and Core would take longer than the database.
    place = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    wanted = " OR ".join([f"(sender = {place} AND command = {place})"] * len(sent))
    query = f"SELECT sender, command FROM journal WHERE {wanted}"  # noqa: S608 - placeholders alone
    return {(sender, command) for sender, command in connection.exec_driver_sql(query, tuple(chain(*sent)))}


def _refused(acts: Iterable[Append], versions: dict[str, int], *, used: set[tuple[str, str]]) -> dict[int, Conflict]:
    """Return which acts do not fit, in the order they came; those that do change both other arguments."""
    refused = {}
    for act in acts:
        if versions.get(act.table) != act.expected or act.commands & used:
            refused[id(act)] = conflict(act.table)
        else:
            versions[act.table] = act.head["version"]
            used |= act.commands
    return refused


def _write(connection: Connection, acts: Sequence[Append]) -> None:
    if not acts:
        return
    # Of several acts at one table the last has the head that holds.
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
    """Return the statement that writes seats, but only those that are not as they were."""
    insert = upsert(dialect, seats)
    new = {name: insert.excluded[name] for name in _SEAT_COLUMNS}
    differs = sa.or_(*(seats.c[name].is_distinct_from(value) for name, value in new.items()))
    return insert.on_conflict_do_update(index_elements=["table_id", "seat"], set_=new, where=differs)


def put_codes(connection: Connection, rows: Sequence[Row]) -> None:
    """Write codes, each in place of the one that the table has for that role."""
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
