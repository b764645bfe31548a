"""Who is here: connected to a table at this process or at another, or looking at its page a moment ago.

Presence is in no journal. Processes that share a store tell one another, again and again; what is not repeated ends.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection
from contextlib import suppress

from courtly.tables.actor import Actor, Reader
from courtly.tables.attendants import Attendants
from courtly.tables.background import Background
from courtly.tables.errors import StoreError
from courtly.tables.memory import Memory
from courtly.tables.store.store import Store

REPEATED = 5.0
"""Seconds after which the other processes are told again who is connected here."""


class Presence:
    """Who is connected to the tables of a process, told to its readers and to the other processes.

    Parameters
    ----------
    process
        What the others call this process.
    """

    def __init__(
        self, process: str, store: Store, tables: Memory, attendants: Attendants, background: Background
    ) -> None:
        self._process = process
        self._store = store
        self._tables = tables
        self._attendants = attendants
        self._background = background
        self._heard: dict[tuple[str, str], float] = {}

    def connect(self, actor: Actor, reader: Reader) -> None:
        """Take note of somebody who connects to a table."""
        actor.readers.add(reader)
        if reader.player is not None and (visit := actor.visits.pop(reader.player.id, None)) is not None:
            # From now on the connection tells whether they are here.
            visit.cancel()

    def came(self, actor: Actor) -> None:
        """Tell that somebody came."""
        self._attendants.came(actor)
        self._say(actor)

    def disconnect(self, actor: Actor, reader: Reader) -> None:
        """Take note of a connection that ends, and tell."""
        actor.readers.discard(reader)
        self._went(actor)

    def _went(self, actor: Actor) -> None:
        self._say(actor)
        self._attendants.went(actor)

    def visit(self, actor: Actor, player: str, seconds: float) -> None:
        """Take somebody who looks at the page of a table without a live connection as here for so many seconds."""
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
        """Tell the readers here, and the other processes, that somebody came or went."""
        actor.say_presence()
        if self._store.notices.is_shared:
            self._background.start("telling other processes who is here", self._tell(actor))

    async def keep_telling(self) -> None:
        """Tell the other processes now and then who is connected here, and forget what they have not told again."""
        while True:
            await asyncio.sleep(REPEATED)
            await self._tell(*[actor for actor in self._tables if actor.here_at_this_process()])
            since = asyncio.get_running_loop().time() - 2.5 * REPEATED
            for table, process in [key for key, at in self._heard.items() if at < since]:
                self.heard(table, process, ())

    async def _tell(self, *actors: Actor) -> None:
        here = {actor.state.table: _seated_here(actor) for actor in actors}
        with suppress(StoreError):
            await self._store.tell_presence(self._process, here)

    def heard(self, table: str, process: str, players: Collection[str]) -> None:
        """Take note of who is connected to a table at another process."""
        actor = self._tables.get(table)
        if process == self._process or actor is None:
            self._heard.pop((table, process), None)
            return
        before = actor.present()
        if players:
            self._heard[table, process] = asyncio.get_running_loop().time()
            actor.elsewhere[process] = frozenset(players)
        else:
            self._heard.pop((table, process), None)
            actor.elsewhere.pop(process, None)
        if actor.present() != before:
            self._attendants.came(actor)
            self._attendants.went(actor)
            actor.say_presence()


def new_process() -> str:
    """Return what a process is called by the others, and holds leases as."""
    return secrets.token_urlsafe(12)


def _seated_here(actor: Actor) -> list[str]:
    return sorted(player for player in actor.here_at_this_process() if actor.state.seat_of(player) is not None)
