"""A database file of an old version, where each table had one human player, and the views of these players.

It has four tables: a new table, an unfinished one, a finished one, and a table of another owner. At each table, Ann
plays against bots that play at random.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
OWNER, OTHER = "owner-of-ann", "owner-of-somebody-else"


@dataclass(frozen=True)
class Table:
    """A table as its player last saw it."""

    id: str
    seat: int
    view: dict[str, Any]
    log: list[dict[str, Any]]
    version: int
    names: list[str]


def old_tables(path: Path) -> list[Table]:
    """Create the old database in a file, and return its tables."""
    with database(path) as connection:
        connection.executescript((HERE / "old_tables.sql").read_text(encoding="utf-8"))
    return [Table(**each) for each in json.loads((HERE / "old_tables.json").read_text(encoding="utf-8"))]


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database file of a store directly, without the store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def rows(path: Path, query: str, *values: object) -> list[Any]:
    """Return the rows of a query on the database file of a store."""
    with database(path) as connection:
        return connection.execute(query, values).fetchall()


def moves_in(path: Path, table: str) -> list[tuple[int, int, str]]:
    """Return the moves of a table as `(number, seat, move)`, read from the database file."""
    return rows(path, "SELECT number, seat, move FROM events WHERE table_id = ? ORDER BY number", table)
