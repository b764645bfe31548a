"""People who play by correspondence: they open a table only when a notification calls them, and leave it soon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from courtly.testing.simulation.devices import Phone, PushService
from courtly.testing.simulation.people import Guest, Person, Unplayable, is_due
from courtly.testing.simulation.tasks import end

LOOK_SECONDS = 60.0
"""Seconds for which a person who was called waits for something to do."""


async def subscribe(person: Person, service: PushService) -> Phone:
    """Let a person ask for notifications, and return the person's phone."""
    body = service.subscription(person.name)
    response = await person.insist("POST", "/api/me/devices", body)
    if response.status != 201:
        raise Unplayable(f"{person.name} gets no notifications: {response.status} {response.text}")
    return service.phones[person.name]


class Correspondent(Guest):
    """A person who opens the table when the phone names it, and leaves when another player is to move.

    Parameters
    ----------
    phone
        The phone of the person.

    Attributes
    ----------
    is_called_back
        Set when the match is over; from then on the person stays at the table.
    """

    def __init__(self, person: Person, table: str, *, pace: Callable[[], float], phone: Phone) -> None:
        super().__init__(person, table, pace=pace)
        self._phone = phone
        self.is_called_back = asyncio.Event()

    async def listen(self) -> None:
        """Listen in visits without end."""
        while not self.is_called_back.is_set():
            told = self._phone.count(self.table)
            visit = asyncio.create_task(super().listen())
            try:
                await self._stay(len(self.states))
            finally:
                await end([visit])
            await self._call(told + 1)
            if not self.is_called_back.is_set():
                # People take their time, so that a repeated notification would reach them.
                await self._think()
        await super().listen()

    async def _stay(self, seen: int) -> None:
        """Stay until another player is to move, or until it is clear that nothing new is there to do.

        The server of the person may learn of a turn later than the server that sent the notification.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await self.wait_for(lambda: len(self.states) > seen and is_due(self.state))
        await self.wait_for(lambda: len(self.states) > seen and not is_due(self.state))

    async def _call(self, count: int) -> None:
        """Wait until the phone has named the table this often, or the person is called back."""
        calls = [
            asyncio.create_task(self._phone.until(self.table, count)),
            asyncio.create_task(self._wait_for_the_end()),
        ]
        try:
            await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end(calls)

    async def _wait_for_the_end(self) -> None:
        await self.is_called_back.wait()
