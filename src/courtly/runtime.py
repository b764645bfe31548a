"""The computing resources of a process: cores, threads for bots and hints, and the warm-up beside them.

A `Runtime` is made once, from `Settings`, and handed to whatever shares it; closing it ends its threads. Two of them
in one process, as in tests, are independent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Thread
from typing import Self, TypeVar

from courtly.engine.contract.game import find_game
from courtly.engine.play.cores import cores
from courtly.engine.play.warmup import Room, is_warm, warm_apart
from courtly.settings import Settings

T = TypeVar("T")


class Runtime:
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
        self._warming: Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads after their present work; drop what has not begun."""
        for pool in (self._thinkers, self._adviser, self._readers):
            pool.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[[], T]) -> T:
        """Have a bot choose, as many at once as there are thinkers, once all that it needs is compiled."""
        return await self._run(self._thinkers, lambda: self._when_warm(work))

    async def advise(self, work: Callable[[], T]) -> T:
        """Have a hint searched, one at a time, once all that it needs is compiled."""
        return await self._run(self._adviser, lambda: self._when_warm(work))

    async def read(self, work: Callable[[], T]) -> T:
        """Have something long read, dealt or replayed away from the event loop."""
        return await self._run(self._readers, work)

    @staticmethod
    async def _run(pool: Executor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _when_warm(self, work: Callable[[], T]) -> T:
        self.wait_until_warm()
        return work()

    def warm_beside(self, games: Sequence[str]) -> None:
        """Compile what is not compiled yet of these games in processes beside this one, and return at once."""
        cold = [find_game(name) for name in games if not is_warm(name, self.rooms)]

        def work() -> None:
            for game in cold:
                warm_apart(game, rooms=self.rooms)

        if cold:
            self._warming = Thread(target=work, daemon=True)
            self._warming.start()

    @property
    def is_warming(self) -> bool:
        """Whether `warm_beside` is at work still."""
        return self._warming is not None and self._warming.is_alive()

    def wait_until_warm(self) -> None:
        """Wait for what `warm_beside` compiles; compiling it here would block this process."""
        if self._warming is not None:
            self._warming.join()
