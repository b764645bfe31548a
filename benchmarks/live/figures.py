"""Benchmarks of live tables under load: share of moves acknowledged in time, capacity, memory, bots, and restart time.

One run gives several figures, so runs are cached for the life of the process. At full effort a run takes a minute.
"""

from __future__ import annotations

import math
import secrets
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.live.load import PAGES, Outcome, Timetable, even, played, run_bots, share_within
from benchmarks.live.postgresql import MISSING, new_database, postgresql, programs
from benchmarks.live.prepare import FIVE, ME, OPEN, Scripted, prepared
from benchmarks.live.restart import first_and_last_move
from benchmarks.live.reviewing import FINISHED, LoadWithReviews, play_with_reviews
from benchmarks.live.server import OURS, PEER, Served, serving, wait_until_warm
from benchmarks.measure import Benchmark, Effort, Measurement
from courtly.tables import SeatChoice

TABLES, SECONDS = 200, 60.0
PROGRAMS, AS_PAGES = 150.0, 100.0
"""Moves per second in steady runs: with clients that receive JSON (programs), and with clients that receive HTML."""

BOT_TABLES = 64
"""Number of tables with a bot. About 60 bots think at the same time; the others wait for the client's move."""

WINDOW = 2.0
"""Length in seconds of the windows into which a run with a growing rate is divided."""

REGENT = SeatChoice(kind="bot", bot="regent")
RUNNING = 500
"""Running matches when the server is killed."""

