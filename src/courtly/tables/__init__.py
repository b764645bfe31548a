"""Live tables: matches of players and bots, and the store that keeps them.

`open_store` opens a database. `build_lobby` returns the services that open tables, show them, and accept the acts of
people and programs. Every value that leaves this package contains only facts that its audience may know.
"""

from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby, LobbyOptions, build_lobby
from courtly.tables.opening import NewTable
from courtly.tables.people import People
from courtly.tables.seating import SeatChoice
from courtly.tables.store import Store, open_store

__all__ = ["Lobby", "LobbyOptions", "NewTable", "People", "Player", "SeatChoice", "Store", "build_lobby", "open_store"]
