"""The devices to which the server sends notifications of turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from zoneinfo import ZoneInfo

from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.journal import Player
from courtly.tables.notifications import Sender
from courtly.tables.refusals import BadDevice, NotAllowed, TooMany
from courtly.tables.store import outbox
from courtly.tables.store.rows import Device, Quiet, Subscription
from courtly.tables.store.store import Store

MAX_DEVICES = 10
"""The largest number of devices of one player."""

DAY_MINUTES = 24 * 60


class DeviceSender(Sender, Protocol):
    """Sends messages, and knows to which subscriptions it can send.

    Attributes
    ----------
    key
        The public key of the server, in base64url; browsers need it to subscribe.
    """

    key: str

    async def check(self, subscription: Subscription) -> None:
        """Raise `BadDevice` for a subscription to which nothing can be sent."""


class Devices:
    """The devices of all players.

    Parameters
    ----------
    store
        The store that keeps the devices.
    sender
        Has the public key of the server, and checks new subscriptions.
    """

    def __init__(self, store: Store, sender: DeviceSender) -> None:
        self._store = store
        self._sender = sender

    @property
    def key(self) -> str:
        """The public key of the server, in base64url."""
        return self._sender.key

    async def add(self, player: Player, subscription: Subscription) -> Device:
        """Store the subscription of a device and return the device; a known endpoint is updated.

        Raises
        ------
        BadDevice
            The subscription or the time zone is invalid.
        NotAllowed
            The player is a program, and the device is no webhook.
        TooMany
            The player has `MAX_DEVICES` other devices.
        """
        if player.is_program and subscription.kind != "webhook":
            allowed = said("a webhook")
            message = said("a program gets notifications only by {allowed}", allowed=allowed)
            raise NotAllowed(message, where="kind", allowed=allowed)
        check_zone(subscription.zone)
        await self._sender.check(subscription)
        made = Device(environment().token(12), player.id, subscription, None, environment().now())
        stored = await self._store.write(outbox.put_device, made, MAX_DEVICES)
        if stored is None:
            message = said("you get notifications on {most} devices already; remove one", most=MAX_DEVICES)
            raise TooMany(message, given=MAX_DEVICES + 1, where="devices")
        return stored

    async def of(self, player: Player) -> Sequence[Device]:
        """Return the devices of a player, oldest first."""
        return await self._store.read(outbox.devices_of, player.id)

    async def remove(self, player: Player, *, id: str = "", endpoint: str = "") -> None:  # noqa: A002 - the usual name
        """Remove a device of a player, by its id or its endpoint; do nothing for an unknown one."""
        await self._store.write(outbox.remove_device, player.id, id=id, endpoint=endpoint)

    async def end_mail(self, id: str) -> None:  # noqa: A002 - the usual name
        """Send no more mails to a mailbox, given the id of its device; do nothing for an unknown one."""
        await self._store.write(outbox.end_mail, id)

    async def set_quiet(self, player: Player, quiet: Quiet | None) -> None:
        """Set the quiet hours of all devices of a player, None for none.

        Raises
        ------
        BadDevice
            A time is not between 0 and 1439 minutes, or both are equal.
        """
        if quiet is not None and (quiet.start == quiet.end or not all(0 <= each < DAY_MINUTES for each in quiet)):
            allowed = said("two different times of a day")
            message = said("quiet hours need {allowed}", allowed=allowed)
            raise BadDevice(message, given=list(quiet), where="quiet", allowed=allowed)
        await self._store.write(outbox.set_quiet, player.id, quiet)


def check_zone(zone: str) -> None:
    """Raise `BadDevice` for an unknown time zone."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        allowed = said("a name such as Europe/Paris")
        message = said("{given} is not a time zone; use {allowed}", given=shown(zone), allowed=allowed)
        raise BadDevice(message, given=zone, where="zone", allowed=allowed) from None
