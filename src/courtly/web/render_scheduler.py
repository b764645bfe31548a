"""A fair scheduler for work that runs one at a time: first come, first served, with priority for urgent callers.

Between two turns the event loop runs a few iterations, so that pending I/O is handled and may make a caller urgent.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

LOOP_YIELDS = 24
"""Event loop iterations between two turns, enough to send a move that has arrived before the next page is rendered. A
move takes about eight iterations, and more if it waits for the disk."""

Waiting = OrderedDict[Hashable, asyncio.Future[None]]


class RenderScheduler:
    """The callers that wait for a turn; each caller may wait for one turn at a time."""

    def __init__(self) -> None:
        self._is_taken = False
        self._first: Waiting = OrderedDict()
        self._others: Waiting = OrderedDict()

    @asynccontextmanager
    async def take(self, who: Hashable, *, is_urgent: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and hold it until the end of the block."""
        if self._is_taken:
            await self._wait(who, self._first if is_urgent else self._others)
        self._is_taken = True
        try:
            yield
        finally:
            self._yield_to_loop(LOOP_YIELDS)

    def hurry(self, who: Hashable) -> None:
        """Move a waiting caller to the urgent queue."""
        if (turn := self._others.pop(who, None)) is not None:
            self._first[who] = turn

    async def _wait(self, who: Hashable, waiting: Waiting) -> None:
        turn = waiting[who] = asyncio.get_running_loop().create_future()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._first.pop(who, None)
                self._others.pop(who, None)
            else:
                # The turn was already given to this caller, so it is passed on.
                self._yield_to_loop(0)
            raise

    def _yield_to_loop(self, rounds: int) -> None:
        """Pass the turn on after this number of event loop iterations."""
        if rounds:
            asyncio.get_running_loop().call_soon(self._yield_to_loop, rounds - 1)
            return
        while waiting := self._first or self._others:
            _, turn = waiting.popitem(last=False)
            # If a caller is cancelled, its future is cancelled first; the caller removes it later.
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._is_taken = False
