"""Live tables while the reviews of finished matches are made beside them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from courtly.bench.live.load import Outcome, Timetable, played
from courtly.bench.live.prepare import FIVE, ME, OPEN, Scripted, prepared
from courtly.bench.live.server import OURS, serving, wait_until_warm
from courtly.tables import open_store

PLAYERS = [ME, OPEN, OPEN]
"""Who has played the matches that are reviewed."""

FINISHED = 20
"""Matches that wait for their review, so many that one is made all the time."""

TO_THE_END = 10_000


@dataclass(frozen=True, slots=True)
class Beside:
    """What clients saw of a server, and how many reviews it made meanwhile."""

    outcome: Outcome
    reviews: int


def beside_reviews(database: Path, game: str, tables: int, timetable: Timetable, *, count: int) -> Beside:
    """Play at tables of five by a timetable, on a server that has so many reviews to make."""
    finished = prepared(database, game, PLAYERS, tables=count, moves=TO_THE_END) if count else []
    asyncio.run(_begin(database, finished))
    running = prepared(database, game, FIVE, tables=tables)
    with serving(OURS, database) as served:
        wait_until_warm(served)
        outcome = played([served], running, timetable)
    return Beside(outcome, asyncio.run(_made(database, finished)))


async def _begin(database: Path, finished: list[Scripted]) -> None:
    """Begin reviews as a server does that ends before they are made, so that the next one makes them."""
    async with await open_store(database) as store:
        for table in finished:
            await store.take_review(table.id, 1, "a server that has ended", 0.0)


async def _made(database: Path, finished: list[Scripted]) -> int:
    async with await open_store(database) as store:
        return sum([await store.review(table.id, 1) is not None for table in finished])
