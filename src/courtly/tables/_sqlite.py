"""What only SQLite needs: how a connection is set up, how a transaction begins, and what its errors mean."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from courtly.engine.errors import reason_of, shown
from courtly.engine.sentences import said
from courtly.tables.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.exc import SQLAlchemyError

DRIVER = "sqlite+aiosqlite"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:/")
"""How a URL begins, also one whose slashes were taken for those of a path; a drive has one letter."""

# The first that begins SQLite's name of the error holds.
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
}


def explained(error: SQLAlchemyError | sqlite3.Error) -> StoreError:
    """Return the error to show for one of the database: why, and neither statement nor values."""
    original = error.orig if isinstance(error, DBAPIError) else error
    name = str(getattr(original, "sqlite_errorname", type(original).__name__))
    reason = next((text for start, text in REASONS.items() if name.startswith(start)), said("the database refused"))
    return StoreError(said("the tables cannot be reached: {reason}", reason=reason), given=name, where="the store")


def read_url(url_or_path: str | Path) -> URL:
    """Return the database that a URL or the path of a file means.

    Raises
    ------
    StoreError
        For a URL of anything but SQLite.
    """
    text = str(url_or_path)
    if "://" not in text and not _SCHEME.match(text):
        return URL.create(DRIVER, database=text)
    try:
        url = make_url(text)
    except ArgumentError:
        url = None
    # SQLite's own kind of URL would slip past the check of the file.
    if url is None or url.get_backend_name() != "sqlite" or str(url.database).startswith("file:"):
        given = shown(url.drivername if url is not None else text.partition(":")[0])
        allowed = said("the path of a file, or a URL that begins with sqlite:///")
        message = said("matches cannot be kept with {given}; only SQLite can: {allowed}", given=given, allowed=allowed)
        raise StoreError(message, given=given, where="the store", allowed=allowed)
    return url.set(drivername=DRIVER)


def database_file(url_or_path: str | Path) -> str | None:
    """Return the file of a database, None for one in memory; raise `StoreError` as `read_url` does."""
    name = read_url(url_or_path).database
    return None if name in (None, "", ":memory:") else name


def make_file(url: URL, *, patience: float) -> None:
    """Make the database's file, readable by its owner alone, since it holds every hidden card, and try to open it.

    Raises
    ------
    StoreError
        Nothing can be opened there, or it is no database.
    """
    name = url.database
    if not name or name == ":memory:":
        return
    path = Path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
        with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as connection:
            # For good, and outside any transaction.
            connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.Error as error:
        raise explained(error) from error
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else said("no file can have this name")
        message = said("the store {name} cannot be made: {reason}", name=shown(name), reason=reason)
        raise StoreError(message, given=name, where="the store") from error


def make_engine(url: URL, *, patience: float) -> AsyncEngine:
    """Return an engine whose connections wait `patience` seconds for other writers."""
    # All users of a database in memory share one connection, so they take turns.
    only_one = {"pool_size": 1, "max_overflow": 0} if url.database in (None, "", ":memory:") else {}
    engine = create_async_engine(url, hide_parameters=True, poolclass=AsyncAdaptedQueuePool, **only_one)

    @event.listens_for(engine.sync_engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        # The driver would begin transactions by itself, too late and never as a writer.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A reader that turns writer halfway may find that it cannot; a writer says so first.
        writes = connection.get_execution_options().get("courtly_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
