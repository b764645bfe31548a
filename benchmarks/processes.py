"""Benchmarks of whole processes that a user waits for: help, the first warm-up of a machine, and the first turn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import httpx

from benchmarks.live.server import OURS, CannotMeasure, serving
from benchmarks.measure import Benchmark, Effort, Measurement, measure_alternately, seconds
from courtly.engine.compile.cache import cache_root

_HELP = "import sys; sys.argv = ['courtly', '--help']; from courtly.cli import main; main()"
_LIBRARIES = "import typer, rich.console"
_NAMES = "from courtly.engine.contract.game import game_names; from courtly.engine.play.warmup import warm"
_WARM_UP = f"{_NAMES}; warm(game_names())"
_WHOLE_WARM_UP = (
    f"{_NAMES}; from courtly.bots.search.warm import WARM_UP_PART; warm(game_names(), warm_up_parts=[WARM_UP_PART])"
)


def run_python(text: str, **environment: str) -> float:
    """Run a program in a fresh Python process and return its duration.

    Raises
    ------
    subprocess.CalledProcessError
        If the program fails.
    """
    command = [sys.executable, "-c", text]
    settings = {**os.environ, **environment}
    return seconds(lambda: subprocess.run(command, check=True, capture_output=True, env=settings))


def _help(effort: Effort) -> Measurement:
    return measure_alternately(effort, lambda: run_python(_HELP), lambda: run_python(_LIBRARIES))


def _warm_up(program: str, _effort: Effort) -> Measurement:
    """Measure once with an empty cache, then once with the cache that the first run has filled."""
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        cold = run_python(program, COURTLY_CACHE_DIR=folder)
        loaded = run_python(program, COURTLY_CACHE_DIR=folder)
        if len(list(Path(folder).iterdir())) > 1:
            return Measurement(cold, note="the source changed during the measurement, so the cache could not be used")
        return Measurement(cold, loaded)


def _first_turn(effort: Effort) -> Measurement:
    """Measure with a new cache each time. The peer's cache is the one that `warm` has filled."""
    run_python(_WHOLE_WARM_UP)

    def cold() -> float:
        with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
            return until_first_turn(Path(folder))

    return measure_alternately(effort, cold, until_first_turn)


def until_first_turn(cache: Path | None = None) -> float:
    """Return the seconds from the start of a server until a new visitor who presses "Play now" is to move.

    `cache` is the folder for compiled code, by default the usual one.
    A run in which a bot begins is repeated, because the server lets bots take their time.
    """
    while (found := _run_until_first_turn(cache)) is None:
        pass
    return found


def _run_until_first_turn(cache: Path | None) -> float | None:
    """Return the seconds of one run, None if a bot begins."""
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        begun = time.perf_counter()
        with (
            serving(OURS, Path(folder) / "courtly.sqlite3", cache_dir=str(cache or cache_root())) as served,
            httpx.Client(base_url=served.site, headers={"origin": served.site}, timeout=60.0) as visitor,
        ):
            form = re.search(r'<form class="start-card play".*?</form>', visitor.get("/").text, re.DOTALL)
            fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0] if form else ""))
            table = visitor.post("/tables", data=fields).headers.get("location", "")
            while (answer := visitor.get(f"/api{table}")).status_code == 200:
                seen = answer.json()
                if seen["status"] == "playing":
                    return time.perf_counter() - begun if seen["to_move"] == seen["you"] else None
                time.sleep(0.02)
            raise CannotMeasure(f"the table {table!r} answers {answer.status_code}", where="the server")


_AGAIN = "the same with a full cache"

BENCHMARKS = [
    Benchmark(name="cli.help", unit="s", measure=_help, peer="Python that imports typer and rich", bar=0.5),
    Benchmark(name="engine.warmup", unit="s", measure=partial(_warm_up, _WARM_UP), peer=_AGAIN, bar=60.0),
    Benchmark(name="first.turn", unit="s", measure=_first_turn, peer=_AGAIN, bar=5.0),
    Benchmark(name="bots.warmup", unit="s", measure=partial(_warm_up, _WHOLE_WARM_UP), peer=_AGAIN),
]
