"""A fair queue for work that runs one at a time: pages, drafts, hints, pictures.

Turns go round the addresses, and at each address round the persons; the requests of one person stay in order. So a
person with many requests, or an address with many persons, delays each of the others by one turn. A full queue drops a
request of the person with the most waiting requests, so people who ask rarely are not refused.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

URGENT_TURNS = 3
"""Maximum number of urgent turns in a row while other callers wait. So the others get a quarter of all turns. With a
larger share, a busy server would answer moves later."""


class QueueFull(Exception):
    """A request was dropped from a full queue. The code that uses the queue raises its own error instead."""


@dataclass(eq=False, slots=True)
class Caller:
    """A caller, who waits for one turn at a time.

    Attributes
    ----------
    address, person
        The address and the id of the person who sent the request, as the limits count them.
    turn
        Set when the caller may begin.
    """

    address: str
    person: str
    turn: asyncio.Future[None] | None = None


class Waiting:
    """The waiting callers, by address and person, in the order of their next turns."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[Caller]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, caller: Caller) -> None:
        """Add a caller behind the other callers of the same person."""
        persons = self._addresses.setdefault(caller.address, OrderedDict())
        persons.setdefault(caller.person, deque()).append(caller)
        self._count += 1

    def remove(self, caller: Caller) -> bool:
        """Remove a caller; return whether the caller was waiting."""
        persons = self._addresses.get(caller.address, OrderedDict())
        callers = persons.get(caller.person, deque())
        if caller not in callers:
            return False
        callers.remove(caller)
        self._count -= 1
        if not callers:
            del persons[caller.person]
        if not persons:
            del self._addresses[caller.address]
        return True

    def next(self) -> Caller:
        """Return the caller whose turn is next. The address and the person go to the end of their rounds."""
        persons = next(iter(self._addresses.values()))
        caller = next(iter(persons.values()))[0]
        persons.move_to_end(caller.person)
        self._addresses.move_to_end(caller.address)
        self.remove(caller)
        return caller

    def heaviest(self) -> Caller:
        """Return the last caller of the person with the most callers, at the address with the most callers.

        If several have equally many, choose the address or person whose turn comes last.
        """
        persons = max(reversed(self._addresses.values()), key=lambda each: sum(map(len, each.values())))
        return max(reversed(persons.values()), key=len)[-1]


class FairQueue:
    """Gives one turn at a time to its callers.

    Parameters
    ----------
    most
        Maximum number of waiting callers; None for no limit.
    yields
        Event loop iterations between two turns, so that pending I/O is handled and may make a caller urgent.
    """

    def __init__(self, most: int | None = None, *, yields: int = 0) -> None:
        self._most = most
        self._yields = yields
        self._is_taken = False
        self._urgent, self._others = Waiting(), Waiting()
        self._passed_over = 0

    @asynccontextmanager
    async def take(self, caller: Caller, *, is_urgent: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and hold it until the end of the block; raise `QueueFull` if dropped."""
        if self._is_taken:
            await self._wait(caller, self._urgent if is_urgent else self._others)
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on(self._yields)

    def hurry(self, caller: Caller) -> None:
        """Make a waiting caller urgent."""
        if self._others.remove(caller):
            self._urgent.add(caller)

    async def _wait(self, caller: Caller, waiting: Waiting) -> None:
        if caller.turn is not None and not caller.turn.done():
            raise RuntimeError(f"{caller} already waits for a turn; use another Caller for each request")
        turn = caller.turn = asyncio.get_running_loop().create_future()
        waiting.add(caller)
        if self._most is not None and len(waiting) > self._most:
            self._drop(waiting, waiting.heaviest())
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._urgent.remove(caller)
                self._others.remove(caller)
            elif turn.exception() is None:
                # The turn was already given to this caller, so it is passed on.
                self._pass_on(0)
            raise

    @staticmethod
    def _drop(waiting: Waiting, caller: Caller) -> None:
        waiting.remove(caller)
        # A cancelled caller gets no error: its future is cancelled before the caller notices.
        if caller.turn is not None and not caller.turn.cancelled():
            caller.turn.set_exception(QueueFull())

    def _pass_on(self, rounds: int) -> None:
        """Pass the turn on after this number of event loop iterations."""
        if rounds:
            asyncio.get_running_loop().call_soon(self._pass_on, rounds - 1)
            return
        while waiting := self._next_waiting():
            turn = waiting.next().turn
            if turn is not None and not turn.cancelled():
                turn.set_result(None)
                return
        self._is_taken = False

    def _next_waiting(self) -> Waiting:
        """Return the group with the next caller: the urgent callers, unless the others were passed over too often."""
        if self._others and (not self._urgent or self._passed_over == URGENT_TURNS):
            self._passed_over = 0
            return self._others
        self._passed_over = self._passed_over + 1 if self._others else 0
        return self._urgent
