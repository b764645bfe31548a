"""Maintenance of a store by its operator, while the store is in use: backup, restore, and deletion of old tables.

A backup of SQLite is one database file. A backup of PostgreSQL consists of lines of JSON: a header, one line for each
row, and a last line with the number of rows. `restore` reads both formats, into SQLite or PostgreSQL. A backup contains
hidden cards, so only its owner can read the file.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError, SQLAlchemyError, StatementError

from courtly.engine.errors import reason_of, shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.errors import StoreError
from courtly.tables.store import admin, reports
from courtly.tables.store.databases import (
    REASONS,
    explained,
    file_of,
    named,
    now,
    read_url,
    reading_engine,
    writing_engine,
)
from courtly.tables.store.errors import BadBackup
from courtly.tables.store.ratings import rebuild
from courtly.tables.store.rows import to_milliseconds
from courtly.tables.store.schema import journal, leases, metadata, players, tables
from courtly.tables.store.upgrade import is_current, newest, prepared_engine, present, revisions, upgrade
from courtly.tables.store.writes import forget, rewrite_revision

FORMAT = "courtly-tables/1"
SQLITE_MAGIC = b"SQLite format 3\0"
PATIENCE = 30.0
"""Seconds to wait for a server that is writing."""

# Leases are excluded: they belong to processes and expire.
PARTS = {part.name: part for part in metadata.sorted_tables if part is not leases}

Row = tuple[str, dict[str, Any]]
Parts = Mapping[str, sa.Table]
_TOGETHER = 1000


def backup(store: str | Path, target: Path) -> int:
    """Write a snapshot of a store into a new file, and return the number of its tables.

    A store of an earlier version is not upgraded first; `restore` upgrades it.

    Raises
    ------
    BadBackup
        The file exists already, or cannot be written.
    StoreError
        The store cannot be read.
    """
    with _as_it_is(store) as engine, _new_file(target) as part:
        if engine.dialect.name == "sqlite":
            _copy(Path(str(engine.url.database)), part)
        else:
            _dump(engine, part)
        with engine.connect() as connection:
            return _count(connection)


def restore(source: Path, store: str | Path) -> int:
    """Restore a backup of either database into an empty store, and return the number of its tables.

    Raises
    ------
    BadBackup
        The file is not a backup, is damaged or incomplete, or the store is not empty. The store does not change.
    StoreError
        The store cannot be written.
    """
    with _rows_of(source) as rows, _new(store) as engine, engine.begin() as connection:
        _check_empty(connection, engine.url)
        try:
            _insert(connection, rows, PARTS)
        except StatementError as error:
            if isinstance(error, OperationalError):
                raise
            message = said(
                "the backup {name} cannot be restored: its rows contradict each other", name=shown(str(source))
            )
            raise BadBackup(message, given=str(source), where="source") from error
        return _count(connection)


@dataclass(frozen=True, slots=True)
class Examination:
    """The state of a store.

    Attributes
    ----------
    tables
        The number of tables.
    damaged
        The ids of the tables whose journals are incomplete.
    is_current
        Whether the schema is that of this version. An earlier one is not examined further.
    clock
        The seconds since 1970 by the clock of the database.
    """

    tables: int
    damaged: Sequence[str]
    is_current: bool
    clock: float


def examine(store: str | Path) -> Examination:
    """Examine a store; change nothing.

    Raises
    ------
    BadBackup
        There is no store yet.
    StoreError
        The store cannot be read or written, is damaged as a whole, or was written by a later version.
    """
    with _as_it_is(store, reading_engine) as engine, engine.connect() as connection:
        found = _examined(connection)
    # This takes the lock for writing, so the slow checks come before. The transaction is rolled back at the end.
    with _as_it_is(store) as engine, engine.connect() as connection:
        rewrite_revision(connection)
    return found


def _examined(connection: sa.Connection) -> Examination:
    """Read a whole store."""
    current = is_current(connection)
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise StoreError(said("the tables are unavailable: {reason}", reason=REASONS["SQLITE_CORRUPT"]))
    count = sa.select(sa.func.count()).where(journal.c.table_id == tables.c.id).scalar_subquery()
    damaged = connection.scalars(sa.select(tables.c.id).where(tables.c.version != count)).all() if current else []
    clock = connection.execute(sa.select(now(connection))).scalar_one() / 1000
    return Examination(_count(connection), damaged, current, clock)


def prune(store: str | Path, *, days: float) -> int:
    """Delete every table without activity in the given number of days, and return their number.

    Reports that were closed before that time, and acts of administrators, are deleted, too.

    Raises
    ------
    StoreError
        The store cannot be written.
    """
    before = to_milliseconds(environment().now() - timedelta(days=days))
    count = 0
    with _opened(store) as engine:
        with engine.begin() as connection:
            reports.forget(connection, before)
            admin.forget(connection, before)
        while True:
            with engine.begin() as connection:
                deleted = forget(connection, before)
            if not deleted:
                return count
            count += deleted


def rebuild_ratings(store: str | Path) -> int:
    """Compute all ratings again from the journal, and return the number of rated matches.

    Raises
    ------
    StoreError
        The store cannot be written.
    """
    with _opened(store) as engine, engine.begin() as connection:
        return rebuild(connection)


def _count(connection: sa.Connection) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(tables)) or 0


def _insert(connection: sa.Connection, rows: Iterable[Row], parts: Parts) -> None:
    for name, group in groupby(rows, key=lambda row: row[0]):
        found = (row for _, row in group)
        while some := list(islice(found, _TOGETHER)):
            connection.execute(sa.insert(parts[name]), some)


@contextmanager
def _opened(store: str | Path) -> Iterator[sa.Engine]:
    """Open an existing store and upgrade it."""
    with _explaining(prepared_engine(_existing(store), patience=PATIENCE)) as engine:
        yield engine


@contextmanager
def _as_it_is(store: str | Path, engine_of: Callable[..., sa.Engine] = writing_engine) -> Iterator[sa.Engine]:
    """Open an existing store of any version, without upgrading it."""
    url = _existing(store)
    with _explaining(engine_of(url, patience=PATIENCE)) as engine:
        with engine.connect() as connection:
            if not _has_tables(connection):
                raise _no_store(url)
        yield engine


@contextmanager
def _new(store: str | Path) -> Iterator[sa.Engine]:
    """Open an empty store; create or upgrade it if necessary. Do not change a store that is not empty.

    Raises
    ------
    BadBackup
        The store is not empty.
    """
    url = read_url(store)
    path = file_of(url)
    if path is None or path.is_file():
        with _explaining(writing_engine(url, patience=PATIENCE)) as engine, engine.connect() as connection:
            _check_empty(connection, url)
    with _explaining(prepared_engine(url, patience=PATIENCE)) as engine:
        yield engine


@contextmanager
def _explaining(engine: sa.Engine) -> Iterator[sa.Engine]:
    try:
        yield engine
    except SQLAlchemyError as error:
        raise explained(error) from error
    finally:
        engine.dispose()


def _existing(store: str | Path) -> URL:
    """Return the URL of a store; raise if its file is missing."""
    url = read_url(store)
    path = file_of(url)
    if path is not None and not path.is_file():
        raise _no_store(url)
    return url


def _no_store(url: URL) -> BadBackup:
    name = named(url)
    return BadBackup(said("there is no database {name}", name=shown(name)), given=name, where="the store")


def _has_tables(connection: sa.Connection) -> bool:
    return sa.inspect(connection).has_table(tables.name)


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file to write; afterwards sync it to the disk and rename it to the target."""
    if target.exists():
        message = said("the backup {name} cannot be written: this file already exists", name=shown(str(target)))
        raise BadBackup(message, given=str(target), where="target")
    try:
        # `mkstemp` creates a file that only its owner can read.
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
    """Copy a snapshot of a database, without blocking its writers."""
    try:
        with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
            read.backup(written)
            # In WAL mode, SQLite would create further files next to the backup.
            written.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise explained(error) from error


