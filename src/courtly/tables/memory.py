"""The tables in memory: loaded on demand, and kept in step with the other processes.

There is one actor per table. Idle tables without viewers are dropped from memory, least recently used first. So a
client that uploads many long records cannot fill the memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables import acts
from courtly.tables.actor import Actor
from courtly.tables.background import Background, retry_when_unavailable
from courtly.tables.codes import Codes
from courtly.tables.errors import BrokenTable, StoreError, cause_of, no_table
from courtly.tables.journal import Entry
from courtly.tables.services import TableServices
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.tables.store.rows import StartRow
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain

log = logging.getLogger(__name__)

POLL_SECONDS = 2.0
"""Seconds between two checks of the versions of the tables in memory."""

ID_LENGTH = 43


class IdleLimits(NamedTuple):
    """The largest number of idle tables in memory, and of their entries and moves, the last used table excluded.

    A move with its events takes 1 to 3 kB.
    """

    tables: int = 256
    entries: int = 6_000


class Memory:
    """The actors of the tables in memory, by table id.

    Parameters
    ----------
    store, runtime
        See `build_lobby`.
    codes
        The codes of tables and links.
    services
        The background services of the tables.
    limits
        The limits on idle tables in memory.
    """

    def __init__(
        self,
        store: Store,
        runtime: Runtime,
        codes: Codes,
        services: TableServices,
        limits: IdleLimits,
    ) -> None:
        self._limits = limits
        self._store = store
        self._runtime = runtime
        self._codes = codes
        self._services = services
        self._background = Background()
        self._actors: OrderedDict[str, Actor] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Actor]] = {}
        self._behind: dict[str, int] = {}

    def __iter__(self) -> Iterator[Actor]:
        return iter(list(self._actors.values()))

    def get(self, table: str) -> Actor | None:
        """Return the actor of a table, None if the table is not in memory."""
        return self._actors.get(table)

    def __getitem__(self, table: str) -> Actor:
        if table not in self._actors:
            # The table was deleted.
            raise no_table(table)
        return self._actors[table]

    async def load_unfinished(self) -> None:
        """Load every unfinished table, so that its bots and clocks continue."""
        for table in await retry_when_unavailable(lambda: self._store.read(reads.running)):
            await self._load_unfinished(table)

    async def _load_unfinished(self, table: str) -> None:
        try:
            self._services.start_services(await retry_when_unavailable(lambda: self.find(table)))
        except CourtlyError as error:
            log.error("table %s cannot be loaded: %s (%s)", table, error.code, cause_of(error))

    def on_notice(self, table: str, version: int) -> None:
        """React to a notice that another process has appended entries.

        A new table is loaded here too, so that it continues if the other process ends. New entries of a table without
        subscribers are read later: when a client requests the table, or when `keep_up` finds a new stand-in.
        """
        actor = self._actors.get(table)
        if actor is None:
            self._background.start("reading a new table of another process", self.find(table))
        elif version > actor.state.version:
            if actor.subscribers:
                self._catch_up(actor, version)
            else:
                self._behind[table] = version

    async def keep_up(self) -> None:
        """Periodically drop deleted tables, look for lost notices, and read the entries that cannot wait."""
        while True:
            await environment().sleep(POLL_SECONDS)
            with suppress(StoreError):
                await self._keep_up()

    async def _keep_up(self) -> None:
        names = list(self._actors)
        versions = await self._store.read(reads.versions, names)
        # `courtly prune` may delete tables while the server runs.
        self.drop([name for name in names if name not in versions])
        later = [actor for actor in self if versions.get(actor.state.table, 0) > actor.state.version]
        alone = {each.state.table: each.state.version for each in later if _needs_no_service(each)}
        # Read a table with a new stand-in now: if the other process ends, this process must run the stand-in.
        tables_with_new_stand_ins = await self._store.read(reads.tables_with_new_stand_ins, alone) if alone else set()
        for actor in later:
            table = actor.state.table
            if table in alone and table not in tables_with_new_stand_ins:
                self._behind[table] = versions[table]
            else:
                self._catch_up(actor, versions[table])

    def _catch_up(self, actor: Actor, version: int) -> None:
        self._background.start("reading the entries of another process", actor.catch_up(version))

    async def find(self, table: str) -> Actor:
        """Return the actor of a table, and load the table first if it is not in memory.

        Raises
        ------
        NoSuchTable, BrokenTable, StoreError
            The table does not exist or is damaged, or the database failed.
        """
        if table in self._actors:
            self._actors.move_to_end(table)
            actor = self._actors[table]
            if (version := self._behind.get(table)) is not None:
                # `catch_up` does nothing for a version that is already known, for example from an act at this process.
                await actor.catch_up(version)
                self._behind.pop(table, None)
            return actor
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def create(
        self,
        state: TableState,
        entries: Sequence[Entry],
        start: StartRow | None = None,
        known: Collection[str] | None = None,
    ) -> Actor:
        """Store a new table and return its actor; see `Store.create`."""
        await self._store.create(state.head(), entries, codes=self._codes.hashed(state), start=start, known=known)
        actor = self.remember(state)
        if known is not None:
            # The host may never come to the table.
            self._services.start_services(actor)
        return actor

    async def state_of(self, table: str) -> TableState:
        """Return the state of a table; see `find`."""
        return (await self.find(table)).state

    async def refresh(self, table: str) -> None:
        """Read the entries that were appended to a table elsewhere, if the table is in memory."""
        if (actor := self._actors.get(table)) is not None:
            await actor.catch_up()

    async def close(self) -> None:
        """Cancel all background work and all loading of tables; callers that wait for one are cancelled too."""
        await self._background.close()
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    async def _load(self, table: str) -> Actor:
        entries = await self._store.read(reads.journal, table) if is_plain(table, ID_LENGTH) else []
        if not entries:
            raise no_table(table)
        try:
            state = await self._runtime.read(lambda: TableState.of(table, entries))
        except Exception as error:
            # A damaged entry can cause any error. The cause names cards, so only the log gets it.
            message = said("the table {id} cannot be replayed with the rules of this version of Courtly", id=table)
            raise BrokenTable(message, given=table, where="table") from error
        actor = self.remember(state)
        self._services.start_services(actor)
        self._runtime.compile_now(state.game)
        if acts.follow_up(state) is not None:
            self.follow_up(actor)
        return actor

    def follow_up(self, actor: Actor) -> None:
        """Append due server entries of a table in the background, as soon as the database is available."""
        self._background.start("starting a table", retry_when_unavailable(actor.follow_up))

    def remember(self, state: TableState) -> Actor:
        """Add a table to memory and return its actor. Return the existing actor if a notice has loaded the table."""
        if state.table in self._actors:
            return self._actors[state.table]
        actor = Actor(state, self._store, self._runtime, self._codes, self._services.start_services)
        self._actors[state.table] = actor
        self._drop_idle()
        return actor

    def _drop_idle(self) -> None:
        idle = [actor.state for actor in self if not actor.is_busy]
        size = sum(map(_size, idle[:-1]))
        for number, state in enumerate(idle[:-1]):
            if len(idle) - number <= self._limits.tables and size <= self._limits.entries:
                break
            size -= _size(state)
            del self._actors[state.table]
            self._services.stop(state.table)
            self._behind.pop(state.table, None)

    def drop(self, tables: Iterable[str]) -> None:
        """Remove tables that were deleted from the store."""
        for table in tables:
            if (actor := self._actors.pop(table, None)) is not None:
                for subscriber in list(actor.subscribers):
                    subscriber.end()
            self._services.stop(table)
            self._behind.pop(table, None)

    def disconnect_from_deal(self, player: str, table: str, key: str) -> None:
        """Disconnect a player from other tables with the deal that the player is playing now."""
        for actor in self:
            if actor.state.table != table and actor.state.opened.get("key") == key:
                for subscriber in [one for one in actor.subscribers if one.player and one.player.id == player]:
                    subscriber.end()

    def counts(self) -> dict[str, int]:
        """Return the numbers of tables in memory, connected subscribers, and thinking bots."""
        actors = self._actors.values()
        return {
            "tables": len(actors),
            "readers": sum(len(actor.subscribers) for actor in actors),
            "thinking": sum(len(actor.thinking) for actor in actors),
        }


def _size(state: TableState) -> int:
    """Return the number of entries and moves of a table. An uploaded match has one entry for all its moves."""
    return state.version + sum(played.match.version for played in state.played)


def _needs_no_service(actor: Actor) -> bool:
    """Return whether a running match needs nothing from this process: it has no subscriber, bot, clock or stand-in."""
    opened, seats = actor.state.opened, actor.state.seats
    follows_absence = (opened.get("minder") or {}).get("after") is not None
    has_services = opened.get("clock") or follows_absence or any(seat.playing_bot for seat in seats)
    return actor.state.status == "playing" and not actor.subscribers and not has_services
