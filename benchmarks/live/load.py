"""One load run: servers, clients that move by a timetable, and the outcome."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from benchmarks import ROOT
from benchmarks.live.clients import GRACE
from benchmarks.live.prepare import Scripted
from benchmarks.live.server import CannotMeasure, Served

SETTLE = 2.0
"""Maximum seconds between the last connection and the first move."""

PAGES = "as=html&lang=en"


@dataclass(frozen=True, slots=True)
class Timetable:
    """Random due times of moves; the rate, in moves per second, changes linearly from `first` to `last`."""

    seconds: float
    first: float
    last: float

    def dues(self) -> list[float]:
        """Return all due times in ascending order."""
        rng, slope = random.Random(1), (self.last - self.first) / self.seconds
        count = round(self.seconds * (self.first + self.last) / 2)
        counts = sorted(rng.uniform(0, count) for _ in range(count))
        return [_moment(moves, self.first, slope) for moves in counts]


def _moment(moves: float, first: float, slope: float) -> float:
    """Return the time by which `moves` moves are due, from the integral of the rate."""
    if not slope:
        return moves / first
    return float((-first + (first * first + 2 * slope * moves) ** 0.5) / slope)


def even(rate: float, seconds: float) -> Timetable:
    """Return a timetable with a constant rate."""
    return Timetable(seconds, rate, rate)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Measurements of the clients.

    Attributes
    ----------
    moves
        Due time of each move and seconds to its acknowledgement, in timetable order; None without acknowledgement.
    busy
        Processor time of the clients, as a share of one core.
    """

    moves: Sequence[tuple[float, float | None]]
    entries: int
    bytes: int
    busy: float

    def within(self, seconds: float) -> float:
        """Return the percentage of moves acknowledged in time. A move without acknowledgement is late."""
        return 100 * share_within([wait for _, wait in self.moves], seconds)

    def slowest_of(self, count: int) -> float:
        """Return the delay in seconds that one in `count` moves exceeds; without acknowledgement it is `GRACE`."""
        waits = [GRACE if wait is None else wait for _, wait in self.moves]
        return quantiles(waits, n=count)[-1] if len(waits) > 1 else waits[0]

    def windows(self, window: float) -> Iterator[tuple[float, list[float | None]]]:
        """Yield, for each window, the rate of due moves and the delays of these moves."""
        for number in range(max(1, int(self.moves[-1][0] / window))):
            begin = number * window
            waits = [wait for due, wait in self.moves if begin <= due < begin + window]
            yield len(waits) / window, waits

    def most_a_second(self, window: float) -> float:
        """Return the highest rate of acknowledged moves in a window of `window` seconds."""
        done = sorted(due + wait for due, wait in self.moves if wait is not None)
        best = ahead = 0
        for behind, moment in enumerate(done):
            while ahead < len(done) and done[ahead] < moment + window:
                ahead += 1
            best = max(best, ahead - behind)
        return best / window


def share_within(waits: Sequence[float | None], seconds: float) -> float:
    """Return the fraction of the delays that are at most `seconds` long."""
    return sum(wait is not None and wait <= seconds for wait in waits) / len(waits) if waits else 0.0


def played(servers: Sequence[Served], tables: Sequence[Scripted], timetable: Timetable, *, query: str = "") -> Outcome:
    """Run clients that play at tables by a timetable. Several servers share the tables.

    Raises
    ------
    CannotMeasure
        If a connection was lost or a move refused, because the measurement would then be invalid.
    """
    dues = timetable.dues()
    plans = [
        {
            "site": servers[number % len(servers)].site,
            "id": table.id,
            "tokens": list(table.tokens),
            "script": list(table.script),
            "dues": dues[number :: len(tables)],
        }
        for number, table in enumerate(tables)
    ]
    plan = {
        "tables": plans,
        "query": query,
        "seconds": timetable.seconds,
        "settle": min(SETTLE, timetable.seconds / 10),
    }
    found = run_clients(plan)
    if found["lost"] or found["refused"]:
        raise CannotMeasure(f"{found['lost']} connections were lost; rejected: {found['refused']}", where="the load")
    return Outcome([(due, wait) for due, wait in found["moves"]], found["entries"], found["bytes"], found["busy"])


def run_bots(served: Served, tables: Sequence[Scripted], seconds: float) -> dict[str, Any]:
    """Run clients that play against bots at all tables.

    Returns
    -------
    `waits` are the delays of the clients' moves in seconds, and `unanswered` is the number of moves without an
    acknowledgement. `bots` are the durations of the bots' moves in seconds. `thinking` are samples of the number of
    thinking bots.

    Raises
    ------
    CannotMeasure
        If a connection was lost or a move refused.
    """
    plans = [{"site": served.site, "id": table.id, "tokens": list(table.tokens)} for table in tables]
    found = run_clients({"tables": plans, "seconds": seconds}, "benchmarks.live.bots")
    if found["lost"]:
        raise CannotMeasure(f"connections of players failed: {found['lost'][:3]}", where="the load")
    return found


def run_clients(plan: dict[str, Any], module: str = "benchmarks.live.clients") -> dict[str, Any]:
    """Run the clients of a plan in a separate process and return their results."""
    command = [sys.executable, "-m", module]
    done = subprocess.run(command, input=json.dumps(plan), text=True, check=True, capture_output=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