_PEER = "a minimal server with Starlette and SQLite (WAL, synchronous FULL), one commit per move"


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a run: `part` is a factor on the number of tables, the duration and the move rates."""

    part: float

    @property
    def tables(self) -> int:
        """Number of tables."""
        return max(2, round(TABLES * self.part))

    @property
    def seconds(self) -> float:
        """Duration of a steady run."""
        return max(1.0, SECONDS * self.part)

    def even(self, rate: float, share: float = 1.0) -> Timetable:
        """Return a timetable with a constant rate, for the steady run or a share of its duration."""
        return even(max(4.0, rate * self.part), max(1.0, self.seconds * share))

    def climb(self, first: float, last: float) -> Timetable:
        """Return a timetable whose rate grows beyond the capacity of the server."""
        return Timetable(self.seconds / 2, max(4.0, first * self.part), max(8.0, last * self.part))


@dataclass(frozen=True, slots=True)
class Run:
    """Results of one run.

    Attributes
    ----------
    steady, climb
        Outcome at a constant rate, and at a growing rate.
    memory
        Peak memory of the server in the steady run, in MB.
    core
        Processor time of the server in the steady run, as a share of one core.
    """

    steady: Outcome
    climb: Outcome
    memory: float | None
    core: float

    @property
    def note(self) -> str:
        """The note that is printed with the figure."""
        moves, middle = len(self.steady.moves), 1000 * self.steady.slowest_of(2)
        return (
            f"{moves} moves, median {middle:.0f} ms, server {self.core:.0%} of a core, clients {self.steady.busy:.0%}"
        )


@cache
def ours(game: str, size: Size, query: str) -> Run:
    """Run our server with SQLite, for clients that receive JSON or for clients that receive HTML."""
    rates = (AS_PAGES, (50, 300)) if query else (PROGRAMS, (100, 500))
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        database = Path(folder) / "tables.sqlite3"
        tables = prepared(database, game, FIVE, tables=size.tables)
        with serving(OURS, database) as served:
            wait_until_warm(served)
            return _run([served], tables, (size.even(rates[0]), size.climb(*rates[1])), query)


@cache
def peers(game: str, size: Size, rate: float) -> Run:
    """Run the peer. It does not check moves, so clients can repeat the script of one match."""
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        tables = [
            Scripted(table.id, table.tokens, [*table.script] * 9)
            for table in prepared(Path(folder) / "tables.sqlite3", game, FIVE, tables=size.tables)
        ]
        with serving(PEER, Path(folder) / "peer.sqlite3") as served:
            return _run([served], tables, (size.even(rate, 1 / 3), size.climb(200, 1500)), "")


def _run(servers: list[Served], tables: list[Scripted], loads: tuple[Timetable, Timetable], query: str) -> Run:
    before = sum(served.processor_seconds() for served in servers)
    steady = played(servers, tables, loads[0], query=query)
    core = (sum(served.processor_seconds() for served in servers) - before) / loads[0].seconds
    memory = max(served.memory() for served in servers)
    climb = played(servers, tables, loads[1], query=query)
    return Run(steady, climb, memory if math.isfinite(memory) else None, core)


@dataclass(frozen=True, slots=True)
class OnServers:
    """Runs of one and of two server processes with PostgreSQL."""

    one: Run
    two: Run


@cache
def on_postgresql(game: str, size: Size) -> OnServers:
    """Run one process with PostgreSQL, and two that share the tables."""
    with postgresql() as folder:
        return OnServers(*(_run_on_shared_tables(game, size, folder, count) for count in (1, 2)))


def _run_on_shared_tables(game: str, size: Size, folder: Path, count: int) -> Run:
    url = new_database(folder, f"servers{count}")
    tables = prepared(url, game, FIVE, tables=size.tables)
    secret = secrets.token_urlsafe(32)
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(OURS, url, secret=secret)) for _ in range(count)]
        for served in servers:
            wait_until_warm(served)
        return _run(servers, tables, (size.even(PROGRAMS, 1 / 3), size.climb(100, 500)), "")


@cache
def with_bots(game: str, size: Size) -> dict[str, Any]:
    """Run a server on which about 60 bots think at any time."""
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        database = Path(folder) / "tables.sqlite3"
        tables = prepared(database, game, [ME, REGENT], tables=max(2, round(BOT_TABLES * size.part)))
        with serving(OURS, database) as served:
            wait_until_warm(served)
            return run_bots(served, tables, max(4.0, size.seconds))


@cache
def with_reviews(game: str, size: Size, count: int) -> LoadWithReviews:
    """Run a server at half the usual move rate while it computes `count` reviews."""
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        times = size.even(PROGRAMS / 2, 1 / 2)
        return play_with_reviews(Path(folder) / "tables.sqlite3", game, size.tables, times, count=count)


def knee(outcome: Outcome) -> float:
    """Return the capacity: the move rate of the last window in which 99 % were acknowledged within 100 ms."""
    good_rates = [rate for rate, waits in outcome.windows(WINDOW) if share_within(waits, 0.1) >= 0.99]
    return good_rates[-1] if good_rates else 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of a run: its name, its unit, and functions that return its value and its note."""

    name: str
    unit: str
    of: Callable[[Run], float | None]
    is_higher: bool = False
    note: Callable[[Run], str | None] = lambda _: None


ROWS = [
    Row("within-100ms", "%", lambda run: run.steady.within(0.1), is_higher=True, note=lambda run: run.note),
    Row("within-250ms", "%", lambda run: run.steady.within(0.25), is_higher=True),
    Row("p99", "ms", lambda run: 1000 * run.steady.slowest_of(100)),
    Row("memory", "MB", lambda run: run.memory),
    Row(
        "knee",
        "moves/s",
        lambda run: knee(run.climb),
        is_higher=True,
        note=lambda run: f"maximum {run.climb.most_a_second(WINDOW):.0f} moves/s acknowledged",
    ),
]


def _with_peer(game: str, query: str, row: Row, effort: Effort) -> Measurement:
    """Return a figure of our server, and the same figure of the peer under equal load."""
    size = Size(effort.scale)
    run, peer = ours(game, size, query), peers(game, size, AS_PAGES if query else PROGRAMS)
    return Measurement(row.of(run), row.of(peer), note=row.note(run))


def _on_postgresql(game: str, effort: Effort) -> Measurement:
    if programs() is None:
        return Measurement(None, note=MISSING, is_skipped=True)
    size = Size(effort.scale)
    found = on_postgresql(game, size).one
    return Measurement(knee(found.climb), knee(ours(game, size, "").climb), note=found.note)


