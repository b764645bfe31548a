"""Benchmarks of live tables: durable moves per second in one process, and the 99th percentile of the delay.

Programs at many tables move as soon as their previous act is acknowledged. Every move is checked, committed (SQLite),
applied and sent to both seats. The peer only commits an equal number of rows through the same store. Sockets and pages
are not included.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

from benchmarks.measure import Benchmark, Effort, Measurement, measure_alternately
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import Lobby, LobbyOptions, NewTable, Player, SeatChoice, Store, build_lobby, open_store
from courtly.tables.journal import Entry, Head
from courtly.tables.store import writes

_TABLES = 100
_MOVES = 12
"""Moves at each table: two turns of each seat, so that no match ends."""

Times = list[float]
Work = Callable[[str, Store, int], Awaitable[Times]]

_PEER = "the store alone: the same number of entries appended"


async def _played(game: str, store: Store, tables: int) -> Times:
    """Return the total time and the time to acknowledge each move, with all tables in parallel."""
    with Runtime(Settings()) as runtime:
        lobby = build_lobby(store, runtime, LobbyOptions(secret=secrets.token_urlsafe(), pace=0.0))
        begun_tables = await asyncio.gather(*(opened(lobby, game, number) for number in range(tables)))
        begun = perf_counter()
        times = [time for each in await asyncio.gather(*(_moves(lobby, *one) for one in begun_tables)) for time in each]
        spent = perf_counter() - begun
        await lobby.close()
    return [spent, *times]


async def opened(lobby: Lobby, game: str, number: int) -> tuple[str, list[Player]]:
    """Open a table at which two programs are ready."""
    players = [Player(f"{number}-{seat}", f"P{seat}", "wine", datetime.now(UTC), is_program=True) for seat in range(2)]
    for player in players:
        await lobby.store.write(writes.add_player, player)
    seats = [SeatChoice(kind="me"), SeatChoice(kind="open")]
    table = await lobby.opener.open(players[0], NewTable(command="open", game=game, seats=seats, listed=True))
    await lobby.play.act(players[1], table, {"command": "sit", "act": "sit"})
    for player in players:
        await lobby.play.act(player, table, {"command": "ready", "act": "ready"})
    return table, players


async def _moves(lobby: Lobby, table: str, players: list[Player]) -> Times:
    times = []
    for turn in range(_MOVES):
        seen = await lobby.views.document(players[0], table)
        assert seen.to_move is not None
        mover = players[seen.to_move]
        legal = (await lobby.views.document(mover, table)).legal
        act: dict[str, Any] = {"command": f"m{turn}", "act": "move", "match": 1, "turn": turn, "moves": legal[:1]}
        asked = perf_counter()
        await lobby.play.act(mover, table, act)
        times.append(perf_counter() - asked)
    return times


async def _appended(game: str, store: Store, tables: int) -> Times:
    """Return the corresponding times for entries that are only appended."""

    async def appends(number: int) -> Times:
        times, at = [], datetime.now(UTC)

        def head(version: int) -> Head:
            return Head(str(number), game, "playing", version, False, "h", 1, 0, at, at, ())

        await store.create(head(1), [Entry(0, at, "open", 1, 0)])
        for turn in range(_MOVES):
            asked = perf_counter()
            entry = Entry(turn + 1, at, "move", 1, turn, 0, str(number), {"move": "play"}, f"m{turn}", "0" * 64, 1)
            await store.append([entry], head(turn + 2))
            times.append(perf_counter() - asked)
        return times

    begun = perf_counter()
    found = [time for each in await asyncio.gather(*map(appends, range(tables))) for time in each]
    return [perf_counter() - begun, *found]


def _run(work: Work, game: str, tables: int) -> Times:
    async def run() -> Times:
        with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
            async with await open_store(Path(folder) / "tables.sqlite3") as store:
                return await work(game, store, tables)

    return asyncio.run(run())


def _pace(game: str, effort: Effort) -> Measurement:
    tables = effort.of(_TABLES)

    def rate(work: Work) -> float:
        return tables * _MOVES / _run(work, game, tables)[0]

    return measure_alternately(effort, partial(rate, _played), partial(rate, _appended))


def _waits(game: str, effort: Effort) -> Measurement:
    tables = effort.of(_TABLES)

    def slowest(work: Work) -> float:
        return 1000 * quantiles(_run(work, game, tables)[1:], n=100)[98]

    return measure_alternately(effort, partial(slowest, _played), partial(slowest, _appended))


def figures(game: str, bar: float) -> list[Benchmark]:
    """Return the figures of a game's tables; the bar is in moves per second."""
    pace = Benchmark(
        name=f"{game}.tables", unit="moves/s", measure=partial(_pace, game), peer=_PEER, bar=bar, higher_is_better=True
    )
    return [pace, Benchmark(name=f"{game}.tables.p99", unit="ms", measure=partial(_waits, game), peer=_PEER)]
