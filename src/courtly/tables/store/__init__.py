"""The store of live tables: reading, writing, backup and restore.

`open_store` opens a database, `Store` has all queries and writes, and `upkeep` has the maintenance commands for the
operator of a server.
"""

from courtly.tables.store.errors import BadBackup, Conflict, StoreBusy, StoreClosed
from courtly.tables.store.notices import Notices
from courtly.tables.store.rows import MatchRow
from courtly.tables.store.store import Store, open_store
from courtly.tables.store.upkeep import backup, examine, prune, rebuild_ratings, restore

__all__ = [
    "BadBackup",
    "Conflict",
    "MatchRow",
    "Notices",
    "Store",
    "StoreBusy",
    "StoreClosed",
    "backup",
    "examine",
    "open_store",
    "prune",
    "rebuild_ratings",
    "restore",
]
