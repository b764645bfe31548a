"""The store of live tables: what it keeps, how it is written and read, backed up and restored.

`open_store` opens a database; `Store` has everything that can be asked of it; `upkeep` has what a keeper of a server
does by hand.
"""

from courtly.tables.store.errors import BadBackup, Conflict, StoreBusy, StoreClosed
from courtly.tables.store.notices import Notices
from courtly.tables.store.rows import FinishedMatch
from courtly.tables.store.store import Store, open_store
from courtly.tables.store.upkeep import backup, prune, restore

__all__ = [
    "BadBackup",
    "Conflict",
    "FinishedMatch",
    "Notices",
    "Store",
    "StoreBusy",
    "StoreClosed",
    "backup",
    "open_store",
    "prune",
    "restore",
]
