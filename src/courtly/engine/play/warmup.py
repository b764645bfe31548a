"""Compiles the kernels of a game ahead of use, so that no player waits during a match.

Each step calls kernels with the argument types of matches, vectors and bots. The compiled code goes to the cache on
disk, and a marker file next to it records that the game is compiled. Higher-level packages have kernels of their own:
each lists them in a `WarmUpPart`, which the caller passes in. `courtly.runtime` runs the warm-up alongside a server.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numba
import numpy as np

from courtly.engine.compile.cache import cache_folder, prune_cache
from courtly.engine.compile.kernel import is_interpreting
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Game, Setup, find_game, set_up
from courtly.engine.play.cores import cores
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.vector import Vector, random_matches

WarmUpProgress = Callable[[int, int, str], None]
"""Called with the number of finished steps, the number of all steps, and the name of the next step."""

OnStep = Callable[[str], None]
"""Called with the name of each step as it begins."""

WarmUpStep = tuple[str, Callable[[], object]]
WarmUpSteps = Callable[[Setup], Iterator[WarmUpStep]]


class WarmUpPart(NamedTuple):
    """The kernels that a higher-level package compiles for a game.

    Attributes
    ----------
    module
        The module that defines this value as `WARM_UP_PART`, so that another process can import it.
    steps
        The compilation steps for a setup.
    """

    module: str
    steps: WarmUpSteps


WarmUpParts = Sequence[WarmUpPart]


def compiles() -> bool:
    """Return whether this process compiles kernels."""
    return not numba.config.DISABLE_JIT


def is_warm(name: str, warm_up_parts: WarmUpParts = ()) -> bool:
    """Return whether the kernels of a game and of `warm_up_parts` are compiled or need no compilation."""
    return not compiles() or all(marker.exists() for marker in _markers(name, warm_up_parts))


def _markers(name: str, warm_up_parts: WarmUpParts = ()) -> list[Path]:
    """Return the marker files of a game: one for its rules and one for each item of `warm_up_parts`."""
    above = (cache_folder() / f"{name}.{part.module}.warm" for part in warm_up_parts)
    return [cache_folder() / f"{name}.warm", *above]


def warm(
    games: Sequence[str | Game],
    on_progress: WarmUpProgress | None = None,
    *,
    warm_up_parts: WarmUpParts = (),
    processes: int | None = None,
) -> None:
    """Compile the kernels of these games and of `warm_up_parts`, or load them if they are compiled already.

    Several games are compiled in separate processes, by default as many as there are cores.

    Raises
    ------
    UnknownGame
    """
    found = [game if isinstance(game, Game) else find_game(game) for game in games]
    steps = sum(count_steps(game, warm_up_parts) for game in found)
    processes = processes or cores()
    done = count()
    told = Lock()

    def tell(label: str) -> None:
        with told:
            (on_progress or _ignore_progress)(next(done), steps, label)

    if len(found) > 1 and processes > 1:
        with ThreadPoolExecutor(processes) as pool:
            # Start with the slowest one: roughly the game with the largest state.
            first = sorted(found, key=lambda game: -game.rules.state.dtype.itemsize)
            list(pool.map(lambda game: warm_in_subprocess(game, tell, warm_up_parts), first))
    else:
        for game in found:
            _warm_in_process(game, tell, warm_up_parts)
    tell("")
    prune_cache()


def count_steps(game: Game, warm_up_parts: WarmUpParts = ()) -> int:
    """Return the number of compilation steps for a game and for `warm_up_parts`."""
    return len(list(_steps(game, warm_up_parts)))


def _warm_in_process(game: Game, tell: OnStep, warm_up_parts: WarmUpParts) -> None:
    """Compile a game's kernels in this process and report each step."""
    for label, work in _steps(game, warm_up_parts):
        tell(f"{game.name}: {label}")
        work()
    cache_folder().mkdir(parents=True, exist_ok=True)
    for marker in _markers(game.name, warm_up_parts):
        marker.touch()


