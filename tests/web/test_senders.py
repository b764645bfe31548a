"""The dispatcher of notifications: each kind of device has its sender, and no attempt outlasts a lease."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from courtly.tables.notifications import ATTEMPT_SECONDS, LEASE_SECONDS, Failed, Message, Outcome, Sent
from courtly.tables.refusals import BadDevice
from courtly.tables.store.rows import Device, DeviceKind, Subscription
from courtly.web import senders
from courtly.web.senders import Senders
from tests.tables.store.helpers import NOON

pytestmark = pytest.mark.anyio
PUSH = Subscription("https://push.example/1", "key", "secret", "en", "UTC")
MESSAGE = Message("id", "ann", "turn", [], ["turn"])


def device(kind: DeviceKind) -> Device:
    return Device("d", "ann", replace(PUSH, kind=kind), None, NOON)


class Quick:
    """Sends everything."""

    async def check(self, subscription: Subscription) -> None:
        """Accept every subscription."""

    async def send(self, device: Device, message: Message) -> Outcome:
        return Sent()


class Slow(Quick):
    """Never finishes."""

    async def send(self, device: Device, message: Message) -> Outcome:
        return await asyncio.Future[Outcome]()


async def test_a_device_gets_its_messages_from_the_sender_of_its_kind() -> None:
    both = Senders("key", {"push": Quick()})
    assert await both.send(device("push"), MESSAGE) == Sent()
    assert isinstance(await both.send(device("mail"), MESSAGE), Failed)
    await both.check(PUSH)
    with pytest.raises(BadDevice, match="webhook"):
        await both.check(replace(PUSH, kind="webhook"))


async def test_an_attempt_ends_before_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ATTEMPT_SECONDS < LEASE_SECONDS
    monkeypatch.setattr(senders, "ATTEMPT_SECONDS", 0.01)
    assert await Senders("key", {"mail": Slow()}).send(device("mail"), MESSAGE) == Failed("TimeoutError")
