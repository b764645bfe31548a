"""Compiling a game's kernels once, so that nobody waits in the middle of a match.

Each step calls kernels as matches, batches and bots call them; what it compiles lands in the cache on disk, and a
marker beside it says that the game is done.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence

import numba
import numpy as np

from courtly.engine import dispatch
from courtly.engine.batch import Batch, random_matches
from courtly.engine.game import Game, Setup, find_game, set_up
from courtly.engine.kernel import CACHE, prune_cache
from courtly.engine.match import Choices, Match
from courtly.engine.rng import stream

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what comes next."""

Step = tuple[str, Callable[[], object]]


def is_warm(name: str) -> bool:
    """Return whether a game's kernels have been compiled on this machine from this source, or need not be."""
    return bool(numba.config.DISABLE_JIT) or (CACHE / f"{name}.warm").exists()


def warm(games: Sequence[str | Game], on_progress: Progress | None = None) -> None:
    """Compile the kernels of these games, or load them when they are compiled already.

    Raises
    ------
    UnknownGame
    """
    tell = on_progress or (lambda *_step: None)
    found = [game if isinstance(game, Game) else find_game(game) for game in games]
    steps = [(game.name, label, work) for game in found for label, work in _steps(game)]
    for done, (name, label, work) in enumerate(steps):
        tell(done, len(steps), f"{name}: {label}")
        work()
    tell(len(steps), len(steps), "")
    CACHE.mkdir(parents=True, exist_ok=True)
    for game in found:
        (CACHE / f"{game.name}.warm").touch()
    prune_cache()


def ensure_warm(game: str | Game, on_progress: Progress | None = None) -> None:
    """Compile a game's kernels unless that has been done; by default a person at a terminal sees how far it is."""
    if not is_warm(game if isinstance(game, str) else game.name):
        warm([game], on_progress or _tell_terminal)


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
