"""Live tables while the server reviews finished matches."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from benchmarks.live.load import Outcome, Timetable, played
from benchmarks.live.prepare import FIVE, ME, OPEN, Scripted, prepared
from benchmarks.live.server import OURS, serving, wait_until_warm
from courtly.tables import open_store
from courtly.tables.store import reads, writes

PLAYERS = [ME, OPEN, OPEN]
"""Players of the matches to review."""

FINISHED = 20
"""Finished matches to review, enough that a review is always in progress."""

TO_THE_END = 10_000


@dataclass(frozen=True, slots=True)
class LoadWithReviews:
    """Measurements of the clients, and the number of reviews completed in the run."""

    outcome: Outcome
    reviews: int


def play_with_reviews(database: Path, game: str, tables: int, timetable: Timetable, *, count: int) -> LoadWithReviews:
    """Play at tables of five by a timetable, on a server that has `count` reviews to make."""
    finished = prepared(database, game, PLAYERS, tables=count, moves=TO_THE_END) if count else []
    asyncio.run(_begin(database, finished))
    running = prepared(database, game, FIVE, tables=tables)
    with serving(OURS, database) as served:
        wait_until_warm(served)
        outcome = played([served], running, timetable)
    return LoadWithReviews(outcome, asyncio.run(_made(database, finished)))


async def _begin(database: Path, finished: list[Scripted]) -> None:
    """Leave reviews unfinished, as a stopped server does, so that the next server makes them."""
    async with await open_store(database) as store:
        for table in finished:
            await store.write_at(table.id, writes.take_review, 1, "a server that has ended", 0.0)


async def _made(database: Path, finished: list[Scripted]) -> int:
    async with await open_store(database) as store:
        return sum([await store.read(reads.review, table.id, 1) is not None for table in finished])
