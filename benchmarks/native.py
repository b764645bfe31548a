"""A native reference: random playouts of Courtisans in C, compiled on this machine and called in this process.

`courtisans.c` deals the same cards, draws the same moves and reaches the same scores as the kernels. So the ratio of
the two speeds shows the cost of writing the rules in Python. Without a compiler our figure has no peer.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import (
    Benchmark,
    Effort,
    Measurement,
    Work,
    annotated,
    measure_alternately,
    processor_seconds,
)
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.play.vector import RandomMatches, random_matches

MISSING = "there is no C compiler named cc, so there is no peer"

_SOURCE = Path(__file__).with_name("courtisans.c")
_FLAGS = ("-std=c11", "-O3", "-march=native")
_PEER = f"the same matches in C (cc {' '.join(_FLAGS[1:])})"


def has_compiler() -> bool:
    """Return whether the peer can be compiled on this machine."""
    return shutil.which("cc") is not None


@cache
def library() -> ctypes.CDLL:
    """Return the compiled peer; it is built once in this process.

    Raises
    ------
    subprocess.CalledProcessError
        If the compiler reports an error.
    """
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder:
        target = Path(folder) / "courtisans.so"
        command = ["cc", *_FLAGS, "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", str(target), str(_SOURCE)]
        subprocess.run(command, check=True, capture_output=True)
        built = ctypes.CDLL(str(target))
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    built.matches_in_range.argtypes = [pointer, pointer, pointer, number, number, ctypes.c_uint64]
    for function in (built.matches_in_range, built.content_size, built.state_size):
        function.restype = number
    return built


def native_matches(setup: Setup, count: int, *, seed: int) -> RandomMatches:
    """Play random matches of Courtisans in C on one core, like `random_matches`."""
    states, scores = setup.game.rules.state.empty(), np.zeros((count, setup.players), np.int32)
    family = int(stream(seed, 2)[0] >> np.uint64(1))
    places = (array.ctypes.data for array in (setup.contents, states, scores))
    decisions = library().matches_in_range(*places, 0, count, family)
    return RandomMatches(scores, int(decisions))


def figures(bars: dict[str, float], **options: Any) -> list[Benchmark]:
    """Return the figures of Courtisans compared with C; `bars` maps a figure to its target."""
    figure = partial(Benchmark, measure=partial(_playouts, options), peer=_PEER, higher_is_better=True)
    return [
        figure(name="courtisans.native", unit="decisions/s", bar=bars.get("native")),
        figure(name="courtisans.native.ratio", unit="times", bar=bars.get("native.ratio"), is_ratio=True),
    ]


def _playouts(options: dict[str, Any], effort: Effort) -> Measurement:
    setup, count = set_up("courtisans", options), effort.of(100_000)

    def pace(play: Any) -> Work:
        def work() -> float:
            done: list[RandomMatches] = []
            spent = processor_seconds(lambda: done.append(play(setup, count, seed=1)))
            return done[0].decisions / spent

        return work

    ours = pace(partial(random_matches, threads=1))
    return (
        measure_alternately(effort, ours, pace(native_matches))
        if has_compiler()
        else annotated(measure_alternately(effort, ours), MISSING)
    )