def _dump(engine: sa.Engine, target: Path) -> None:
    whole = engine.execution_options(isolation_level="REPEATABLE READ")
    with whole.connect() as connection, target.open("wb") as file:
        _write_line(file, {"format": FORMAT, "schema": present(connection)})
        count = 0
        for name, row in _rows_in(connection, _parts_in(connection)):
            _write_line(file, [name, row])
            count += 1
        _write_line(file, {"rows": count})


def _parts_in(connection: sa.Connection) -> Parts:
    """Return the database tables to back up; the store may have an older schema."""
    found = sa.MetaData()
    found.reflect(connection)
    return {part.name: part for part in found.sorted_tables if part.name not in (leases.name, "alembic_version")}


def _write_line(file: BinaryIO, value: object) -> None:
    file.write(json.dumps(value, separators=(",", ":"), default=datetime.isoformat).encode() + b"\n")


def _rows_in(connection: sa.Connection, parts: Parts) -> Iterator[Row]:
    """Yield every row of a database, in an order that respects foreign keys."""
    for name, part in parts.items():
        found = connection.execution_options(yield_per=_TOGETHER).execute(sa.select(part).order_by(*part.primary_key))
        for row in found.mappings():
            yield name, dict(row)


def _check_empty(connection: sa.Connection, url: URL) -> None:
    """Raise if a store of any version has tables or players; the message has their numbers."""
    held = {part.name: _held(connection, part) for part in (tables, players)}
    if not any(held.values()):
        return
    message = said(
        "a backup can only be restored into an empty database; {store} already has tables: {tables}, players: "
        "{players}",
        store=shown(named(url)),
        **held,
    )
    raise BadBackup(message, given=named(url), where="the store", allowed=said("a new database"))


