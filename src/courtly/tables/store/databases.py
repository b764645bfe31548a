"""The differences between the two supported databases, SQLite and PostgreSQL.

This module parses URLs, sets up connections, hides differences of SQL dialect, and translates errors.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import stat
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.pool import QueuePool

from courtly.engine.errors import reason_of, shown
from courtly.engine.sentences import Sentence, said
from courtly.environment import environment
from courtly.tables.errors import StoreError
from courtly.tables.store.wal import committed_frames, wal_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    Insert = sqlite.Insert | postgresql.Insert

log = logging.getLogger(__name__)

OWNER_ONLY = 0o600
"""The mode of the files of a database."""

# Keys are prefixes of SQLite's error names or PostgreSQL's error codes; the first matching prefix wins.
REASONS = {
    "SQLITE_FULL": said("the disk is full"),
    "SQLITE_READONLY": said("the database cannot be written to"),
    "SQLITE_BUSY": said("another program is using the database"),
    "SQLITE_LOCKED": said("another program is using the database"),
    "SQLITE_CANTOPEN": said("the database cannot be opened"),
    "SQLITE_NOTADB": said("the file is not a database"),
    "SQLITE_CORRUPT": said("the database is damaged"),
    "SQLITE_IOERR": said("the disk cannot be read or written"),
    "SQLITE_PERM": said("this program has no permission to use the database"),
    "08": said("the database cannot be opened"),
    "25006": said("the database cannot be written to"),
    "28": said("this program has no permission to use the database"),
    "3D000": said("this database does not exist"),
    "42501": said("this program has no permission to use the database"),
    "55P03": said("another program is using the database"),
    "53100": said("the disk is full"),
    "53300": said("the database has too many connections"),
    "57P": said("the database is shutting down"),
    "58": said("the disk cannot be read or written"),
    "XX001": said("the database is damaged"),
    "XX002": said("the database is damaged"),
}

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:/")
"""The beginning of a URL, with one slash or two: a path library may have removed one. A drive letter does not match."""


def explained(error: Exception) -> StoreError:
    """Return the error to show for a database error. It has the reason, but not the statement and its values."""
    original = error.orig if isinstance(error, DBAPIError) else error
    name = str(getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None) or "")
    return StoreError(
        said("the tables are unavailable: {reason}", reason=_reason(name, original)),
        given=name or type(original).__name__,
        where="the store",
    )


def _reason(name: str, original: object) -> Sentence:
    for start, reason in REASONS.items():
        if name.startswith(start):
            return reason
    # An error has no code if the server does not answer.
    unreachable = not name and type(original).__name__ in ("OperationalError", "ConnectionTimeout")
    return said("the database cannot be opened") if unreachable else said("the database refused the request")


def is_hopeless(error: Exception) -> bool:
    """Return whether single writes would fail like the batch: the database is gone, full or locked."""
    if not isinstance(error, OperationalError):
        return False
    # After a deadlock between two processes, single writes can succeed.
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) not in ("40P01", "40001")


def read_url(url_or_path: str | Path) -> URL:
    """Parse a URL or the path of a file.

    Raises
    ------
    StoreError
        The URL is for a database other than SQLite and PostgreSQL.
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
    # SQLite's own `file:` URLs would bypass the check of the file.
    if url is not None and url.get_backend_name() == "sqlite" and not str(url.database).startswith("file:"):
        return url.set(drivername="sqlite")
    given = shown(url.drivername if url is not None else text.partition(":")[0])
    allowed = said("the path of a file, or a URL that starts with sqlite:/// or postgresql://")
    message = said("tables cannot be stored in {given}; use {allowed}", given=given, allowed=allowed)
    raise StoreError(message, given=given, where="the store", allowed=allowed)


