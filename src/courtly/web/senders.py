"""Sends notifications to devices of all kinds: one sender for each kind, and the dispatcher that chooses it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import Protocol

from courtly.engine.sentences import said
from courtly.tables.notifications import ATTEMPT_SECONDS, Failed, Message, Outcome
from courtly.tables.refusals import BadDevice
from courtly.tables.store.rows import Device, DeviceKind, Subscription

OFF = Failed("this server does not send to this kind of device", timedelta(hours=6))


class KindSender(Protocol):
    """Sends messages to devices of one kind."""

    async def check(self, subscription: Subscription) -> None:
        """Raise `BadDevice` for a subscription to which nothing can be sent."""

    async def send(self, device: Device, message: Message) -> Outcome:
        """Send a message in the language of the device, and return the outcome; never raise."""


class Senders:
    """Sends messages to devices by the sender of their kind.

    Parameters
    ----------
    key
        The public key of the server for push messages, in base64url.
    kinds
        The sender of each kind of device; a kind without one is switched off.
    """

    def __init__(self, key: str, kinds: Mapping[DeviceKind, KindSender]) -> None:
        self.key = key
        self._kinds = kinds

    async def check(self, subscription: Subscription) -> None:
        """Raise `BadDevice` for a subscription to which nothing can be sent."""
        sender = self._kinds.get(subscription.kind)
        if sender is None:
            allowed = sorted(self._kinds)
            message = said("this server sends no notifications to this kind of device: {kind}", kind=subscription.kind)
            raise BadDevice(message, given=subscription.kind, where="kind", allowed=allowed)
        await sender.check(subscription)

    async def send(self, device: Device, message: Message) -> Outcome:
        """Send a message, within `ATTEMPT_SECONDS`: the lease of the device lasts a little longer."""
        sender = self._kinds.get(device.subscription.kind)
        if sender is None:
            return OFF
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS):
                return await sender.send(device, message)
        except TimeoutError:
            return Failed("TimeoutError")
