"""One live table: seats, the event log, and the store that keeps them.

`open_store` opens a database, `TableService` deals, shows and plays. Every value that leaves this package was made for
one seat.
"""

from courtly.tables._sqlite import database_file
from courtly.tables.errors import (
    BadCommand,
    BadSeats,
    BotFailed,
    BrokenTable,
    CommandReused,
    HintsBusy,
    NewerStore,
    NoSuchTable,
    NotYourTable,
    NotYourTurn,
    StaleVersion,
    StoreError,
    TableError,
)
from courtly.tables.service import TableService
from courtly.tables.store import Store, open_store
from courtly.tables.values import SeatSpec, Table, TableSeat, TableSummary

__all__ = [
    "BadCommand",
    "BadSeats",
    "BotFailed",
    "BrokenTable",
    "CommandReused",
    "HintsBusy",
    "NewerStore",
    "NoSuchTable",
    "NotYourTable",
    "NotYourTurn",
    "SeatSpec",
    "StaleVersion",
    "Store",
    "StoreError",
    "Table",
    "TableError",
    "TableSeat",
    "TableService",
    "TableSummary",
    "database_file",
    "open_store",
]
