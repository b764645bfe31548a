"""Turns at what only one can do at a time: in the order in which they are asked for, whoever hurries first.

The event loop goes round a few times between two turns, so that whatever has come meanwhile gets on, and may hurry.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

ROUNDS = 24
"""How often the event loop goes round between two turns, so that a move that has come is told before the next page:
that takes about eight rounds, and more while it waits for the disk."""

Waiting = OrderedDict[Hashable, asyncio.Future[None]]


class Turns:
    """Who waits for a turn; each may wait for one at a time."""

    def __init__(self) -> None:
        self._is_taken = False
        self._first: Waiting = OrderedDict()
        self._others: Waiting = OrderedDict()

    @asynccontextmanager
    async def take(self, who: Hashable, *, hurries: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        if self._is_taken:
            await self._wait(who, self._first if hurries else self._others)
        self._is_taken = True
        try:
            yield
        finally:
            self._go_round(ROUNDS)

    def hurry(self, who: Hashable) -> None:
        """Let somebody who waits come before all who do not hurry."""
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
                # The turn had come already.
                self._go_round(0)
            raise

    def _go_round(self, rounds: int) -> None:
        """Pass the turn on when the event loop has gone round so often."""
        if rounds:
            asyncio.get_running_loop().call_soon(self._go_round, rounds - 1)
            return
        while waiting := self._first or self._others:
            _, turn = waiting.popitem(last=False)
            # Of somebody who has just gone away it is cancelled before they hear of it themselves.
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._is_taken = False
