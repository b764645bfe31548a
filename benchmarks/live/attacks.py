"""Benchmarks of an innocent table of five while one address attacks the server."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache, partial
from math import ceil
from pathlib import Path
from urllib.request import Request, urlopen

from benchmarks import ROOT
from benchmarks.live.attackers import ATTACKS, WORKERS
from benchmarks.live.clients import GRACE
from benchmarks.live.load import run_clients
from benchmarks.live.prepare import FIVE, ME, OPEN, Scripted, prepared
from benchmarks.live.server import OURS, CannotMeasure, Served, serving, wait_until_warm
from benchmarks.measure import Benchmark, Effort, Measurement

GAME, LONG_GAME = "courtisans", "monarch"
"""The game that is played, and the game of the attackers' long finished matches: about 450 moves with four players."""

LONG_MATCHES = 4
MOVES, INTERVAL = 60, 0.5
"""The moves at the innocent table, and the seconds from one to the next."""

WARM_UP = 10
"""The moves before the attack. The first pages of a server compile templates."""

TO_THE_END = 10_000
MARGIN = 2.0
"""Seconds that an attack lasts after the last move."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A database, and the tables in it: of the innocent players, and of the attackers."""

    database: Path
    innocent: Scripted
    running: Sequence[Scripted]
    finished: Sequence[Scripted]


@dataclass(frozen=True, slots=True)
class Harm:
    """Delays at the innocent table in seconds, growth of the server's memory in MB, and answers to the attack."""

    acts: float
    pages: float
    memory: float
    sent: str


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="courtly-bench-")


@cache
def _prepared() -> Prepared:
    database = Path(_folder().name) / "attacks.sqlite3"
    [innocent] = prepared(database, GAME, FIVE, tables=1)
    running = prepared(database, GAME, [ME, OPEN], tables=WORKERS, aids=True)
    finished = prepared(database, LONG_GAME, [ME, OPEN, OPEN, OPEN], tables=LONG_MATCHES, moves=TO_THE_END)
    return Prepared(database, innocent, running, finished)


@cache
def harm_of(attack: str | None, moves: int) -> Harm:
    """Play at the innocent table while the attack runs; without one if it is None.

    Raises
    ------
    CannotMeasure
        If the players lost their connection or had a move refused, or the attack got no answer.
    """
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        tables, database = _prepared(), Path(folder) / "tables.sqlite3"
        shutil.copy(tables.database, database)
        with serving(OURS, database, has_limits=True) as served:
            wait_until_warm(served)
            plan = {"site": served.site, **asdict(tables.innocent), "interval": INTERVAL}
            _look_at(served, tables.finished[0])
            run_clients({**plan, "first": 0, "moves": WARM_UP}, "benchmarks.live.five_pages")
            idle = served.begin_peak()
            with _attacking(attack, served.site, tables, moves * INTERVAL + MARGIN) as sent:
                found = run_clients({**plan, "first": WARM_UP, "moves": moves}, "benchmarks.live.five_pages")
            growth = served.memory() - idle
    if found["lost"] or found["refused"]:
        raise CannotMeasure(f"{found['lost']} connections were lost; refused: {found['refused']}", where=attack)
    if attack and not sent:
        raise CannotMeasure("the attack got no answer", where=attack)
    note = ", ".join(f"{count} × {name}" for name, count in sorted(sent.items()))
    return Harm(_slowest(found["acts"]), _slowest(found["pages"]), growth, note)


def _look_at(served: Served, table: Scripted) -> None:
    """Load a page of a finished match, as its players do on a server that is used."""
    headers = {"Authorization": f"Bearer {table.tokens[0]}"}
    with urlopen(Request(f"{served.site}/tables/{table.id}/matches/1/moves/1", headers=headers)):  # noqa: S310 - a server of our own
        pass


@contextmanager
def _attacking(attack: str | None, site: str, tables: Prepared, seconds: float) -> Iterator[dict[str, int]]:
    """Run an attack during the block, and give its answers after the block."""
    answers: dict[str, int] = {}
    if attack is None:
        yield answers
        return
    plan = {
        "site": site,
        "attack": attack,
        "seconds": seconds,
        "innocent": tables.innocent.id,
        "running": [asdict(table) for table in tables.running],
        "finished": [asdict(table) for table in tables.finished],
    }
    command = [sys.executable, "-m", "benchmarks.live.attackers"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None, "the command line requests a pipe"
        process.stdin.write(json.dumps(plan))
        process.stdin.close()
        process.stdin = None
        yield answers
        output, _ = process.communicate()
        answers.update(json.loads(output))


def _slowest(waits: Sequence[float | None]) -> float:
    """Return the delay in seconds that 1 % of the waits exceed; without an answer it is `GRACE`."""
    known = sorted(GRACE if wait is None else wait for wait in waits)
    return known[ceil(0.99 * len(known)) - 1]


def _measured(column: str, effort: Effort) -> Measurement:
    """Return the worst figure of all attacks; the note has the figure of each."""
    moves = max(2, effort.of(MOVES))
    factor = 1 if column == "memory" else 1000
    values = {attack: factor * float(getattr(harm_of(attack, moves), column)) for attack in (None, *ATTACKS)}
    peaceful = values.pop(None)
    note = ", ".join(f"{attack} {value:.0f}" for attack, value in values.items())
    if column == "acts":
        note += "; sent: " + "; ".join(f"{attack}: {harm_of(attack, moves).sent}" for attack in ATTACKS)
    return Measurement(max(values.values()), peaceful, note=note)


def figures() -> list[Benchmark]:
    """Return the benchmarks of a table during attacks: the slowest 1 % of waits, and the growth of memory."""
    return [
        Benchmark(
            name=f"{GAME}.live.attacked.{column}",
            unit=unit,
            measure=partial(_measured, column),
            peer="the same server without an attack",
            bar=bar,
        )
        for column, unit, bar in (("acts", "ms", 250.0), ("pages", "ms", 1000.0), ("memory", "MB", 50.0))
    ]
