"""The tables in memory: replayed when somebody asks for one, and kept in step with what other processes do.

There is one actor for each table. Those that nobody looks at and where nothing goes on are forgotten, the longest
unused first.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress

from courtly.engine.errors import CourtlyError, shown
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.tables.actor import Actor, due
from courtly.tables.attendants import Attendants
from courtly.tables.background import Background, patiently
from courtly.tables.codes import Codes
from courtly.tables.errors import BrokenTable, NoSuchTable, NotReady, StoreError
from courtly.tables.state import TableState
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain

log = logging.getLogger(__name__)

KEEP_UP = 2.0
"""Seconds between two looks at the versions of the tables in memory."""

KEEP = 256
"""Tables that nobody looks at, at most."""

ID_LENGTH = 43


class Memory:
    """The actors of the tables that are in memory, by the tables' ids.

    Parameters
    ----------
    store, runtime
        See `Lobby`.
    codes
        How codes of tables are made.
    attendants
        Who wait upon each of them.
    background
        Where what nobody waits for is done.

    Attributes
    ----------
    keep
        How many tables that nobody looks at stay.
    """

    def __init__(
        self,
        store: Store,
        runtime: Runtime,
        codes: Codes,
        attendants: Attendants,
        background: Background,
    ) -> None:
        self.keep = KEEP
        self._store = store
        self._runtime = runtime
        self._codes = codes
        self._attendants = attendants
        self._background = background
        self._actors: OrderedDict[str, Actor] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Actor]] = {}
        self._awaited: set[str] = set()
        self._behind: dict[str, int] = {}

    def __iter__(self) -> Iterator[Actor]:
        return iter(list(self._actors.values()))

    def get(self, table: str) -> Actor | None:
        """Return the actor of a table that is in memory."""
        return self._actors.get(table)

    def __getitem__(self, table: str) -> Actor:
        return self._actors[table]

    async def take_up(self) -> None:
        """Have every table that is not over in memory: bots think on, clocks run."""
        for table in await patiently(self._store.running):
            await self._take_up(table)

    async def _take_up(self, table: str) -> None:
        try:
            self._attendants.attend(await patiently(lambda: self.find(table)))
        except NotReady:
            # It is taken up when its rules are compiled.
            return
        except CourtlyError as error:
            # The cause names moves and cards.
            log.error("table %s cannot be taken up: %s", table, error.code)

    def hasten(self, game: str) -> None:
        """Have a game compiled now, if it is not, and let what waits for that begin afterwards."""
        if self._runtime.is_cold(game) and game not in self._awaited:
            self._awaited.add(game)
            self._background.start(f"beginning the tables of {game}", self._begin_when_warm(game))

    async def _begin_when_warm(self, game: str) -> None:
        await self._runtime.until_warm(game)
        self._awaited.discard(game)
        await self.take_up()
        for actor in self:
            if actor.state.game == game:
                await patiently(actor.follow_up)

    def noticed(self, table: str, version: int) -> None:
        """Read what another process has appended; also of a table that is new, in case that process ends.

        What nobody here looks at can wait until somebody asks for it, or until `keep_up` finds something to attend to.
        """
        actor = self._actors.get(table)
        if actor is None:
            self._background.start("reading a new table of another process", self.find(table))
        elif version > actor.state.version:
            if actor.readers:
                self._catch_up(actor, version)
            else:
                self._behind[table] = version

    async def keep_up(self) -> None:
        """Look now and then whether a notice was lost, and read what could wait."""
        while True:
            await asyncio.sleep(KEEP_UP)
            with suppress(StoreError):
                await self._keep_up()

    async def _keep_up(self) -> None:
        versions = await self._store.versions(list(self._actors))
        later = [actor for actor in self if versions.get(actor.state.table, 0) > actor.state.version]
        alone = {each.state.table: each.state.version for each in later if _is_left_to_itself(each)}
        # A bot that took over must think on when the other process ends.
        minded = await self._store.minded(alone) if alone else set()
        for actor in later:
            table = actor.state.table
            if table in alone and table not in minded:
                self._behind[table] = versions[table]
            else:
                self._catch_up(actor, versions[table])

    def _catch_up(self, actor: Actor, version: int) -> None:
        self._background.start("reading what another process did at a table", actor.catch_up(version))

    async def find(self, table: str) -> Actor:
        """Return the actor of a table, which is replayed where it is not in memory.

        Raises
        ------
        NoSuchTable, NotReady, BrokenTable, StoreError
        """
        if table in self._actors:
            self._actors.move_to_end(table)
            actor = self._actors[table]
            if (version := self._behind.get(table)) is not None:
                # Perhaps it was an act of this process, of which the notice came first.
                await actor.catch_up(version)
                self._behind.pop(table, None)
            return actor
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def close(self) -> None:
        """Give up reading tables; whoever waited for one is told nothing any more."""
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    async def _load(self, table: str) -> Actor:
        entries = await self._store.journal(table) if is_plain(table, ID_LENGTH) else []
        if not entries:
            raise no_table(table)
        if any(entry.act == "start" for entry in entries):
            self.check_ready(table, str(entries[0].data["game"]))
        try:
            state = await self._runtime.read(lambda: TableState.of(table, entries))
        except Exception as error:
            # Whatever a damaged entry leads to; the cause names cards, so it goes to the log and not to the player.
            message = said("the table {id} cannot be played again under the rules of this version of Courtly", id=table)
            raise BrokenTable(message, given=table, where="table") from error
        actor = self.remember(state)
        self._attendants.attend(actor)
        self.hasten(state.game)
        if due(state, self._runtime) is not None:
            self.follow_up(actor)
        return actor

    def follow_up(self, actor: Actor) -> None:
        """Have what the server does by itself at a table done beside, as soon as the database takes it."""
        self._background.start("beginning a table", patiently(actor.follow_up))

    def check_ready(self, table: str, game: str) -> None:
        """Raise `NotReady` while the rules of a game are compiled, which begins now at the latest."""
        if (progress := self._runtime.progress(game)) is None:
            return
        self.hasten(game)
        raise NotReady.at(progress, given=table, where="table")

    def remember(self, state: TableState) -> Actor:
        """Return the actor of a table. There is one: a notice may have had the table read while it was opened."""
        if state.table in self._actors:
            return self._actors[state.table]
        actor = Actor(state, self._store, self._runtime, self._codes, self._attendants.attend)
        self._actors[state.table] = actor
        idle = [name for name, each in self._actors.items() if not each.is_busy]
        for name in idle[: max(0, len(idle) - self.keep)]:
            del self._actors[name]
            self._behind.pop(name, None)
        return actor

    def counts(self) -> dict[str, int]:
        """Return how many tables are in memory, how many readers are connected and how many bots think."""
        actors = self._actors.values()
        return {
            "tables": len(actors),
            "readers": sum(len(actor.readers) for actor in actors),
            "thinking": sum(len(actor.thinking) for actor in actors),
        }


def _is_left_to_itself(actor: Actor) -> bool:
    """Whether nobody looks at a match and nothing can become due there: to play it along would do its work twice."""
    opened, seats = actor.state.opened, actor.state.seats
    is_attended = opened.get("clock") or opened.get("minder") or any(seat.playing_bot for seat in seats)
    return actor.state.status == "playing" and not actor.readers and not is_attended


def no_table(table: object) -> NoSuchTable:
    """Return the error for a table that is not there, or not for whoever asks."""
    return NoSuchTable(said("there is no table {id}", id=shown(table)), given=table, where="table")
