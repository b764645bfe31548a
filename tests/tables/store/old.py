"""A database of the version with one person per table, and the views of that person.

It has four tables: new, half played, over, and one of another owner. Ann plays in each, against bots that play
randomly.
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
    """A table as its person last saw it."""

    id: str
    seat: int
    view: dict[str, Any]
    log: list[dict[str, Any]]
    version: int
    names: list[str]


def old_tables(path: Path) -> list[Table]:
    """Create the database in a file, and return its tables."""
    with database(path) as connection:
        connection.executescript((HERE / "old_tables.sql").read_text(encoding="utf-8"))
    return [Table(**each) for each in json.loads((HERE / "old_tables.json").read_text(encoding="utf-8"))]


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file of a store directly."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def rows(path: Path, query: str, *values: object) -> list[Any]:
    """Return the rows of a query on the file of a store."""
    with database(path) as connection:
        return connection.execute(query, values).fetchall()


def moves_in(path: Path, table: str) -> list[tuple[int, int, str]]:
    """Return the moves of a table from the file: number, seat, move."""
    return rows(path, "SELECT number, seat, move FROM events WHERE table_id = ? ORDER BY number", table)