def file_of(url: URL) -> Path | None:
    """Return the file of a database, None for a server or a database in memory."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def named(url: URL) -> str:
    """Return the readable name of a store: the path of its file, or its URL without the password.

    Examples
    --------
    >>> named(read_url("postgresql://ann:hush@db.example.org/courtly?password=hush"))
    'postgresql://ann:***@db.example.org/courtly?password=***'
    """
    path = file_of(url)
    if path is not None:
        return str(path)
    # The query may contain a password too.
    shown_query = {name: "***" if "password" in name else value for name, value in url.query.items()}
    plain = url.set(drivername=url.get_backend_name(), query=shown_query)
    return plain.render_as_string(hide_password=True).replace("%2A%2A%2A", "***")


def make_file(path: Path, *, patience: float) -> None:
    """Create the file of a database, and open it once. Only its owner can read it, because it contains hidden cards.

    Log a warning if a damaged write-ahead log has lost transactions.

    Raises
    ------
    StoreError
        The file cannot be opened, or is not a database.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=OWNER_ONLY)
        # Another program may have created the file, or changed its mode.
        for file in (path, wal_of(path)):
            _make_private(file)
        committed = committed_frames(wal_of(path))
        with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as connection:
            _write_ahead(connection, patience=patience)
            read = _readable_frames(connection)
        if 0 <= read < committed:
            log.warning(_DAMAGED_LOG, wal_of(path), read, committed)
    except sqlite3.Error as error:
        raise explained(error) from error
    except (OSError, ValueError) as error:
        raise cannot_create(path, error) from error


_DAMAGED_LOG = "the file %s is damaged: SQLite can read %d of its %d frames; the last entries of tables may be lost"


def _readable_frames(connection: sqlite3.Connection) -> int:
    """Return the number of frames of the write-ahead log that SQLite could read, -1 if it does not tell."""
    try:
        return int(connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])
    except sqlite3.OperationalError:
        # The disk may be full. This does not prevent the server from reading.
        return -1


def _make_private(file: Path) -> None:
    """Let only the owner of a file read and write it."""
    try:
        if stat.S_IMODE(file.stat().st_mode) & ~OWNER_ONLY:
            file.chmod(OWNER_ONLY)
    except FileNotFoundError:
        return
    except PermissionError:
        log.warning("the file %s belongs to another user, so others may read it; it contains hidden cards", file)


def cannot_create(path: Path, error: OSError | ValueError) -> StoreError:
    """Return the error for a database file, or its lock file, that cannot be created."""
    reason = reason_of(error) if isinstance(error, OSError) else said("a file cannot have this name")
    message = said("the database {name} cannot be created: {reason}", name=shown(str(path)), reason=reason)
    return StoreError(message, given=str(path), where="the store")


def _write_ahead(connection: sqlite3.Connection, *, patience: float) -> None:
    """Switch a database to write-ahead logging; the setting is permanent, and must be made outside a transaction."""
    end = environment().monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # SQLite waits for other readers and writers, but fails immediately if another process switches the mode.
            if error.sqlite_errorcode & _PRIMARY_CODE != sqlite3.SQLITE_BUSY or environment().monotonic() >= end:
                raise
            environment().pause(_A_MOMENT)
        else:
            return


_PRIMARY_CODE = 0xFF
_A_MOMENT = 0.01


def writing_engine(url: URL, *, patience: float) -> sa.Engine:
    """Return an engine with one connection, whose transactions acquire the write lock when they begin."""
    _check_driver(url)
    engine = sa.create_engine(url, hide_parameters=True, poolclass=QueuePool, pool_size=1, max_overflow=0, **_args(url))
    if url.get_backend_name() == "sqlite":
        # A transaction that begins with a read may fail to get the write lock later, so take it first.
        _set_up_sqlite(engine, patience=patience, begin="BEGIN IMMEDIATE")
    else:
        _set_up_postgresql(engine, patience=patience)
    return engine


def reading_engine(url: URL, *, patience: float) -> sa.Engine:
    """Return an engine for `READERS` threads, whose transactions each see one snapshot of the database."""
    _check_driver(url)
    is_sqlite = url.get_backend_name() == "sqlite"
    pool: dict[str, Any] = {"poolclass": QueuePool, "pool_size": READERS, "max_overflow": 0}
    isolation: dict[str, Any] = {} if is_sqlite else {"isolation_level": "REPEATABLE READ"}
    engine = sa.create_engine(url, hide_parameters=True, **pool, **isolation, **_args(url))
    if is_sqlite:
        _set_up_sqlite(engine, patience=patience, begin="BEGIN")
    else:
        _set_up_postgresql(engine, patience=patience)
    return engine


