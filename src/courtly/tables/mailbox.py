"""A queue for one reader; of asyncio's, which serves any number, one takes more memory than all that waits in it."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """What waits for one reader, who takes it in the order in which it came; named as in `asyncio.Queue`.

    Parameters
    ----------
    most
        How much may wait; any amount where that is 0.
    """

    __slots__ = ("_items", "_most", "_waiter")

    def __init__(self, most: int = 0) -> None:
        self._items: list[T] = []
        self._most = most
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Tell whether nothing waits."""
        return not self._items

    def put_nowait(self, item: T) -> None:
        """Add something; raise `asyncio.QueueFull` where as much waits as may."""
        if self._most and len(self._items) >= self._most:
            raise asyncio.QueueFull
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def get_nowait(self) -> T:
        """Take what came first; raise `asyncio.QueueEmpty` where nothing waits."""
        if not self._items:
            raise asyncio.QueueEmpty
        return self._items.pop(0)

    async def get(self) -> T:
        """Take what came first, when there is something."""
        while not self._items:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self.get_nowait()
