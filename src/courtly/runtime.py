"""The computing resources of a process: cores, threads for bots and hints, and the background warm-up.

A `Runtime` is created once, from `Settings`, and passed to all components that share it. Closing it stops its threads.
Two runtimes in one process, as in tests, are independent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextvars import copy_context
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import TypeVar

from courtly.engine.closing import Closeable
from courtly.engine.compile.kernel import interpret, stop_interpreting
from courtly.engine.contract.game import Game, find_game
from courtly.engine.play.cores import cores
from courtly.engine.play.warmup import WarmUpPart, is_warm, warm_in_subprocess
from courtly.environment import environment
from courtly.settings import Settings

T = TypeVar("T")


@dataclass(slots=True)
class _Warming:
    """The compilation of one game in another process."""

    game: Game
    is_taken: bool = False
    """Whether a thread is handling it."""
    is_done: Event = field(default_factory=Event)


class Runtime(Closeable):
    """Threads and cores of one process; also a context manager.

    Parameters
    ----------
    settings
        The resources to use; the whole machine by default.
    warm_up_parts
        The kernels that higher-level packages compile for a game, such as `bots.search.warm.WARM_UP_PART`.
    """

    def __init__(self, settings: Settings | None = None, warm_up_parts: Sequence[WarmUpPart] = ()) -> None:
        self.settings = settings or Settings.read()
        self.warm_up_parts = tuple(warm_up_parts)
        self.cores = min(cores(), self.settings.cores or cores())
        # A pool starts its threads on demand. A hint takes long and blocks no player's move, so hints share a single
        # thread. Client input may be long, so reading it has its own pool.
        self._thinkers = environment().executor(self.settings.thinkers or self.cores, "bot")
        self._adviser = environment().executor(1, "hint")
        self._readers = environment().executor(max(2, self.cores), "reader")
        self._cold: dict[str, _Warming] = {}
        self._lock = Lock()

    def close(self) -> None:
        """Stop the threads after their current work; cancel all pending work."""
        for pool in (self._thinkers, self._adviser, self._readers):
            pool.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[[], T], *, game: str | None = None) -> T:
        """Run a bot's choice in the pool of thinkers, after the kernels of its game are compiled."""
        return await self._run(self._thinkers, lambda: self._when_warm(work, game))

    async def advise(self, work: Callable[[], T]) -> T:
        """Run the search for a hint, one at a time."""
        return await self._run(self._adviser, work)

    async def read(self, work: Callable[[], T]) -> T:
        """Run slow work, such as reading, dealing or replaying, outside the event loop."""
        return await self._run(self._readers, work)

    @staticmethod
    async def _run(pool: Executor, work: Callable[[], T]) -> T:
        # Pages that are rendered in a thread need the context variables of their request.
        return await asyncio.get_running_loop().run_in_executor(pool, copy_context().run, work)

    def _when_warm(self, work: Callable[[], T], game: str | None) -> T:
        self.wait_until_warm(game)
        return work()

    def start_warm_up(self, games: Sequence[str], *, ahead: bool = True) -> None:
        """Compile the kernels of these games in background processes where necessary; return immediately.

        Until the games are compiled, this process runs their rules as plain Python.

        Parameters
        ----------
        ahead
            Whether to start now, one game after the other; otherwise each game waits for `compile_now`.
        """
        cold = [find_game(name) for name in games if not is_warm(name, self.warm_up_parts)]
        self._cold |= {game.name: _Warming(game) for game in cold}
        if cold:
            interpret()
        if ahead and cold:
            environment().start_thread(self._compile_all)

    def compile_now(self, game: str) -> None:
        """Start to compile a game now, in parallel with any other compilation."""
        warming = self._cold.get(game)
        if warming is not None and not warming.is_taken:
            environment().start_thread(lambda: self._compile(warming))

    def _compile_all(self) -> None:
        for warming in list(self._cold.values()):
            self._compile(warming)

    def _compile(self, warming: _Warming) -> None:
        with self._lock:
            if warming.is_taken:
                return
            warming.is_taken = True

        try:
            warm_in_subprocess(warming.game, warm_up_parts=self.warm_up_parts, gives_way=True)
        finally:
            # After a failure the next caller compiles the game in this process and gets the error.
            with self._lock:
                if all(each.is_done.is_set() for each in self._cold.values() if each is not warming):
                    stop_interpreting()
                else:
                    interpret()
                # Only now: a search that begins must find the new code.
                warming.is_done.set()

    @property
    def is_warming(self) -> bool:
        """Whether a background compilation is running."""
        return any(warming.is_taken and not warming.is_done.is_set() for warming in self._cold.values())

    def is_cold(self, game: str) -> bool:
        """Whether a game is waiting for its background compilation, so that a search would take very long."""
        warming = self._cold.get(game)
        return warming is not None and not warming.is_done.is_set()

    async def until_warm(self, game: str) -> None:
        """Wait until a game is compiled; start the compilation if necessary."""
        self.compile_now(game)
        if self.is_cold(game):
            await environment().in_thread(self._cold[game].is_done.wait)

    def wait_until_warm(self, game: str | None = None) -> None:
        """Wait for the background compilation of a game, or of all games by default."""
        for name, warming in list(self._cold.items()):
            if game in (None, name):
                self.compile_now(name)
                warming.is_done.wait()
