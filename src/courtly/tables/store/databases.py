"""The two databases that live tables can be kept in, SQLite and PostgreSQL: what differs between them, and only that.

How a URL is read, how connections are set up, what is unlike in SQL, and what errors mean.
"""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, QueuePool

from courtly.engine.errors import reason_of, shown
from courtly.engine.sentences import Sentence, said
from courtly.tables.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    Insert = sqlite.Insert | postgresql.Insert

# The first that begins the name of SQLite's error, or the code of PostgreSQL's, holds.
REASONS = {
    "SQLITE_FULL": said("the disk is full"),
    "SQLITE_READONLY": said("the database cannot be written to"),
    "SQLITE_BUSY": said("another program holds the database"),
    "SQLITE_LOCKED": said("another program holds the database"),
    "SQLITE_CANTOPEN": said("the database cannot be opened"),
    "SQLITE_NOTADB": said("the file is not a database"),
    "SQLITE_CORRUPT": said("the database is damaged"),
    "SQLITE_IOERR": said("the disk cannot be read or written"),
    "SQLITE_PERM": said("the database may not be used by this program"),
    "08": said("the database cannot be opened"),
    "25006": said("the database cannot be written to"),
    "28": said("the database may not be used by this program"),
    "3D000": said("there is no such database"),
    "42501": said("the database may not be used by this program"),
    "55P03": said("another program holds the database"),
    "53100": said("the disk is full"),
    "53300": said("the database has too many connections"),
    "57P": said("the database is shutting down"),
    "58": said("the disk cannot be read or written"),
    "XX001": said("the database is damaged"),
    "XX002": said("the database is damaged"),
}

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:/")
"""How a URL begins, also one whose slashes were taken for those of a path; a drive has one letter."""


def explained(error: Exception) -> StoreError:
    """Return the error to show for one of the database: why, and neither statement nor values."""
    original = error.orig if isinstance(error, DBAPIError) else error
    name = str(getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None) or "")
    return StoreError(
        said("the tables cannot be reached: {reason}", reason=_reason(name, original)),
        given=name or type(original).__name__,
        where="the store",
    )


def _reason(name: str, original: object) -> Sentence:
    for start, reason in REASONS.items():
        if name.startswith(start):
            return reason
    # A server that does not answer has no code to give.
    unreachable = not name and type(original).__name__ in ("OperationalError", "ConnectionTimeout")
    return said("the database cannot be opened") if unreachable else said("the database refused")


def is_hopeless(error: Exception) -> bool:
    """Return whether what failed together would fail one by one too: the database is away, full or held by others."""
    if not isinstance(error, OperationalError):
        return False
    # Two processes that wait for each other: alone, neither does.
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) not in ("40P01", "40001")


def read_url(url_or_path: str | Path) -> URL:
    """Return the database that a URL or the path of a file means.

    Raises
    ------
    StoreError
        For a URL of anything but SQLite and PostgreSQL.
    """
    text = str(url_or_path)
    if "://" not in text and not _SCHEME.match(text):
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except ArgumentError:
        url = None
    if url is not None and url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    # SQLite's own kind of URL would slip past the check of the file.
    if url is not None and url.get_backend_name() == "sqlite" and not str(url.database).startswith("file:"):
        return url.set(drivername="sqlite")
    given = shown(url.drivername if url is not None else text.partition(":")[0])
    allowed = said("the path of a file, or a URL that begins with sqlite:/// or postgresql://")
    message = said("tables cannot be kept with {given}, only with {allowed}", given=given, allowed=allowed)
    raise StoreError(message, given=given, where="the store", allowed=allowed)


def file_of(url: URL) -> Path | None:
    """Return the file of a database, None for a server's and for one in memory."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def named(url: URL) -> str:
    """Return what a store is called where people read it: the path of its file, or its URL without the password.

    Examples
    --------
    >>> named(read_url("postgresql://ann:hush@db.example.org/courtly?password=hush"))
    'postgresql://ann:***@db.example.org/courtly?password=***'
    """
    path = file_of(url)
    if path is not None:
        return str(path)
    # A password may stand among the parameters too.
    shown_query = {name: "***" if "password" in name else value for name, value in url.query.items()}
    plain = url.set(drivername=url.get_backend_name(), query=shown_query)
    return plain.render_as_string(hide_password=True).replace("%2A%2A%2A", "***")


def make_file(path: Path, *, patience: float) -> None:
    """Make the file of a database, readable by its owner alone, since it holds every hidden card, and open it once.

    Raises
    ------
    StoreError
        Nothing can be opened there, or it is no database.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
        with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as connection:
            _write_ahead(connection, patience=patience)
    except sqlite3.Error as error:
        raise explained(error) from error
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else said("no file can have this name")
        message = said("the store {name} cannot be made: {reason}", name=shown(str(path)), reason=reason)
        raise StoreError(message, given=str(path), where="the store") from error