def warm_in_subprocess(
    game: Game, tell: OnStep = lambda _label: None, warm_up_parts: WarmUpParts = (), *, gives_way: bool = False
) -> None:
    """Compile a game's kernels in another process, because the compiler holds the interpreter lock.

    Parameters
    ----------
    gives_way
        Whether the process gets the lowest priority, where the system has one.
    """
    program = _GIVE_WAY + _COMPILE if gives_way else _COMPILE
    command = [sys.executable, "-c", program, game.name, *(part.module for part in warm_up_parts)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        assert process.stdout is not None
        for line in process.stdout:
            tell(line.strip())
    if process.returncode and process.returncode not in _INTERRUPTED and not is_interpreting():
        _warm_in_process(game, lambda _label: None, warm_up_parts)


_INTERRUPTED = (130, -signal.SIGINT, -signal.SIGTERM)
"""Exit codes of a process that was interrupted. The same signal also stops this process."""

_GIVE_WAY = "from courtly.engine.play.cores import give_way; give_way(); "
_COMPILE = "import sys; from courtly.engine.play.warmup import main; main(sys.argv[1:])"


def main(arguments: Sequence[str]) -> None:
    """Compile one game for `warm_in_subprocess`, and print a line for each step.

    The first argument is the game; each further argument is a module with a `WARM_UP_PART`. Exit silently if the output
    is closed or the process is interrupted.
    """
    warm_up_parts = [import_module(module).WARM_UP_PART for module in arguments[1:]]
    try:
        _warm_in_process(find_game(arguments[0]), partial(print, flush=True), warm_up_parts)
    except BrokenPipeError:  # pragma: no cover - in a process of its own
        # Otherwise the interpreter would try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError:
        # The cache folder cannot be written. The parent process compiles again, and reports the error.
        sys.exit(1)
    except KeyboardInterrupt:  # pragma: no cover - in a process of its own
        sys.exit(130)


def ensure_warm(
    game: str | Game, on_progress: WarmUpProgress | None = None, *, warm_up_parts: WarmUpParts = ()
) -> None:
    """Compile the kernels of a game and of `warm_up_parts` if necessary, with progress on a terminal."""
    if not is_interpreting() and not is_warm(game if isinstance(game, str) else game.name, warm_up_parts):
        warm([game], on_progress or _print_progress, warm_up_parts=warm_up_parts)


def _ignore_progress(_done: int, _total: int, _label: str) -> None:
    """Ignore the progress."""


def _print_progress(done: int, total: int, label: str) -> None:
    if sys.stderr.isatty():
        line = f"Compiling once for this machine: {done} of {total}  {label}" if label else ""
        sys.stderr.write(f"\r{line:<78}" + ("" if label else "\r"))
        sys.stderr.flush()


def _setup(game: Game) -> Setup:
    """Return a setup with default options and the least number of players."""
    field = game.rules.options.model_fields["players"]
    fewest = next(each.ge for each in field.metadata if hasattr(each, "ge"))
    return set_up(game, {"players": fewest})


def _steps(game: Game, warm_up_parts: WarmUpParts) -> Iterator[WarmUpStep]:
    setup = _setup(game)
    states = game.rules.state.empty()
    moves = np.empty(setup.max_legal, np.int32)
    kernels, content = game.rules.kernels, setup.content
    yield "deal", lambda: kernels.deal(content, states[0], stream(1))
    yield "legal moves", lambda: kernels.legal(content, states[0], moves)
    yield "reasons", lambda: kernels.reason(content, states[0], 0)
    yield "redeal", lambda: kernels.redeal(content, states[0], 0, stream(1))
    yield "rule-based player", lambda: kernels.policy(content, states[0], stream(1))
    yield (
        "observation",
        lambda: kernels.observe(content, states[0], 0, np.empty(game.rules.observation.size, np.float32)),
    )
    yield "a whole match", lambda: _whole_match(setup)
    yield "playouts", lambda: random_matches(setup, 2, seed=1)
    yield "vectors", lambda: _whole_vector(setup)
    for part in warm_up_parts:
        yield from part.steps(setup)


def _whole_match(setup: Setup) -> None:
    """Play a match the way a table does, including views and bots' knowledge."""
    match = Match(setup, Opening(seed=1))
    while match.to_move is not None:
        match.knowledge(match.to_move)
        match.play(match.legal_moves()[0])
    match.record()
    match.view(0)


def _whole_vector(setup: Setup) -> None:
    vector = Vector(setup, 2, seed=1, threads=1)
    vector.observe()
    vector.step(vector.legal_mask().argmax(axis=1))
    vector.play_out()
    vector.rewards()
    vector.scores()
