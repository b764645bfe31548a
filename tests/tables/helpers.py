"""Helpers for tests of tables: a lobby with its own store, and short methods to add players, open tables and act."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from courtly.runtime import Runtime
from courtly.tables.actor import Answer
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby, LobbyOptions, build_lobby
from courtly.tables.opening import NewTable
from courtly.tables.seating import SeatChoice
from courtly.tables.store import writes
from courtly.tables.store.store import open_store

SECRET = "a secret of the tests, long enough for any server"
PATIENCE = 240.0

ME, OPEN = SeatChoice(kind="me"), SeatChoice(kind="open")
STEWARD = SeatChoice(kind="bot", bot="steward")


def command() -> str:
    """Return an unused command id, also for a database that an earlier run of the tests wrote."""
    return uuid4().hex


class House:
    """A lobby and its players."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    async def player(self, name: str, *, is_program: bool = False) -> Player:
        """Add a new player."""
        player = Player(f"id-{name}", name, "red", datetime.now(UTC), is_program)
        await self.lobby.store.write(writes.add_player, player)
        return player

    async def open(self, host: Player, *seats: SeatChoice, game: str = "courtisans", **more: Any) -> str:
        """Open a table and return its id."""
        wanted = NewTable(command=command(), game=game, seats=list(seats), **more)
        return await self.lobby.opener.open(host, wanted)

    async def do(self, player: Player, table: str, act: str, **more: Any) -> Answer:
        """Send an act of a player."""
        return await self.lobby.play.act(player, table, {"command": command(), "act": act, **more})

    async def see(self, player: Player | None, table: str) -> dict[str, Any]:
        """Return the table document for a player."""
        return await self.lobby.views.answer(player, table)

    async def move(self, player: Player, table: str, *moves: str) -> Answer:
        """Send moves for the present turn; the first legal move by default."""
        now = await self.see(player, table)
        chosen = list(moves) or [now["view"]["legal"][0]]
        return await self.do(player, table, "move", match=now["match"], turn=now["turn"], moves=chosen)

    async def until(self, player: Player, table: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the table document as soon as a condition holds."""

        async def wait() -> dict[str, Any]:
            async with self.lobby.subscriptions.subscribe(player, table) as (subscriber, _):
                while not holds(now := await self.see(player, table)):
                    await subscriber.frames.get()
                return now

        return await asyncio.wait_for(wait(), PATIENCE)

    async def play_out(self, player: Player, table: str) -> str:
        """Play a match to its end and return the table; the player always makes the first legal move."""

        def waits(now: dict[str, Any]) -> bool:
            return now["to_move"] in (now["you"], None)

        while (await self.until(player, table, waits))["status"] != "over":
            await self.move(player, table)
        return table

    async def finished(self, player: Player, *seats: SeatChoice, **more: Any) -> str:
        """Return a table with a match that one person has played to its end; by default, one bot is the opponent."""
        table = await self.open(player, *(seats or (ME, STEWARD)), **more)
        await self.do(player, table, "ready", word="rose")
        return await self.play_out(player, table)

    async def friends(self, *names: str, game: str = "courtisans", **more: Any) -> tuple[str, list[Player]]:
        """Return a table where friends are playing, and the friends."""
        host, *guests = [await self.player(name) for name in names]
        table = await self.open(host, ME, *[OPEN] * len(guests), game=game, **more)
        code = (await self.see(host, table))["join"]
        for guest in guests:
            await self.do(guest, table, "sit", code=code)
        for player in (host, *guests):
            await self.do(player, table, "ready", word=player.name)
        return table, [host, *guests]


@asynccontextmanager
async def house(place: Path | str, *, is_loaded: bool = True, **options: Any) -> AsyncIterator[House]:
    """Yield a house with a database in a folder or at a URL; the database may exist already.

    Unless `is_loaded` is false, its unfinished tables have been loaded. `options` are those of `LobbyOptions`.
    """
    with Runtime() as runtime:
        async with await open_store(place / "courtly.sqlite3" if isinstance(place, Path) else place) as store:
            lobby = build_lobby(store, runtime, LobbyOptions(**{"secret": SECRET, "pace": 0.0, **options}))
            loading = lobby.start()
            assert loading is not None
            if is_loaded:
                await loading
            try:
                yield House(lobby)
            finally:
                await lobby.close()


def played(path: Path, story: Callable[[House], Awaitable[None]], **more: Any) -> None:
    """Run an async test function with a new house."""

    async def run() -> None:
        async with house(path, **more) as found:
            await story(found)

    asyncio.run(run())
