"""Compiles a game's kernels once, so that nobody waits in the middle of a match.

Each step calls kernels with the types that matches, vectors and bots use. The compiled code goes to the cache on disk;
a marker file beside it says that the game is done. A `Room` lists what a package above this one compiles for a game;
the caller passes it in. `courtly.runtime` runs the warm-up beside a server.
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
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Game, Setup, find_game, set_up
from courtly.engine.play.cores import cores
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.vector import Vector, random_matches

WarmUpProgress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what comes next."""

Tell = Callable[[str], None]
"""Called with the name of each step as it begins."""

WarmUpStep = tuple[str, Callable[[], object]]
WarmUpSteps = Callable[[Setup], Iterator[WarmUpStep]]


class Room(NamedTuple):
    """What a package above this one compiles for a game.

    Attributes
    ----------
    module
        The module that holds this value under the name `ROOM`: another process finds it there.
    steps
        What is compiled for a setup.
    """

    module: str
    steps: WarmUpSteps


Rooms = Sequence[Room]


def compiles() -> bool:
    """Return whether kernels are compiled at all in this process."""
    return not numba.config.DISABLE_JIT


def is_warm(name: str, rooms: Rooms = ()) -> bool:
    """Return whether a game's kernels, and those of `rooms`, are compiled already or need not be."""
    return not compiles() or all(marker.exists() for marker in _markers(name, rooms))


def _markers(name: str, rooms: Rooms = ()) -> list[Path]:
    """Return the files that say that a game is compiled: one for its rules, and one for each room."""
    above = (cache_folder() / f"{name}.{room.module}.warm" for room in rooms)
    return [cache_folder() / f"{name}.warm", *above]


def warm(
    games: Sequence[str | Game],
    on_progress: WarmUpProgress | None = None,
    *,
    rooms: Rooms = (),
    processes: int | None = None,
) -> None:
    """Compile the kernels of these games, and those of `rooms`, or load them when they are compiled already.

    Several games are compiled in as many processes beside this one, by default as many as there are cores.

    Raises
    ------
    UnknownGame
    """
    found = [game if isinstance(game, Game) else find_game(game) for game in games]
    steps = sum(count_steps(game, rooms) for game in found)
    processes = processes or cores()
    done = count()
    told = Lock()

    def tell(label: str) -> None:
        with told:
            (on_progress or _tell_nobody)(next(done), steps, label)

    if len(found) > 1 and processes > 1:
        with ThreadPoolExecutor(processes) as pool:
            # The longest one first: roughly the game with the largest state.
            first = sorted(found, key=lambda game: -game.rules.state.dtype.itemsize)
            list(pool.map(lambda game: warm_apart(game, tell, rooms), first))
    else:
        for game in found:
            _warm_here(game, tell, rooms)
    tell("")
    prune_cache()


def count_steps(game: Game, rooms: Rooms = ()) -> int:
    """Return how many steps it takes to compile a game and what `rooms` need of it."""
    return len(list(_steps(game, rooms)))


def _warm_here(game: Game, tell: Tell, rooms: Rooms) -> None:
    """Compile a game's kernels in this process, telling each step."""
    for label, work in _steps(game, rooms):
        tell(f"{game.name}: {label}")
        work()
    cache_folder().mkdir(parents=True, exist_ok=True)
    for marker in _markers(game.name, rooms):
        marker.touch()


def warm_apart(game: Game, tell: Tell = lambda _label: None, rooms: Rooms = ()) -> None:
    """Compile a game's kernels in a process of its own: the compiler holds the interpreter's lock."""
    command = [sys.executable, "-c", _COMPILE, game.name, *(room.module for room in rooms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        assert process.stdout is not None
        for line in process.stdout:
            tell(line.strip())
    if process.returncode and process.returncode not in _INTERRUPTED:
        _warm_here(game, lambda _label: None, rooms)


_INTERRUPTED = (130, -signal.SIGINT, -signal.SIGTERM)
"""How a process ends that somebody stops; they stop this one as well."""

_COMPILE = "import sys; from courtly.engine.play.warmup import main; main(sys.argv[1:])"


def main(arguments: Sequence[str]) -> None:
    """Compile one game and print a line for each step, for `warm_apart`; further arguments are modules of rooms.

    It ends without a word when nobody reads the lines any more, or when it is interrupted.
    """
    rooms = [import_module(module).ROOM for module in arguments[1:]]
    try:
        _warm_here(find_game(arguments[0]), partial(print, flush=True), rooms)
    except BrokenPipeError:  # pragma: no cover - in a process of its own
        # Or the interpreter, when it ends, would try once more to write what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:  # pragma: no cover - in a process of its own
        sys.exit(130)


def ensure_warm(game: str | Game, on_progress: WarmUpProgress | None = None, *, rooms: Rooms = ()) -> None:
    """Compile a game's kernels, and those of `rooms`, if need be; show the progress on a terminal."""
    if not is_warm(game if isinstance(game, str) else game.name, rooms):
        warm([game], on_progress or _tell_terminal, rooms=rooms)


def _tell_nobody(_done: int, _total: int, _label: str) -> None:
    """Ignore the progress."""


def _tell_terminal(done: int, total: int, label: str) -> None:
    if sys.stderr.isatty():
        line = f"Compiling once for this machine: {done} of {total}  {label}" if label else ""
        sys.stderr.write(f"\r{line:<78}" + ("" if label else "\r"))
        sys.stderr.flush()


def _setup(game: Game) -> Setup:
    """Return a setup with default options and as few players as the game takes."""
    field = game.rules.options.model_fields["players"]
    fewest = next(each.ge for each in field.metadata if hasattr(each, "ge"))
    return set_up(game, {"players": fewest})


def _steps(game: Game, rooms: Rooms) -> Iterator[WarmUpStep]:
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
    for room in rooms:
        yield from room.steps(setup)


def _whole_match(setup: Setup) -> None:
    """Play a match as a table does, views and bots' knowledge included."""
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
