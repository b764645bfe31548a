"""The benchmark of ratings: how long `courtly ratings rebuild` takes with 100,000 stored matches.

Two to four people of 2,000, some of them with a bot, have played each match of a year. Its journal has 20 entries.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import sqlalchemy as sa

from benchmarks.measure import Benchmark, Effort, Measurement
from courtly.tables.acts.rated import Rated
from courtly.tables.journal import Entry, Head
from courtly.tables.store import rebuild_ratings
from courtly.tables.store.databases import read_url
from courtly.tables.store.rows import entry_row, head_row
from courtly.tables.store.schema import journal, tables
from courtly.tables.store.upgrade import prepared_engine

_MATCHES = 100_000
_PEOPLE = 2_000
_ENTRIES = 20
_TOGETHER = 2_000
_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def _seats(rng: random.Random) -> list[dict[str, Any]]:
    people = [{"player": f"player-{n}"} for n in rng.sample(range(_PEOPLE), rng.randint(2, 4))]
    bots = [{"bot": "courtier"}] if len(people) < 4 and rng.random() < 0.3 else []
    ranks = rng.sample(range(len(people + bots)), len(people + bots))
    return [seat | {"rank": rank} for seat, rank in zip(people + bots, ranks, strict=True)]


def _matches(count: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Yield the row of each table, with the rows of its journal."""
    rng = random.Random(1)
    for number in range(count):
        at = _BEGIN + timedelta(days=365) * number / count
        table, game = f"table-{number}", rng.choice(["courtisans", "cursed_court", "monarch"])
        head = Head(table, game, "over", _ENTRIES, False, "player-0", 1, None, at, at, ())
        moves = [Entry(n, at, "move", 1, n, 0, None, {"move": f"play {n}"}) for n in range(_ENTRIES - 1)]
        rated = Entry(_ENTRIES - 1, at, Rated.act, 1, _ENTRIES, None, None, {"seats": _seats(rng)})
        yield head_row(head), [entry_row(table, entry) for entry in (*moves, rated)]


def _rebuild(effort: Effort) -> Measurement:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        engine = prepared_engine(read_url(file), patience=5.0)
        rest = _matches(effort.of(_MATCHES))
        with engine.begin() as connection:
            while part := list(islice(rest, _TOGETHER)):
                connection.execute(sa.insert(tables), [head for head, _ in part])
                connection.execute(sa.insert(journal), [entry for _, entries in part for entry in entries])
        engine.dispose()
        begun = perf_counter()
        count = rebuild_ratings(file)
        return Measurement(perf_counter() - begun, note=f"{count:,} matches")


BENCHMARKS = [Benchmark(name="tables.ratings.rebuild", unit="s", measure=_rebuild, bar=60.0)]
