"""Benchmarks of whole processes that a user waits for: help, and the first warm-up of a machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measure import Benchmark, Effort, Measurement, measure_alternately, seconds

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


_AGAIN = "the same with a full cache"

BENCHMARKS = [
    Benchmark(name="cli.help", unit="s", measure=_help, peer="Python that imports typer and rich", bar=0.5),
    Benchmark(name="engine.warmup", unit="s", measure=partial(_warm_up, _WARM_UP), peer=_AGAIN, bar=60.0),
    Benchmark(name="bots.warmup", unit="s", measure=partial(_warm_up, _WHOLE_WARM_UP), peer=_AGAIN),
]
