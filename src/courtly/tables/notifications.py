"""Tells players on their devices that it is their turn.

The store writes a notification together with the entry that begins a turn. The `Notifier` of any process sends it, once
for each device, unless the player is at the table. Everything that a message contains is public at its tables.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol
from zoneinfo import ZoneInfo

from courtly.environment import environment
from courtly.tables.background import retry_when_unavailable
from courtly.tables.errors import StoreError
from courtly.tables.journal import Head
from courtly.tables.presence import Presence
from courtly.tables.store import outbox, reads
from courtly.tables.store.rows import Device, Notification, NotificationKind
from courtly.tables.store.store import Store
from courtly.tables.turns import reminder_time

if TYPE_CHECKING:
    from sqlalchemy import Connection

log = logging.getLogger(__name__)

GATHER_SECONDS = 0.2
"""Seconds in which new notifications are collected before they are sent."""

CHECK_SECONDS = 10.0
"""The longest time between two looks at the outbox: another process may have written to it, or may have died."""

LEASE_SECONDS = 20.0
"""Seconds for which one process may send to a device; longer than any attempt."""

ATTEMPT_SECONDS = 15.0
"""The longest time of an attempt, in seconds; a sender gives up then."""

MAX_SENDING = 64
"""The largest number of devices to which one process sends at the same time."""

ABSENCE = timedelta(seconds=30)
"""Time after which the presence of a player is checked again: the connection may be dead, or the player may leave."""

SEEN = timedelta(minutes=3)
"""A player who is at the table so long after the beginning of a turn has seen it."""

RETRY = timedelta(seconds=30)
"""The time after the first failed attempt; it doubles with each further one."""

LONGEST_RETRY = timedelta(hours=6)

MAX_FAILURES = 20
"""The number of failed attempts in a row after which a device is forgotten."""

MAX_AGE = timedelta(days=2)
"""The age at which a notification that cannot be sent is deleted."""

PRUNE_SECONDS = 3600.0

CLOSE_SECONDS = 5.0
"""Seconds that a process that stops waits for attempts in progress."""

MAX_TURNS = 40
"""The largest number of turns that a message names, the latest ones, so that it stays short."""

MAX_TABLES = 1000
"""The largest number of waiting tables of one player that are looked at."""


@dataclass(frozen=True, slots=True)
class Message:
    """The content of a message to a player's device, before it is put in words.

    Attributes
    ----------
    id
        Equal if the same message is sent again.
    player
        The id of the player.
    kind
        `reminder` if every table of the message has been announced before.
    tables
        The tables that wait for the player, the longest wait first.
    turns
        The names of the turns, and of the reminders, that caused the message. If a device has seen all of them before,
        it need not alert again: a server that was killed sends a message twice, and some of its turns may be over by
        then.
    """

    id: str
    player: str
    kind: NotificationKind
    tables: Sequence[Head]
    turns: Sequence[str]


@dataclass(frozen=True, slots=True)
class Sent:
    """The push service, the mail server or the webhook has accepted a message."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The device has ended its subscription."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A message was not accepted; `after` is the time that the other server asks to wait, None without one.

    The reason is logged, so it never contains an address.
    """

    reason: str
    after: timedelta | None = None


Outcome = Sent | Gone | Failed


class Sender(Protocol):
    """Sends messages to devices of all kinds."""

    async def send(self, device: Device, message: Message) -> Outcome:
        """Send a message in the language of the device, and return the outcome; never raise."""


class Notifier:
    """Sends the notifications of a store. Several processes may do so at the same time.

    Parameters
    ----------
    store
        The store with the outbox.
    presence
        Knows who is at a table.
    sender
        Sends the messages.
    """

    def __init__(self, store: Store, presence: Presence, sender: Sender) -> None:
        self._store = store
        self._presence = presence
        self._sender = sender
        self._woken = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Send notifications until the task is cancelled; then give the attempts in progress some seconds to end."""
        stop = self._store.notices.listen(lambda *_: self._woken.set(), missed=self._woken.set)
        try:
            while True:
                await self._take_devices()
                await self._wait()
        finally:
            stop()
            sending = list(self._sending)
            if sending:
                await asyncio.wait(sending, timeout=CLOSE_SECONDS)
            for task in sending:
                task.cancel()

    async def delete_periodically(self) -> None:
        """Periodically delete the notifications that could not be sent."""
        while True:
            with suppress(StoreError):
                await self._store.write(outbox.forget_before, environment().now() - MAX_AGE)
            await environment().sleep(PRUNE_SECONDS)

    async def _wait(self) -> None:
        """Wait until the next notification is due, or a change may have added one."""
        try:
            wait = await self._store.read(outbox.milliseconds_to_next)
        except StoreError:
            wait = None
        seconds = CHECK_SECONDS if wait is None else min(CHECK_SECONDS, wait / 1000)
        if seconds > 0:
            # `wait_for` of Python 3.11 loses a cancellation that comes together with the event.
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
        await environment().sleep(GATHER_SECONDS)
        self._woken.clear()

    async def _take_devices(self) -> None:
        """Start to send to every device that has due notifications, as far as there is room."""
        room = MAX_SENDING - len(self._sending)
        with suppress(StoreError):
            if room <= 0 or await self._store.read(outbox.milliseconds_to_next) != 0:
                return
            taken = await self._store.write(outbox.take_devices, LEASE_SECONDS, room)
            # One read for all devices: as many reads would delay the moves of the players.
            due, waiting = await self._store.read(_due_and_waiting, taken)
            for device in taken:
                serving = self._serve(device, due.get(device.id, []), waiting.get(device.player, []))
                task = asyncio.create_task(serving)
                self._sending.add(task)
                task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self._woken.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a notification failed", exc_info=error)

    async def _serve(self, device: Device, due: Sequence[Notification], heads: Sequence[Head]) -> None:
        """Send one message about all due notifications of a device, and record the outcome.

        `heads` are the tables that wait for its player.
        """
        at = environment().now()
        sorted_out = sort_out(device, due, {head.table: head for head in heads}, self._presence, at)
        if not sorted_out.tell:
            return await self._settle(device, sorted_out)
        away = [head for head in heads if not self._presence.is_connected(head.table, device.player)]
        message = message_about(sorted_out.tell, device, away)
        match await self._sender.send(device, message):
            case Sent():
                await self._settle(replace(device, failures=0), sorted_out.told())
            case Gone():
                await retry_when_unavailable(lambda: self._store.write(outbox.drop_device, device.id))
            case Failed(reason, after):
                await self._failed(device, sorted_out, reason, after)
        return None

    async def _failed(self, device: Device, sorted_out: SortedOut, reason: str, after: timedelta | None) -> None:
        failures = device.failures + 1
        if failures >= MAX_FAILURES:
            log.info("a device is forgotten after %d failed notifications: %s", failures, reason)
            await retry_when_unavailable(lambda: self._store.write(outbox.drop_device, device.id))
            return
        log.debug("a notification failed: %s", reason)
        wait = max(after or timedelta(0), min(RETRY * 2 ** (failures - 1), LONGEST_RETRY))
        postponed = sorted_out.postponed(environment().now() + wait)
        await self._settle(replace(device, failures=failures), postponed, rest=wait)

    async def _settle(self, device: Device, sorted_out: SortedOut, *, rest: timedelta = timedelta(0)) -> None:
        drop, later = sorted_out.drop, sorted_out.later
        await retry_when_unavailable(
            lambda: self._store.write(outbox.settle, device, told=drop, later=later, rest=rest)
        )


