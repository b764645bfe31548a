"""Compiling a game's kernels once, so that nobody waits in the middle of a match.

Each step calls kernels as matches, batches and bots call them; what it compiles lands in the cache on disk, and a
marker beside it says that the game is done. Rooms above this one add what they compile by `also_warm`; a table need
not wait for that, since `warm_beside` compiles it while people come in.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Lock, Thread

import numba
import numpy as np

from courtly.engine.batch import Batch, cores, random_matches
from courtly.engine.game import Game, Setup, find_game, set_up
from courtly.engine.kernel import CACHE, prune_cache
from courtly.engine.match import Choices, Match
from courtly.engine.rng import stream

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what comes next."""

Step = tuple[str, Callable[[], object]]
Steps = Callable[[Setup], Iterator[Step]]

_MORE: dict[str, Steps] = {}
"""What other rooms compile for a game, by the module that says so."""


def also_warm(module: str, steps: Steps) -> None:
    """Let a room above this one compile more; `module` does this when it is imported."""
    _MORE[module] = steps


def compiles() -> bool:
    """Return whether kernels are compiled at all in this process."""
    return not numba.config.DISABLE_JIT


def is_warm(name: str, *, rooms: bool = True) -> bool:
    """Return whether a game's kernels have been compiled on this machine from this source, or need not be.

    Those of the rooms above count too, unless `rooms` is false.
    """
    return not compiles() or all(marker.exists() for marker in _markers(name, rooms=rooms))


def _markers(name: str, *, rooms: bool = True) -> list[Path]:
    """Return the files that say that a game is compiled, one for each room."""
    above = (CACHE / f"{name}.{module}.warm" for module in _MORE)
    return [CACHE / f"{name}.warm", *(above if rooms else ())]


def warm(games: Sequence[str | Game], on_progress: Progress | None = None, *, rooms: bool = True) -> None:
    """Compile the kernels of these games, or load them when they are compiled already.

    Those of the rooms above are compiled too, unless `rooms` is false.

    Raises
    ------
    UnknownGame
    """
    found = [game if isinstance(game, Game) else find_game(game) for game in games]
    steps = sum(len(list(_steps(game, rooms=rooms))) for game in found)
    done = count()
    told = Lock()

    def tell(label: str) -> None:
        with told:
            (on_progress or _tell_nobody)(next(done), steps, label)

    if len(found) > 1 and cores() > 1:
        with ThreadPoolExecutor(cores()) as pool:
            # What takes longest begins first; that is roughly the game with the largest state.
            first = sorted(found, key=lambda game: -game.state.dtype.itemsize)
            list(pool.map(lambda game: _warm_apart(game, tell, rooms=rooms), first))
    else:
        for game in found:
            _warm_here(game, tell, rooms=rooms)
    tell("")
    prune_cache()


_beside: list[Thread] = []
"""The thread of `warm_beside`, as long as it is at work."""


def warm_beside(games: Sequence[str]) -> None:
    """Compile what is not compiled yet of these games in processes beside this one, and return at once."""
    cold = [find_game(name) for name in games if not is_warm(name)]

    def work() -> None:
        for game in cold:
            _warm_apart(game, lambda _label: None)

    if cold:
        _beside[:] = [Thread(target=work, daemon=True)]
        _beside[0].start()


def wait_until_warm() -> None:
    """Wait for what `warm_beside` compiles: whoever compiled the same here would hold up everything else."""
    for thread in _beside:
        thread.join()


def _warm_here(game: Game, tell: Callable[[str], None], *, rooms: bool = True) -> None:
    """Compile a game's kernels in this process, telling each step."""
    for label, work in _steps(game, rooms=rooms):
        tell(f"{game.name}: {label}")
        work()
    CACHE.mkdir(parents=True, exist_ok=True)
    for marker in _markers(game.name, rooms=rooms):
        marker.touch()


def _warm_apart(game: Game, tell: Callable[[str], None], *, rooms: bool = True) -> None:
    """Compile a game's kernels in a process of its own: the compiler holds the interpreter's lock."""
    command = [sys.executable, "-c", _COMPILE, game.name, *(_MORE if rooms else ())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        assert process.stdout is not None
        for line in process.stdout:
            tell(line.strip())
    if process.returncode:
        _warm_here(game, lambda _label: None, rooms=rooms)


_COMPILE = "import sys; from courtly.engine.warmup import main; main(sys.argv[1:])"


def main(arguments: Sequence[str]) -> None:
    """Compile one game, a line for each step: what `warm` runs beside itself; further arguments are modules to ask."""
    for module in arguments[1:]:
        import_module(module)
    tell = partial(print, flush=True)
    _warm_here(find_game(arguments[0]), tell, rooms=len(arguments) > 1)


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


def _steps(game: Game, *, rooms: bool = True) -> Iterator[Step]:
    setup = _setup(game)
    states = game.state.empty()
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
    for steps in _MORE.values() if rooms else ():
        yield from steps(setup)


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
