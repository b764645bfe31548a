"""Compiling a game's kernels once, so that nobody waits in the middle of a match.

Each step calls kernels as matches, batches and bots call them; what it compiles lands in the cache on disk, and a
marker beside it says that the game is done.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Lock

import numba
import numpy as np

from courtly.engine import dispatch
from courtly.engine.batch import Batch, cores, random_matches
from courtly.engine.game import Game, Setup, find_game, set_up
from courtly.engine.kernel import CACHE, prune_cache
from courtly.engine.match import Choices, Match
from courtly.engine.rng import stream

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what comes next."""

Step = tuple[str, Callable[[], object]]


def compiles() -> bool:
    """Return whether kernels are compiled at all in this process."""
    return not numba.config.DISABLE_JIT


def is_warm(name: str) -> bool:
    """Return whether a game's kernels have been compiled on this machine from this source, or need not be."""
    return not compiles() or (CACHE / f"{name}.warm").exists()


def warm(games: Sequence[str | Game], on_progress: Progress | None = None) -> None:
    """Compile the kernels of these games, or load them when they are compiled already.

    Raises
    ------
    UnknownGame
    """
    found = [game if isinstance(game, Game) else find_game(game) for game in games]
    steps = sum(len(list(_steps(game))) for game in found)
    done = count()
    told = Lock()

    def tell(label: str) -> None:
        with told:
            (on_progress or _tell_nobody)(next(done), steps, label)

    if len(found) > 1 and cores() > 1:
        with ThreadPoolExecutor(cores()) as pool:
            # What takes longest begins first; that is roughly the game with the largest state.
            first = sorted(found, key=lambda game: -game.state.dtype.itemsize)
            list(pool.map(lambda game: _warm_apart(game, tell), first))
    else:
        for game in found:
            _warm_here(game, tell)
    tell("")
    prune_cache()


def _warm_here(game: Game, tell: Callable[[str], None]) -> None:
    """Compile a game's kernels in this process, telling each step."""
    for label, work in _steps(game):
        tell(f"{game.name}: {label}")
        work()
    CACHE.mkdir(parents=True, exist_ok=True)
    (CACHE / f"{game.name}.warm").touch()


def _warm_apart(game: Game, tell: Callable[[str], None]) -> None:
    """Compile a game's kernels in a process of its own: the compiler holds the interpreter's lock."""
    command = [sys.executable, "-m", "courtly.engine.warmup", game.name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        assert process.stdout is not None
        for line in process.stdout:
            tell(line.strip())
    if process.returncode:
        _warm_here(game, lambda _label: None)


def main(arguments: Sequence[str]) -> None:
    """Compile one game, a line for each step: what `warm` runs beside itself."""
    _warm_here(find_game(arguments[0]), lambda label: print(label, flush=True))  # noqa: T201 - read by `warm`


def ensure_warm(game: str | Game, on_progress: Progress | None = None) -> None:
    """Compile a game's kernels unless that has been done; by default a person at a terminal sees how far it is."""
    if not is_warm(game if isinstance(game, str) else game.name):
        warm([game], on_progress or _tell_terminal)


def _tell_nobody(_done: int, _total: int, _label: str) -> None:
    """Take the progress that nobody asked for."""


def _tell_terminal(done: int, total: int, label: str) -> None:
    if sys.stderr.isatty():
        line = f"Compiling once for this machine: {done} of {total}  {label}" if label else ""
        sys.stderr.write(f"\r{line:<78}" + ("" if label else "\r"))
        sys.stderr.flush()


def _setup(game: Game) -> Setup:
    """Return a setup with default options and as few players as the game takes."""
    field = game.options.model_fields["players"]
    fewest = next(each.ge for each in field.metadata if hasattr(each, "ge"))
    return set_up(game, {"players": fewest})


def _steps(game: Game) -> Iterator[Step]:
    setup = _setup(game)
    states = game.state.empty()
    dispatch.connect(game)
    moves = np.empty(setup.max_legal, np.int32)
    kernels, content = game.kernels, setup.content
    yield "deal", lambda: kernels.deal(content, states[0], stream(1))
    yield "legal moves", lambda: kernels.legal(content, states[0], moves)
    yield "reasons", lambda: kernels.reason(content, states[0], 0)
    yield "redeal", lambda: kernels.redeal(content, states[0], 0, stream(1))
    yield "rule-based player", lambda: kernels.policy(content, states[0], stream(1))
    yield "observation", lambda: kernels.observe(content, states[0], 0, np.empty(game.observation, np.float32))
    yield "a whole match", lambda: _whole_match(setup)
    yield "playouts", lambda: random_matches(setup, 2, seed=1)
    yield "batches", lambda: _whole_batch(setup)


def _whole_match(setup: Setup) -> None:
    """Play a match as a table does, views and bots' knowledge included."""
    match = Match(setup, Choices(seed=1))
    while match.to_move is not None:
        match.knowledge(match.to_move)
        match.play(match.legal_moves()[0])
    match.record()
    match.view(0)


def _whole_batch(setup: Setup) -> None:
    batch = Batch(setup, 2, seed=1, threads=1)
    batch.observe()
    batch.step(batch.legal_mask().argmax(axis=1))
    batch.play_out()
    batch.scores()


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    main(sys.argv[1:])