def _write_ahead(connection: sqlite3.Connection, *, patience: float) -> None:
    """Let a database write ahead into a log: for good, and outside any transaction."""
    end = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # SQLite waits for who reads or writes, and refuses at once where somebody else makes the same change.
            if error.sqlite_errorcode & _PRIMARY_CODE != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                raise
            time.sleep(_A_MOMENT)
        else:
            return


_PRIMARY_CODE = 0xFF
_A_MOMENT = 0.01


def writing_engine(url: URL, *, patience: float) -> sa.Engine:
    """Return an engine of one connection, whose transactions take the right to write at once."""
    _check_driver(url)
    engine = sa.create_engine(url, hide_parameters=True, poolclass=QueuePool, pool_size=1, max_overflow=0, **_args(url))
    if url.get_backend_name() == "sqlite":
        # A reader that turns writer halfway may find that it cannot; a writer says so first.
        _set_up_sqlite(engine, patience=patience, begin="BEGIN IMMEDIATE")
    else:
        _set_up_postgresql(engine, patience=patience)
    return engine


def reading_engine(url: URL, *, patience: float) -> AsyncEngine:
    """Return an engine each of whose transactions sees one state of the database."""
    _check_driver(url)
    if url.get_backend_name() == "sqlite":
        # Each connection has a thread and a cache of its own; more of them, opened and closed by the hundred while many
        # come in at once, would only wait for Python's lock.
        engine = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"),
            hide_parameters=True,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=READERS,
            max_overflow=0,
        )
        _set_up_sqlite(engine.sync_engine, patience=patience, begin="BEGIN")
        return engine
    engine = create_async_engine(url, hide_parameters=True, isolation_level="REPEATABLE READ", **_args(url))
    _set_up_postgresql(engine.sync_engine, patience=patience)
    return engine


def _args(url: URL) -> dict[str, Any]:
    # The one connection of the writer is used by its thread, and was perhaps opened by another.
    sqlite_only = {"check_same_thread": False}
    return {"connect_args": sqlite_only if url.get_backend_name() == "sqlite" else {"connect_timeout": 10}}


def _check_driver(url: URL) -> None:
    if url.get_backend_name() == "postgresql":
        try:
            import psycopg  # noqa: F401
        except ImportError as error:
            message = said("PostgreSQL needs a library that is not installed: {command}", command=_INSTALL)
            raise StoreError(message, given=url.drivername, where="the store", allowed=_INSTALL) from error


_INSTALL = "pip install 'courtly[postgres]'"


def _set_up_sqlite(engine: sa.Engine, *, patience: float, begin: str) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        # The driver would begin transactions by itself, too late and never as a writer.
        connection.isolation_level = None
        # Text that a failing disk has damaged must not keep other rows from being read.
        _driver_connection(connection).text_factory = partial(str, encoding="utf-8", errors="replace")
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _driver_connection(connection: Any) -> Any:
    """Return the connection of the driver under SQLAlchemy's adapter for asyncio."""
    return getattr(connection, "driver_connection", connection)


def _set_up_postgresql(engine: sa.Engine, *, patience: float) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SET lock_timeout = {int(patience * 1000)}")
        cursor.execute("SET synchronous_commit = on")
        cursor.close()
        connection.commit()


def upsert(dialect: str, table: sa.Table) -> Insert:
    """Return an insert into a table that can say what to do where the row is there already."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


def now(connection: Connection) -> sa.ColumnElement[int]:
    """Return the time that all processes of a database share, in milliseconds."""
    if connection.dialect.name == "postgresql":
        seconds = sa.extract("epoch", sa.func.clock_timestamp())
        return sa.cast(sa.func.floor(seconds * 1000), sa.BigInteger)
    return sa.literal(time.time_ns() // 1_000_000, sa.BigInteger)


def lock_for_upgrade(connection: Connection) -> None:
    """Wait until no other process changes the schema; the end of the transaction lets the next one in."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_UPGRADE_LOCK)))


READERS = 4
"""How many reads of SQLite go on side by side; others wait for their turn."""

_UPGRADE_LOCK = int.from_bytes(b"courtly", "big")
CHANNEL, PRESENCE = "courtly_tables", "courtly_presence"
"""Where PostgreSQL's notices of versions go, and those of who is connected."""


def notify(connection: Connection, versions: Sequence[tuple[str, int]]) -> None:
    """Let the other processes know, once this transaction is durable, at which versions tables are."""
    if connection.dialect.name == "postgresql":
        rows = [{"told": f"{table} {version}"} for table, version in versions]
        connection.execute(_NOTIFY, rows)


def notify_presence(connection: Connection, told: Sequence[str]) -> None:
    """Let the other processes know who is connected here, in the words of `ServerNotices`."""
    connection.execute(_PRESENT, [{"told": one} for one in told])


_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :told)")
_PRESENT = sa.text(f"SELECT pg_notify('{PRESENCE}', :told)")
