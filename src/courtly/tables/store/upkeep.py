"""What a keeper of a server does by hand: back a store up, restore it, prune old tables; all while it is in use.

SQLite is copied into one file, a database itself. PostgreSQL is written out as lines of JSON: a head, a row on each
line, and at last their number. `restore` reads both, into a store of either kind. A backup holds every hidden card, so
its file is readable by its owner alone.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError, SQLAlchemyError, StatementError

from courtly.engine.errors import reason_of, shown
from courtly.engine.sentences import said
from courtly.tables.store.databases import explained, file_of, read_url
from courtly.tables.store.errors import BadBackup
from courtly.tables.store.rows import to_milliseconds
from courtly.tables.store.schema import leases, metadata, players, tables
from courtly.tables.store.upgrade import newest, prepared_engine
from courtly.tables.store.writes import forget

FORMAT = "courtly-tables/1"
SQLITE_MAGIC = b"SQLite format 3\0"
PATIENCE = 30.0
"""Seconds to wait for a server that is writing."""

# A lease belongs to a process, and those of another time are of no use.
PARTS = {part.name: part for part in metadata.sorted_tables if part is not leases}

Row = tuple[str, dict[str, Any]]
_TOGETHER = 1000


def backup(store: str | Path, target: Path) -> int:
    """Write all that a store holds, as it is at one moment, into a new file, and return how many tables it has.

    Raises
    ------
    BadBackup
        There is such a file already, or it cannot be written.
    StoreError
        The store cannot be read.
    """
    with _opened(store) as engine, _new_file(target) as part:
        if engine.dialect.name == "sqlite":
            _copy(Path(str(engine.url.database)), part)
        else:
            _dump(engine, part)
        with engine.connect() as connection:
            return _count(connection)


def restore(source: Path, store: str | Path) -> int:
    """Bring back a backup, of either database, into a store that is empty, and return how many tables it has now.

    Raises
    ------
    BadBackup
        The file is no backup, is damaged or cut off, or the store holds something already; the store is left alone.
    StoreError
        The store cannot be written.
    """
    with _rows_of(source) as rows, _opened(store, must_exist=False) as engine, engine.begin() as connection:
        _check_empty(connection, store)
        try:
            _insert(connection, rows)
        except StatementError as error:
            if isinstance(error, OperationalError):
                raise
            message = said(
                "the backup {name} cannot be restored: its rows do not fit together", name=shown(str(source))
            )
            raise BadBackup(message, given=str(source), where="source") from error
        return _count(connection)


def prune(store: str | Path, *, days: float) -> int:
    """Delete every table where nothing happened for so many days, whole, and return how many they were.

    Raises
    ------
    StoreError
        The store cannot be written.
    """
    before = to_milliseconds(datetime.now(UTC) - timedelta(days=days))
    count = 0
    with _opened(store) as engine:
        while True:
            with engine.begin() as connection:
                deleted = forget(connection, before)
            if not deleted:
                return count
            count += deleted


def _count(connection: sa.Connection) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(tables)) or 0


def _insert(connection: sa.Connection, rows: Iterable[Row]) -> None:
    for name, group in groupby(rows, key=lambda row: row[0]):
        found = (row for _, row in group)
        while some := list(islice(found, _TOGETHER)):
            connection.execute(sa.insert(PARTS[name]), some)


@contextmanager
def _opened(store: str | Path, *, must_exist: bool = True) -> Iterator[sa.Engine]:
    """Open a store, brought up to date."""
    url = read_url(store)
    path = file_of(url)
    if must_exist and path is not None and not path.is_file():
        raise BadBackup(said("there is no store {name}", name=shown(str(path))), given=str(path), where="the store")
    engine = prepared_engine(url, patience=PATIENCE)
    try:
        yield engine
    except SQLAlchemyError as error:
        raise explained(error) from error
    finally:
        engine.dispose()


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """Give a file to write, which has its name only when it is whole and on the disk."""
    if target.exists():
        message = said("the backup {name} cannot be written: there is such a file already", name=shown(str(target)))
        raise BadBackup(message, given=str(target), where="target")
    try:
        # Made readable by its owner alone.
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise _unwritable(target, error) from error
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise _unwritable(target, error) from error
    finally:
        part.unlink(missing_ok=True)


def _unwritable(target: Path, error: OSError) -> BadBackup:
    message = said("the backup {name} cannot be written: {reason}", name=shown(str(target)), reason=reason_of(error))
    return BadBackup(message, given=str(target), where="target")


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment; those who write to it need not wait."""
    try:
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
            read.backup(written)
            # Else there would be files beside it.
            written.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise explained(error) from error