def _held(connection: sa.Connection, part: sa.Table) -> int:
    """Return the number of rows of a table, 0 if the table is missing."""
    if not sa.inspect(connection).has_table(part.name):
        return 0
    return connection.scalar(sa.select(sa.func.count()).select_from(part)) or 0


@contextmanager
def _rows_of(source: Path) -> Iterator[Iterable[Row]]:
    """Yield the rows of a backup of either format. Upgrade a backup of an earlier version in a temporary copy."""
    try:
        with source.open("rb") as file:
            is_database = file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
            file.seek(0)
            if not is_database:
                schema = _schema_of(file, source)
                if schema == newest():
                    yield _rows_in_lines(file, source, PARTS)
                    return
                with _rows_of_earlier(file, source, schema) as rows:
                    yield rows
                return
    except OSError as error:
        message = said("the backup {name} cannot be read: {reason}", name=shown(str(source)), reason=reason_of(error))
        raise BadBackup(message, given=str(source), where="source") from error
    with tempfile.TemporaryDirectory(prefix="courtly-") as folder:
        copied = Path(folder) / "tables.db"
        _copy(source, copied)
        with _rows_of_database(copied) as rows:
            yield rows


@contextmanager
def _rows_of_earlier(file: BinaryIO, source: Path, schema: str) -> Iterator[Iterable[Row]]:
    """Yield the rows of JSON lines of an earlier version: load them into a database of that version, and upgrade it."""
    with tempfile.TemporaryDirectory(prefix="courtly-") as folder:
        path = Path(folder) / "tables.db"
        with _explaining(writing_engine(URL.create("sqlite", database=str(path)), patience=PATIENCE)) as engine:
            upgrade(engine, schema)
            with engine.begin() as connection:
                parts = _parts_in(connection)
                _insert(connection, _rows_in_lines(file, source, parts), parts)
        with _rows_of_database(path) as rows:
            yield rows


@contextmanager
def _rows_of_database(path: Path) -> Iterator[Iterable[Row]]:
    """Yield the rows of a database file, after upgrading it."""
    url = URL.create("sqlite", database=str(path))
    with _explaining(prepared_engine(url, patience=PATIENCE)) as engine, engine.connect() as connection:
        yield _rows_in(connection, PARTS)


def _schema_of(file: BinaryIO, source: Path) -> str:
    """Read the header of JSON lines, and return the revision of their schema."""
    head = _read_line(file.readline(), source, 1)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise _damaged(source, 1)
    given, known = head.get("schema"), revisions()
    if given not in known:
        message = said(
            "this backup has the schema {schema}; it must be {allowed}", schema=shown(given), allowed=", ".join(known)
        )
        raise BadBackup(message, given=str(given), where="schema", allowed=known)
    return str(given)


def _rows_in_lines(file: BinaryIO, source: Path, parts: Parts) -> Iterator[Row]:
    """Yield the rows after the header of JSON lines; raise `BadBackup` if a line is invalid or lines are missing."""
    count, end = 0, None
    for number, line in enumerate(file, start=2):
        value = _read_line(line, source, number)
        if end is not None:
            raise _damaged(source, number)
        if isinstance(value, dict):
            end = value
            continue
        yield _read_row(value, source, number, parts)
        count += 1
    if end != {"rows": count}:
        message = said("the backup {name} is cut off after {count} rows", name=shown(str(source)), count=count)
        raise BadBackup(message, given=str(source), where="source")


def _read_line(line: bytes, source: Path, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _damaged(source, number) from error


def _read_row(value: Any, source: Path, number: int, parts: Parts) -> Row:
    match value:
        case [str(name), dict(row)] if name in parts and list(row) == parts[name].c.keys():
            return name, {key: _read_value(given, parts[name].c[key]) for key, given in row.items()}
    raise _damaged(source, number)


def _read_value(given: Any, column: sa.Column[Any]) -> Any:
    """Return a value in the type of its column. Only schemas of earlier versions have time columns."""
    is_time = isinstance(column.type, sa.DateTime) and isinstance(given, str)
    return datetime.fromisoformat(given) if is_time else given


def _damaged(source: Path, number: int) -> BadBackup:
    message = said("the backup {name} cannot be read: line {line} is not valid", name=shown(str(source)), line=number)
    return BadBackup(message, given=str(source), where=f"line {number}")
