"""The computing resources of a process: cores, threads for bots and hints, and the warm-up beside them.

A `Runtime` is made once, from `Settings`, and handed to whatever shares it; closing it ends its threads. Two of them
in one process, as in tests, are independent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import NamedTuple, TypeVar

from courtly.engine.closing import Closing
from courtly.engine.contract.game import Game, find_game
from courtly.engine.play.cores import cores
from courtly.engine.play.warmup import Room, count_steps, is_warm, warm_apart
from courtly.settings import Settings

T = TypeVar("T")


class Progress(NamedTuple):
    """How far a game is compiled: so many steps of so many."""

    done: int
    steps: int


@dataclass(slots=True)
class _Warming:
    """The compiling of one game, in a process of its own."""

    game: Game
    steps: int
    begun: int = 0
    """How many steps have begun."""
    is_taken: bool = False
    """Whether some thread sees to it."""
    is_done: Event = field(default_factory=Event)


class Runtime(Closing):
    """Threads and cores of one process; also a context manager.

    Parameters
    ----------
    settings
        How much to use; all of the machine by default.
    rooms
        What packages above the engine compile for a game, as `bots.search.warm.ROOM`.
    """

    def __init__(self, settings: Settings | None = None, rooms: Sequence[Room] = ()) -> None:
        self.settings = settings or Settings.read()
        self.rooms = tuple(rooms)
        self.cores = min(cores(), self.settings.cores or cores())
        # Threads of a pool start when there is work for them. A hint takes a while and nobody's move waits for it, so
        # hints have one thread of their own; so has reading what was sent, which may be long.
        self._thinkers = ThreadPoolExecutor(self.settings.thinkers or self.cores, thread_name_prefix="bot")
        self._adviser = ThreadPoolExecutor(1, thread_name_prefix="hint")
        self._readers = ThreadPoolExecutor(max(2, self.cores), thread_name_prefix="reader")
        self._cold: dict[str, _Warming] = {}
        self._lock = Lock()

    def close(self) -> None:
        """End the threads after their present work; drop what has not begun."""
        for pool in (self._thinkers, self._adviser, self._readers):
            pool.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[[], T], *, game: str | None = None) -> T:
        """Have a bot choose, as many at once as there are thinkers, once what its game needs is compiled."""
        return await self._run(self._thinkers, lambda: self._when_warm(work, game))

    async def advise(self, work: Callable[[], T], *, game: str | None = None) -> T:
        """Have a hint searched, one at a time, once what its game needs is compiled."""
        return await self._run(self._adviser, lambda: self._when_warm(work, game))

    async def read(self, work: Callable[[], T]) -> T:
        """Have something long read, dealt or replayed away from the event loop."""
        return await self._run(self._readers, work)

    @staticmethod
    async def _run(pool: Executor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _when_warm(self, work: Callable[[], T], game: str | None) -> T:
        self.wait_until_warm(game)
        return work()

    def warm_beside(self, games: Sequence[str], *, ahead: bool = True) -> None:
        """Compile what is not compiled yet of these games in processes beside this one, and return at once.

        Parameters
        ----------
        ahead
            Whether to begin now, with one game after the other; else each waits until `hurry` asks for it.
        """
        cold = [find_game(name) for name in games if not is_warm(name, self.rooms)]
        self._cold |= {game.name: _Warming(game, count_steps(game, self.rooms)) for game in cold}
        if ahead and cold:
            Thread(target=self._compile_all, daemon=True).start()

    def hurry(self, game: str) -> None:
        """Begin to compile a game at once, beside another that is under way."""
        warming = self._cold.get(game)
        if warming is not None and not warming.is_taken:
            Thread(target=self._compile, args=[warming], daemon=True).start()

    def _compile_all(self) -> None:
        for warming in list(self._cold.values()):
            self._compile(warming)

    def _compile(self, warming: _Warming) -> None:
        with self._lock:
            if warming.is_taken:
                return
            warming.is_taken = True

        def tell(_step: str) -> None:
            warming.begun += 1

        try:
            warm_apart(warming.game, tell, rooms=self.rooms)
        finally:
            # Where it has failed, whoever needs it compiles it, and is told why it cannot be.
            warming.is_done.set()

    @property
    def is_warming(self) -> bool:
        """Whether `warm_beside` is at work still."""
        return any(warming.is_taken and not warming.is_done.is_set() for warming in self._cold.values())

    def progress(self, game: str) -> Progress | None:
        """Return how far the compiling of a game is, None for one that is compiled, or that nobody compiles beside."""
        warming = self._cold.get(game)
        if warming is None or warming.is_done.is_set():
            return None
        return Progress(max(0, min(warming.begun, warming.steps) - 1), warming.steps)

    def is_cold(self, game: str) -> bool:
        """Whether a game waits to be compiled beside; to use it now would compile it here, and block this process."""
        return self.progress(game) is not None

    async def until_warm(self, game: str) -> None:
        """Wait until a game is compiled, which begins now at the latest."""
        self.hurry(game)
        warming = self._cold.get(game)
        if warming is not None and not warming.is_done.is_set():
            await asyncio.to_thread(warming.is_done.wait)

    def wait_until_warm(self, game: str | None = None) -> None:
        """Wait for what is compiled beside of a game, or of all; compiling it here would block this process."""
        for name, warming in list(self._cold.items()):
            if game in (None, name):
                self.hurry(name)
                warming.is_done.wait()