def _args(url: URL) -> dict[str, Any]:
    # The thread that uses a connection may not be the one that opened it.
    sqlite_only = {"check_same_thread": False}
    return {"connect_args": sqlite_only if url.get_backend_name() == "sqlite" else {"connect_timeout": 10}}


def _check_driver(url: URL) -> None:
    if url.get_backend_name() == "postgresql":
        try:
            import psycopg  # noqa: F401
        except ImportError as error:
            message = said(
                "PostgreSQL needs a library that is not installed; install it with: {command}", command=_INSTALL
            )
            raise StoreError(message, given=url.drivername, where="the store", allowed=_INSTALL) from error


_INSTALL = "pip install 'courtly[postgres]'"


def _set_up_sqlite(engine: sa.Engine, *, patience: float, begin: str) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        # Otherwise the driver begins transactions itself: too late, and never with the write lock.
        connection.isolation_level = None
        # Text that a failing disk has damaged must not make the other rows of a query unreadable.
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _set_up_postgresql(engine: sa.Engine, *, patience: float) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SET lock_timeout = {int(patience * 1000)}")
        cursor.execute("SET synchronous_commit = on")
        cursor.close()
        connection.commit()


def upsert(dialect: str, table: sa.Table) -> Insert:
    """Return an insert statement that supports `on_conflict_do_update` and `on_conflict_do_nothing`."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


def rows_of(connection: Connection, query: sa.Select[Any] | sa.CompoundSelect[Any]) -> Sequence[Mapping[str, Any]]:
    """Return the rows of a query by column."""
    return cast("Sequence[Mapping[str, Any]]", connection.execute(query).mappings().all())


def now(connection: Connection) -> sa.ColumnElement[int]:
    """Return the present time in milliseconds, by a clock that all processes of a database share."""
    if connection.dialect.name == "postgresql":
        seconds = sa.extract("epoch", sa.func.clock_timestamp())
        return sa.cast(sa.func.floor(seconds * 1000), sa.BigInteger)
    return sa.literal(int(environment().system_time() * 1000), sa.BigInteger)


def lock_for_upgrade(connection: Connection) -> None:
    """Take the lock for upgrades of the schema until the transaction ends; wait if another process has it."""
    _lock(connection, _UPGRADE_LOCK)


def lock_deals(connection: Connection) -> None:
    """Take the lock for seats in known deals until the transaction ends; wait if another process has it.

    Take it before any lock of a table, so that two processes cannot wait for each other.
    """
    _lock(connection, _DEALS_LOCK)


def lock_meetings(connection: Connection) -> None:
    """Take the lock for new tables of players who look for opponents until the transaction ends.

    Take it after the lock for deals, and before any lock of a table.
    """
    _lock(connection, _MEETINGS_LOCK)


def lock_ratings(connection: Connection) -> None:
    """Take the lock for ratings until the transaction ends; wait if another process has it.

    Take it after all locks of tables. Two processes would otherwise compute ratings without each other's matches.
    """
    _lock(connection, _RATINGS_LOCK)


def _lock(connection: Connection, number: int) -> None:
    # A transaction of SQLite's writer holds the write lock of the whole file.
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))


READERS = 4
"""The number of parallel reads; further reads wait. More threads would only contend for Python's lock."""

_UPGRADE_LOCK = int.from_bytes(b"courtly", "big")
_DEALS_LOCK = _UPGRADE_LOCK + 1
_MEETINGS_LOCK = _UPGRADE_LOCK + 2
_RATINGS_LOCK = _UPGRADE_LOCK + 3
CHANNEL, PRESENCE = "courtly_tables", "courtly_presence"
"""The PostgreSQL channels for notices of versions and of connected players."""


def notify(connection: Connection, versions: Sequence[tuple[str, int]]) -> None:
    """Send the new versions of tables to the other processes when this transaction commits."""
    if connection.dialect.name == "postgresql":
        rows = [{"told": f"{table} {version}"} for table, version in versions]
        connection.execute(_NOTIFY, rows)


def notify_presence(connection: Connection, told: Sequence[str]) -> None:
    """Send presence notices to the other processes now, in the format that `ServerNotices` parses."""
    connection.execute(_PRESENT, [{"told": one} for one in told])
    connection.commit()


_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :told)")
_PRESENT = sa.text(f"SELECT pg_notify('{PRESENCE}', :told)")
