"""What can go wrong in the store of live tables, beside the `StoreError`, `NewerStore` and `BrokenTable` of tables.

TableError
└── StoreError
    ├── Conflict       somebody else was first; nothing of the act is done
    ├── StoreBusy      so much waits to be written that more would wait too long
    ├── StoreClosed    the store was closed before this was asked
    └── BadBackup      a file that cannot be written or restored
"""

from __future__ import annotations

from courtly.engine.sentences import said
from courtly.tables.errors import BrokenTable, StoreError


class Conflict(StoreError):
    """The table is at another version, or the command, id or code is used already."""

    code = "conflict"


class StoreBusy(StoreError):
    """The queue of the writer is full."""

    code = "store-busy"


class StoreClosed(StoreError):
    """Nothing is written any more."""

    code = "store-closed"


class BadBackup(StoreError):
    """A backup that cannot be made or read, or a store that it cannot be restored into."""

    code = "bad-backup"


def damaged(table: str) -> BrokenTable:
    """Return the error for a table whose rows hold what cannot be read, or lack some."""
    sentence = said("the table {table} is damaged in the database and cannot be read", table=table)
    return BrokenTable(sentence, given=table, where="table")


def conflict(table: str) -> Conflict:
    """Return the error for a write that somebody else was quicker than."""
    return Conflict(said("at {place} somebody else was first; nothing is changed", place=table), given=table)