def _dump(engine: sa.Engine, target: Path) -> None:
    whole = engine.execution_options(isolation_level="REPEATABLE READ")
    with whole.connect() as connection, target.open("wb") as file:
        _write_line(file, {"format": FORMAT, "schema": newest()})
        count = 0
        for name, row in _rows_in(connection):
            _write_line(file, [name, row])
            count += 1
        _write_line(file, {"rows": count})


def _write_line(file: BinaryIO, value: object) -> None:
    file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")


def _rows_in(connection: sa.Connection) -> Iterator[Row]:
    """Give every row of a database, in an order in which they can be written again."""
    for name, part in PARTS.items():
        found = connection.execution_options(yield_per=_TOGETHER).execute(sa.select(part).order_by(*part.primary_key))
        for row in found.mappings():
            yield name, dict(row)


def _check_empty(connection: sa.Connection, store: str | Path) -> None:
    for part in (tables, players):
        if connection.scalar(sa.select(sa.exists().select_from(part))):
            message = said(
                "a backup can only be restored into an empty store, and this one holds {what}", what=part.name
            )
            raise BadBackup(message, given=shown(str(store)), where="the store", allowed=said("a new store"))


@contextmanager
def _rows_of(source: Path) -> Iterator[Iterable[Row]]:
    """Give the rows of a backup of either kind."""
    try:
        with source.open("rb") as file:
            is_database = file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
            file.seek(0)
            if not is_database:
                yield _rows_in_lines(file, source)
                return
    except OSError as error:
        message = said("the backup {name} cannot be read: {reason}", name=shown(str(source)), reason=reason_of(error))
        raise BadBackup(message, given=str(source), where="source") from error
    with tempfile.TemporaryDirectory(prefix="courtly-") as folder:
        # It may be of an earlier version; the backup itself stays as it is.
        copied = Path(folder) / "tables.db"
        _copy(source, copied)
        engine = prepared_engine(URL.create("sqlite", database=str(copied)), patience=PATIENCE)
        try:
            with engine.connect() as connection:
                yield _rows_in(connection)
        finally:
            engine.dispose()


def _rows_in_lines(file: BinaryIO, source: Path) -> Iterator[Row]:
    """Give the rows of lines of JSON; raise `BadBackup` where a line is none, or some are missing."""
    lines = enumerate(file, start=1)
    head = next((_read_line(line, source, 1) for _, line in lines), None)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise _damaged(source, 1)
    _check_schema(head.get("schema"))
    count, end = 0, None
    for number, line in lines:
        value = _read_line(line, source, number)
        if end is not None:
            raise _damaged(source, number)
        if isinstance(value, dict):
            end = value
            continue
        yield _read_row(value, source, number)
        count += 1
    if end != {"rows": count}:
        message = said("the backup {name} is cut off after {count} rows", name=shown(str(source)), count=count)
        raise BadBackup(message, given=str(source), where="source")


def _check_schema(given: object) -> None:
    if given != newest():
        message = said(
            "this backup has the schema {schema}; it must be {allowed}", schema=shown(given), allowed=newest()
        )
        raise BadBackup(message, given=str(given), where="schema", allowed=newest())


def _read_line(line: bytes, source: Path, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _damaged(source, number) from error


def _read_row(value: Any, source: Path, number: int) -> Row:
    match value:
        case [str(name), dict(row)] if name in PARTS and list(row) == PARTS[name].c.keys():
            return name, row
    raise _damaged(source, number)


def _damaged(source: Path, number: int) -> BadBackup:
    message = said(
        "the backup {name} cannot be read: line {line} is no part of one", name=shown(str(source)), line=number
    )
    return BadBackup(message, given=str(source), where=f"line {number}")
