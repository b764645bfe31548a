"""Create a database of running matches and, for each table, the tokens and the match script for its clients.

The script is computed from the true match in the database. So clients need not parse the server's frames to move, and
use little processor time compared with the server.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import Lobby, LobbyOptions, NewTable, Player, SeatChoice, build_lobby, open_store
from courtly.tables.state import TableState
from courtly.tables.store import reads

ME, OPEN = SeatChoice(kind="me"), SeatChoice(kind="open")
FIVE = [ME, *[OPEN] * 4]
AT_ONCE = 50
"""Tables that are opened in parallel."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """A table with a running match.

    Attributes
    ----------
    tokens
        Tokens of the programs at the table, by seat.
    script
        The seat and notation of every move of the match, including moves already made.
    """

    id: str
    tokens: Sequence[str]
    script: Sequence[tuple[int, str]]


def prepared(
    database: Path | str, game: str, seats: Sequence[SeatChoice], *, tables: int, moves: int = 0, **options: Any
) -> list[Scripted]:
    """Fill a database with tables at which all players are ready, with `moves` moves made in each match.

    Parameters
    ----------
    seats
        Seats of a new table. Programs take the open ones. A match with bots has no script and begins when its host
        is ready.
    options
        Further fields of `NewTable`.
    """
    wanted = NewTable(command="open", game=game, seats=list(seats), listed=True, **options)

    async def work() -> list[Scripted]:
        with Runtime(Settings(warm_up=False)) as runtime:
            async with await open_store(database) as store:
                options = LobbyOptions(secret=secrets.token_urlsafe(32), max_tables=tables)
                lobby = build_lobby(store, runtime, options)
                keeper = TableBuilder(lobby, wanted, moves)
                try:
                    return await keeper.tables(tables)
                finally:
                    await lobby.close()

    return asyncio.run(work())


class TableBuilder:
    """Opens tables and lets programs sit down and play."""

    def __init__(self, lobby: Lobby, wanted: NewTable, moves: int) -> None:
        self._lobby = lobby
        self._wanted = wanted
        self._moves = moves
        self._door = asyncio.Semaphore(AT_ONCE)

    async def tables(self, count: int) -> list[Scripted]:
        """Return `count` tables."""
        return list(await asyncio.gather(*(self._table(number) for number in range(count))))

    async def _table(self, number: int) -> Scripted:
        async with self._door:
            programs = [
                await self._lobby.people.program(f"P{number}-{seat}")
                for seat, choice in enumerate(self._wanted.seats)
                if choice.kind != "bot"
            ]
            players = [player for player, _ in programs]
            table = await self._lobby.opener.open(players[0], self._wanted)
            for player in players[1:]:
                await self._lobby.play.act(player, table, {"command": "sit", "act": "sit"})
            script = (
                [] if any(choice.kind == "bot" for choice in self._wanted.seats) else await self._begun(table, players)
            )
            return Scripted(table, [token for _, token in programs], script)

    async def _begun(self, table: str, players: Sequence[Player]) -> list[tuple[int, str]]:
        """Begin the match, play the first moves, and return the script."""
        for player in players:
            await self._lobby.play.act(player, table, {"command": "ready", "act": "ready"})
        script = await self._script(table)
        for turn, (seat, move) in enumerate(script[: self._moves]):
            act = {"command": f"m{turn}", "act": "move", "match": 1, "turn": turn, "moves": [move]}
            await self._lobby.play.act(players[seat], table, act)
        return script

    async def _script(self, table: str) -> list[tuple[int, str]]:
        """Return the moves of a random match from the deal of this one."""
        match = TableState.of(table, await self._lobby.store.read(reads.journal, table)).match
        assert match is not None, "all players are ready"
        rng, script = random.Random(table), []
        while (seat := match.to_move) is not None:
            script.append((seat, rng.choice(match.legal_moves())))
            match.play(script[-1][1])
        return script