def _due_and_waiting(
    connection: Connection, taken: Sequence[Device]
) -> tuple[dict[str, list[Notification]], dict[str, list[Head]]]:
    """Return the due notifications of devices, by device, and the tables that wait for their players, by player."""
    due = outbox.due_notifications(connection, [device.id for device in taken])
    return due, reads.waiting_for_each(connection, {device.player for device in taken}, limit=MAX_TABLES)


@dataclass(frozen=True, slots=True)
class SortedOut:
    """The due notifications of a device: to send now, to delete, and to look at again later."""

    tell: Sequence[Notification]
    drop: Sequence[Notification]
    later: Sequence[tuple[Notification, datetime]]

    def told(self) -> SortedOut:
        """Return the same with the sent ones to be deleted."""
        return SortedOut([], [*self.drop, *self.tell], self.later)

    def postponed(self, due: datetime) -> SortedOut:
        """Return the same with the ones that were not sent to be sent later."""
        return SortedOut([], self.drop, [*self.later, *((one, due) for one in self.tell)])


def sort_out(
    device: Device, due: Sequence[Notification], heads: dict[str, Head], presence: Presence, at: datetime
) -> SortedOut:
    """Return which due notifications of a device to send now, given the tables that wait for its player."""
    tell: list[Notification] = []
    drop: list[Notification] = []
    later: list[tuple[Notification, datetime]] = []
    awake = quiet_end(device, at)
    for one in due:
        head = heads.get(one.table)
        if head is None or head.turn_since is None or head.turn_since > one.since:
            # This turn is over.
            drop.append(one)
        elif presence.is_connected(one.table, device.player):
            if one.kind == "turn" and at - one.since < SEEN:
                later.append((one, at + ABSENCE))
            else:
                drop.append(one)
        elif (
            one.kind == "reminder" and (remind := reminder_time(head.turn_since, head.due)) is not None and remind > at
        ):
            # The player has taken days off.
            later.append((one, remind))
        elif awake is not None:
            later.append((one, awake))
        else:
            tell.append(one)
    return SortedOut(tell, drop, later)


def quiet_end(device: Device, at: datetime) -> datetime | None:
    """Return when the quiet hours of a device end, None outside of them."""
    if device.quiet is None:
        return None
    here = at.astimezone(ZoneInfo(device.subscription.zone))
    minute = here.hour * 60 + here.minute
    start, end = device.quiet
    is_quiet = start <= minute < end if start < end else minute >= start or minute < end
    if not is_quiet:
        return None
    day = here.date() + timedelta(days=1 if minute >= end else 0)
    return datetime.combine(day, time(end // 60, end % 60), here.tzinfo).astimezone(at.tzinfo)


def message_about(tell: Sequence[Notification], device: Device, heads: Sequence[Head]) -> Message:
    """Return the message about notifications of a device, given the waiting tables of its player who is away."""
    names = [_digest(f"{device.id} {one.table} {one.version} {one.kind}") for one in tell]
    kind: NotificationKind = "turn" if any(one.kind == "turn" for one in tell) else "reminder"
    return Message(
        _digest(" ".join(names))[:32], device.player, kind, heads, [name[:12] for name in names[-MAX_TURNS:]]
    )


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
