"""Simulated devices, and the push service that delivers the notifications of turns to them."""

from __future__ import annotations

import asyncio
from random import Random

from courtly.tables.notifications import Failed, Message, Outcome, Sent
from courtly.tables.store.rows import Device, Subscription
from courtly.testing.simulation.alerts import Alert
from courtly.testing.simulation.loop import running_loop
from courtly.testing.simulation.weather import Faults, Weather, later

NO_ANSWER = 10.0
"""Seconds after which a server waits no longer for the answer of the push service."""

LOSSES = 5
"""How much more often the push service loses a message or its answer than other connections do; few are sent."""

SITE = "https://push.example/"


class Phone:
    """A device of a person: it shows the notifications of turns, each turn once.

    Attributes
    ----------
    alerts
        All notifications that it has shown.
    """

    def __init__(self) -> None:
        self.alerts: list[Alert] = []
        self._known: set[str] = set()
        self._changed = asyncio.Event()

    def receive(self, message: Message, sent: float) -> None:
        """Show a message, unless it names no new turn."""
        new = set(message.turns) - self._known
        if new:
            self._known |= new
            tables = frozenset(head.table for head in message.tables)
            self.alerts.append(Alert(sent, message.kind == "reminder", tables, len(new)))
            self._changed.set()

    def count(self, table: str) -> int:
        """Return how many notifications have named a table."""
        return sum(table in alert.tables for alert in self.alerts)

    async def until(self, table: str, count: int) -> None:
        """Wait until this many notifications have named a table."""
        while self.count(table) < count:
            self._changed.clear()
            await self._changed.wait()


class PushService:
    """Delivers messages to phones; its network has the faults of the weather.

    Parameters
    ----------
    weather
        The weather at the beginning. It can change at any time.
    rng
        The source of the faults.

    Attributes
    ----------
    key
        The key of the servers; this push service checks none.
    phones
        The phones by the names of their owners.
    """

    key = "key"

    def __init__(self, weather: Weather, rng: Random) -> None:
        self.phones: dict[str, Phone] = {}
        self.faults = Faults(weather, rng)

    def subscription(self, owner: str) -> dict[str, object]:
        """Return the subscription of an owner's phone, as a browser sends it."""
        self.phones[owner] = Phone()
        return {"endpoint": SITE + owner, "keys": {"p256dh": "p", "auth": "a"}, "zone": "UTC"}

    async def check(self, subscription: Subscription) -> None:
        """Accept every subscription."""

    async def send(self, device: Device, message: Message) -> Outcome:
        """Deliver a message, once, twice or not at all; the answer may be lost."""
        weather = self.faults.weather
        if self.faults.happens(LOSSES * weather.lost_request):
            await asyncio.sleep(NO_ANSWER)
            return Failed("no answer")
        phone, sent = self.phones[device.subscription.endpoint.removeprefix(SITE)], running_loop().time()
        for _ in range(1 + self.faults.happens(weather.duplicate)):
            later(self.faults.latency(), phone.receive, message, sent)
        if self.faults.happens(LOSSES * weather.lost_answer):
            await asyncio.sleep(NO_ANSWER)
            return Failed("no answer")
        await asyncio.sleep(self.faults.latency())
        return Sent()
