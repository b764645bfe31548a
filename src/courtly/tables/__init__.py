"""Live tables: matches of players and bots, and the store that keeps them.

`open_store` opens a database. `Lobby` opens tables, shows them, and accepts the acts of people and programs. Every
value that leaves this package contains only facts that its audience may know.
"""

from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.tables.opening import NewTable
from courtly.tables.people import People
from courtly.tables.seating import SeatChoice
from courtly.tables.store import Store, open_store

__all__ = ["Lobby", "NewTable", "People", "Player", "SeatChoice", "Store", "open_store"]
