"""Presence: the players who are connected to a table at any process, or sent it a request recently.

Presence is not stored in the journal. Processes that share a store send each other the ids of their connected players
every few seconds. An id expires unless it is sent again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from courtly.environment import environment
from courtly.tables.actor import Actor
from courtly.tables.background import Background
from courtly.tables.errors import StoreError
from courtly.tables.memory import Memory
from courtly.tables.services import TableServices
from courtly.tables.store.store import Store
from courtly.tables.subscribers import Subscriber

VISIT_SECONDS = 120.0
"""Seconds for which a player without a live connection counts as present after a request, since players think."""

PRESENCE_SECONDS = 5.0
"""Seconds between two presence notices to the other processes."""


VISITOR = "~"
"""Precedes the id of a player without a live connection in a presence notice."""


class _Heard(NamedTuple):
    """The players who are present at a table at another process, those with a live connection, and when it said so."""

    at: float
    players: frozenset[str]
    connected: frozenset[str]


class Presence:
    """Tracks who is connected to the tables of a process, and informs subscribers and the other processes.

    Parameters
    ----------
    process
        The name of this process in presence notices.
    store
        The store that carries the notices.
    tables
        The tables in memory.
    services
        The background services of the tables, which react to arrivals and departures.
    background
        The runner of the tasks that send notices.
    """

    def __init__(
        self, process: str, store: Store, tables: Memory, services: TableServices, background: Background
    ) -> None:
        self._process = process
        self._store = store
        self._tables = tables
        self._services = services
        self._background = background
        self._heard: dict[tuple[str, str], _Heard] = {}

    def connect(self, actor: Actor, subscriber: Subscriber) -> None:
        """Add a subscriber to a table; its connection replaces a pending page visit."""
        actor.subscribers[subscriber] = None
        if subscriber.player is not None and (visit := actor.visits.pop(subscriber.player.id, None)) is not None:
            # From now on the connection decides whether the player is here.
            visit.cancel()

    def came(self, actor: Actor) -> None:
        """Announce an arrival at a table."""
        self._services.came(actor)
        self._say(actor)

    def disconnect(self, actor: Actor, subscriber: Subscriber) -> None:
        """Remove a subscriber from a table and announce the departure.

        A program may connect only to look, as a language model does. It counts as present for a while afterwards.
        """
        actor.remove(subscriber)
        player = subscriber.player
        if (
            player is not None
            and player.is_program
            and not subscriber.lost
            and actor.state.seat_of(player.id) is not None
        ):
            self.visit(actor, player.id, VISIT_SECONDS)
        self._went(actor)

    def _went(self, actor: Actor) -> None:
        self._say(actor)
        self._services.went(actor)

    def visit(self, actor: Actor, player: str, seconds: float) -> None:
        """Count a player who sent a request without a live connection as present for the given seconds."""
        before = actor.visits.pop(player, None)
        actor.visits[player] = asyncio.get_running_loop().call_later(seconds, self._visited, actor, player)
        if before is None:
            self.came(actor)
        else:
            before.cancel()

    def _visited(self, actor: Actor, player: str) -> None:
        del actor.visits[player]
        self._went(actor)

    def _say(self, actor: Actor) -> None:
        """Send the presence to the subscribers here and to the other processes."""
        actor.send_presence()
        if self._store.notices.is_shared:
            self._background.start("sending presence to other processes", self._tell(actor))

    async def broadcast_periodically(self) -> None:
        """Send the local presence to the other processes periodically, and drop their expired notices."""
        while True:
            await environment().sleep(PRESENCE_SECONDS)
            await self._tell(*[actor for actor in self._tables if actor.here_at_this_process()])
            since = asyncio.get_running_loop().time() - 2.5 * PRESENCE_SECONDS
            for table, process in [key for key, heard in self._heard.items() if heard.at < since]:
                self.heard(table, process, ())

    async def _tell(self, *actors: Actor) -> None:
        told = [" ".join((actor.state.table, self._process, *_seated_here(actor))) for actor in actors]
        if told and self._store.notices.is_shared:
            with suppress(StoreError):
                await self._store.read(self._store.notices.send_presence, told)

    def is_connected(self, table: str, player: str) -> bool:
        """Return whether a player has a live connection to a table at any process.

        A request without a live connection does not count: the player may have left since.
        """
        actor = self._tables.get(table)
        if actor is not None and player in actor.connected():
            return True
        return any(at == table and player in heard.connected for (at, _), heard in self._heard.items())

    def recall(self, actor: Actor) -> None:
        """Add the players at other processes to a table that was loaded after their presence notices."""
        for (table, process), heard in self._heard.items():
            if table == actor.state.table:
                actor.elsewhere.setdefault(process, heard.players)

    def elsewhere(self, table: str) -> set[str]:
        """Return the ids of the players who are present at a table at other processes."""
        return {player for (at, _), heard in self._heard.items() if at == table for player in heard.players}

    def heard(self, table: str, process: str, players: Collection[str]) -> None:
        """Update the players who are present at a table at another process, as its notice names them."""
        if process == self._process:
            return
        present = frozenset(player.removeprefix(VISITOR) for player in players)
        if players:
            connected = frozenset(player for player in players if not player.startswith(VISITOR))
            self._heard[table, process] = _Heard(asyncio.get_running_loop().time(), present, connected)
        else:
            self._heard.pop((table, process), None)
        actor = self._tables.get(table)
        if actor is None:
            return
        before = actor.present()
        if players:
            actor.elsewhere[process] = present
        else:
            actor.elsewhere.pop(process, None)
        if actor.present() != before:
            self._services.came(actor)
            self._services.went(actor)
            actor.send_presence()


def new_process() -> str:
    """Return a new random name for a process; it also identifies the holder of leases."""
    return environment().token(12)


def _seated_here(actor: Actor) -> list[str]:
    """Return the seated players who are present at this process, as a notice names them."""
    connected = actor.connected()
    seated = [player for player in actor.here_at_this_process() if actor.state.seat_of(player) is not None]
    return sorted(player if player in connected else VISITOR + player for player in seated)
