"""The database file of a simulated world, and its troubles."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event

from courtly.testing.simulation.tasks import PROCESS

ERRORS = {
    "busy": ("SQLITE_BUSY", "database is locked"),
    "full": ("SQLITE_FULL", "database or disk is full"),
    "lost": ("SQLITE_IOERR", "disk I/O error"),
    "deadlock": ("40P01", "deadlock detected"),
}
"""The errors by fault, of SQLite except the deadlock, which only PostgreSQL knows."""


def name_of(number: int, start: int) -> str:
    """Return the name of a process that was started `start` times."""
    return f"server {number} ({start})"


def number_of(process: str) -> int:
    """Return the number in the name of a process."""
    return int(process.split()[1])


class Killed(BaseException):
    """The process ends at this point of a transaction."""


class Database:
    """The database file of a world, with its present trouble.

    Attributes
    ----------
    trouble
        The fault of each transaction that begins now, or of those that write; None if the database works.
    at_commit
        By the number of a process, a function to call when its next transaction commits, with the name of the process.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: str | None = None
        self.at_commit: dict[int, Callable[[str], None]] = {}
        self._writes = 0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Make the transactions of all engines on this file fail as the faults say, until the block ends."""
        event.listen(sa.Engine, "before_cursor_execute", self._execute)
        event.listen(sa.Engine, "commit", self._commit)
        try:
            yield
        finally:
            event.remove(sa.Engine, "before_cursor_execute", self._execute)
            event.remove(sa.Engine, "commit", self._commit)

    def _execute(self, connection: sa.Connection, _cursor: object, statement: str, *_: object) -> None:
        if self.trouble is None or not statement.startswith("BEGIN") or not self._is_here(connection):
            return
        is_write = statement == "BEGIN IMMEDIATE"
        self._writes += is_write
        # A full disk can be read, and one of two transactions survives a deadlock.
        if (not is_write and self.trouble in ("full", "deadlock")) or (self.trouble == "deadlock" and self._writes % 2):
            return
        name, text = ERRORS[self.trouble]
        error = sqlite3.OperationalError(text)
        if name.startswith("SQLITE"):
            error.sqlite_errorcode, error.sqlite_errorname = getattr(sqlite3, name), name
        else:
            error.sqlstate = name  # type: ignore[attr-defined]
        raise sa.exc.OperationalError("BEGIN", None, error)

    def _commit(self, connection: sa.Connection) -> None:
        process = PROCESS.get()
        if process is None or not self._is_here(connection):
            return
        act = self.at_commit.pop(number_of(process), None)
        if act is not None:
            act(process)

    def _is_here(self, connection: sa.Connection) -> bool:
        return connection.engine.url.database == str(self.path)
