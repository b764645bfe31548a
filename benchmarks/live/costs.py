"""Measure the costs of a connection, a move, a stored match and a bot to a server; print tables in Markdown.

`python -m benchmarks.live.costs` takes some ten minutes. Other programs on the machine raise the processor time, as
they share its caches, but less than the delays that `courtly bench` measures. Each cost of a connection or a move is a
difference between two runs.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from benchmarks.live.load import PAGES, Timetable, even, played
from benchmarks.live.prepare import ME, OPEN, Scripted, prepared
from benchmarks.live.server import OURS, Served, serving, wait_until_warm
from courtly import new_match
from courtly.bots import find_bot
from courtly.bots.registry import level_names
from courtly.engine.compile.rng import stream

GAMES = {"courtisans": 5, "cursed_court": 5, "monarch": 4}
"""The games, and the number of players at a table."""

TABLES = 60
FEW, SOME, MANY = even(2, 20), even(20, 20), even(100, 20)
"""Timetables of the same length with different numbers of moves."""

FINISHED = 20
"""Finished matches by which the larger of two compared databases exceeds the smaller one."""

ALL_MOVES = 10_000
"""More moves than a match has."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The costs of one kind of client to a server.

    Attributes
    ----------
    connection
        Processor time of the server for a new connection with its first page, in milliseconds.
    move, move_of_many
        Processor time of the server for a move at a table with all players connected, in milliseconds, at 20 and at 100
        moves per second. At the higher rate, moves share transactions, and pages skip states.
    memory
        Memory of a connection in kB (10³ bytes), with its share of the table.
    sent
        Bytes that a move sends to one client, without compression.
    """

    connection: float
    move: float
    move_of_many: float
    memory: float
    sent: float


def cost(served: Served, tables: Sequence[Scripted], query: str) -> Cost:
    """Return the costs of clients at tables, from runs with different numbers of moves."""
    clients = sum(len(table.tokens) for table in tables)
    before = served.begin_peak()
    few, few_moves, _ = _spent(served, tables, FEW, query)
    memory = (served.memory() - before) * 1000 / clients
    some, some_moves, sent = _spent(served, tables, SOME, query)
    many, many_moves, _ = _spent(served, tables, MANY, query)
    move = (some - few) / (some_moves - few_moves)
    connection = (few - few_moves * move) / clients
    return Cost(1000 * connection, 1000 * move, 1000 * (many - few) / (many_moves - few_moves), memory, sent)


def _spent(served: Served, tables: Sequence[Scripted], timetable: Timetable, query: str) -> tuple[float, int, float]:
    """Return the processor seconds of a run, its number of moves, and the bytes that a move sends to a client."""
    before = served.processor_seconds()
    outcome = played([served], tables, timetable, query=query)
    sent = outcome.bytes / max(1, outcome.entries)
    return served.processor_seconds() - before, len(outcome.moves), sent


def stored(folder: Path, game: str, players: int) -> tuple[float, float]:
    """Return the size of a finished match in a SQLite database, in kB, and its number of moves."""
    sizes, moves = list[int](), 0
    for count in (1, 1 + FINISHED):
        database = folder / f"stored-{count}.sqlite3"
        tables = prepared(database, game, [ME, *[OPEN] * (players - 1)], tables=count, moves=ALL_MOVES)
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("VACUUM")
        sizes.append(database.stat().st_size)
        moves = sum(len(table.script) for table in tables)
        for part in folder.glob(f"{database.name}*"):
            part.unlink()
    return (sizes[1] - sizes[0]) / 1000 / FINISHED, moves / (1 + FINISHED)


def decision(game: str, level: str, players: int = 3, seed: int = 1) -> float:
    """Return the mean processor time of a bot's decision, over a match of bots of one level, in milliseconds."""
    bot, match = find_bot(level), new_match(game, players=players, seed=seed)
    rng, spent = stream(seed, 1), list[float]()
    while match.to_move is not None:
        knowledge, before = match.knowledge(match.to_move), time.process_time()
        move = bot.choose(knowledge, rng).move
        spent.append(1000 * (time.process_time() - before))
        match.play(move)
    return fmean(spent[1:])  # the first one loads the code


def main() -> None:
    """Measure every game and print the tables."""
    print("| game | clients | connection | memory | move | move of many | bytes sent | stored match | its moves |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for game, players in GAMES.items():
        with tempfile.TemporaryDirectory(prefix="courtly-bench-") as name:
            folder = Path(name)
            size, moves = stored(folder, game, players)
            for kind, query in (("programs", ""), ("pages", PAGES)):
                database = folder / f"{kind}.sqlite3"
                warm, *tables = prepared(database, game, [ME, *[OPEN] * (players - 1)], tables=1 + TABLES)
                with serving(OURS, database) as served:
                    wait_until_warm(served)
                    played([served], [warm], FEW, query=query)
                    found = cost(served, tables, query)
                    times = " | ".join(f"{ms:.1f} ms" for ms in (found.move, found.move_of_many))
                    print(
                        f"| {game} | {players} {kind} | {found.connection:.1f} ms | {found.memory:.0f} kB | {times} "
                        f"| {found.sent:.0f} | {size:.0f} kB | {moves:.0f} |",
                        flush=True,
                    )
    print("\n| game |", " | ".join(level_names()), "|\n|---|" + "--:|" * len(level_names()))
    for game in GAMES:
        print(f"| {game} |", " | ".join(f"{decision(game, level):.1f} ms" for level in level_names()), "|", flush=True)


if __name__ == "__main__":
    main()
