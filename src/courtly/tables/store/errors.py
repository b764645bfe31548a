"""The errors of the store, in addition to `StoreError`, `NewerStore` and `BrokenTable` of `tables.errors`.

TableError
└── StoreError
    ├── Conflict       another write was first; this write changed nothing
    ├── StoreBusy      the queue of writes is full
    ├── StoreClosed    the store is closed
    └── BadBackup      a backup file that cannot be written or restored
"""

from __future__ import annotations

from courtly.engine.sentences import said
from courtly.tables.errors import BrokenTable, StoreError


class Conflict(StoreError):
    """The table has another version, or the command, id or code is used already."""

    code = "conflict"


class StoreBusy(StoreError):
    """The queue of the writer is full."""

    code = "store-busy"


class StoreClosed(StoreError):
    """The store is closed and accepts no writes."""

    code = "store-closed"


class BadBackup(StoreError):
    """A backup that cannot be written or read, or that cannot be restored into this store."""

    code = "bad-backup"


def damaged(table: str) -> BrokenTable:
    """Return the error for a table with unreadable or missing rows."""
    sentence = said("the table {table} is damaged in the database and cannot be read", table=table)
    return BrokenTable(sentence, given=table, where="table")


def conflict(table: str) -> Conflict:
    """Return the error for a write that conflicts with an earlier one."""
    return Conflict(said("another process changed {place} first; nothing was saved", place=table), given=table)