def _processes(game: str, effort: Effort) -> Measurement:
    if programs() is None:
        return Measurement(None, note=MISSING, is_skipped=True)
    found = on_postgresql(game, Size(effort.scale))
    one, two = (run.climb.most_a_second(WINDOW) for run in (found.one, found.two))
    return Measurement(
        two, one, note=f"maximum {two:.0f} moves/s with two processes, {one:.0f} with one; {found.two.note}"
    )


def _bots(game: str, effort: Effort) -> Measurement:
    found = with_bots(game, Size(effort.scale))
    waits = found["bots"]
    thinking = f"{median(found['thinking']):.0f} thinking at the same time"
    note = f"{len(waits)} moves of bots, median {median(waits):.2f} s; {thinking}"
    return Measurement(max(waits), span=(min(waits), max(waits)), note=note)


def _moves_with_bots(game: str, seconds: float, effort: Effort) -> Measurement:
    found = with_bots(game, Size(effort.scale))
    waits = [*found["waits"], *[None] * found["unanswered"]]
    return Measurement(100 * share_within(waits, seconds), note=f"{len(waits)} moves of players")


def _reviews(game: str, seconds: float, effort: Effort) -> Measurement:
    size = Size(effort.scale)
    busy, idle = (with_reviews(game, size, count) for count in (max(1, effort.of(FINISHED)), 0))
    note = f"{len(busy.outcome.moves)} moves, {busy.reviews} reviews in the same time"
    return Measurement(busy.outcome.within(seconds), idle.outcome.within(seconds), note=note)


def _restart(game: str, effort: Effort) -> Measurement:
    count = max(2, effort.of(RUNNING))
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        database = Path(folder) / "tables.sqlite3"
        tables = prepared(database, game, [ME, OPEN], tables=count, moves=20)
        first, last = first_and_last_move(OURS, database, tables)
        peers_first, _ = first_and_last_move(PEER, Path(folder) / "peer.sqlite3", tables)
        return Measurement(first, peers_first, note=f"a move at each of {count} tables after {last:.1f} s")


def _rows(game: str, name: str, query: str, bars: dict[str, float]) -> list[Benchmark]:
    """Return the benchmarks for clients that receive JSON, or for clients that receive HTML."""
    return [
        Benchmark(
            name=f"{game}.live.{name}.{row.name}",
            unit=row.unit,
            measure=partial(_with_peer, game, query, row),
            peer=_PEER,
            bar=bars.get(row.name),
            higher_is_better=row.is_higher,
        )
        for row in ROWS
    ]


def figures(game: str) -> list[Benchmark]:
    """Return the benchmarks of a server with tables of a game."""
    higher = partial(Benchmark, higher_is_better=True)
    return [
        *_rows(game, "programs", "", {"within-100ms": 99.0, "memory": 300.0}),
        *_rows(game, "pages", PAGES, {"within-100ms": 95.0, "within-250ms": 99.0, "memory": 300.0}),
        higher(
            name=f"{game}.live.postgresql.knee", unit="moves/s", measure=partial(_on_postgresql, game), peer="SQLite"
        ),
        higher(
            name=f"{game}.live.processes.ratio",
            unit="times",
            measure=partial(_processes, game),
            peer="one process",
            bar=1.6,
            is_ratio=True,
        ),
        Benchmark(name=f"{game}.live.bots", unit="s", measure=partial(_bots, game), bar=1.8),
        higher(name=f"{game}.live.bots.within-100ms", unit="%", measure=partial(_moves_with_bots, game, 0.1), bar=95.0),
        higher(
            name=f"{game}.live.bots.within-250ms", unit="%", measure=partial(_moves_with_bots, game, 0.25), bar=99.0
        ),
        *(
            higher(
                name=f"{game}.live.reviews.within-{round(1000 * seconds)}ms",
                unit="%",
                measure=partial(_reviews, game, seconds),
                peer="the same server without reviews",
                bar=99.0,
            )
            for seconds in (0.1, 0.25)
        ),
        Benchmark(name=f"{game}.live.restart", unit="s", measure=partial(_restart, game), peer=_PEER, bar=5.0),
    ]
