"""A queue for a single consumer; `asyncio.Queue` serves several consumers and takes more memory than its content."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """A first-in, first-out queue for one consumer; its methods are named as in `asyncio.Queue`.

    Parameters
    ----------
    most
        The largest number of items in the queue; 0 means no limit.
    """

    __slots__ = ("_items", "_most", "_waiter")

    def __init__(self, most: int = 0) -> None:
        self._items: list[T] = []
        self._most = most
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Return whether the queue is empty."""
        return not self._items

    def put_nowait(self, item: T) -> None:
        """Add an item; raise `asyncio.QueueFull` if the queue is full."""
        if self._most and len(self._items) >= self._most:
            raise asyncio.QueueFull
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def get_nowait(self) -> T:
        """Remove and return the oldest item; raise `asyncio.QueueEmpty` if there is none."""
        if not self._items:
            raise asyncio.QueueEmpty
        return self._items.pop(0)

    async def get(self) -> T:
        """Remove and return the oldest item, and wait for one if the queue is empty."""
        while not self._items:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self.get_nowait()
