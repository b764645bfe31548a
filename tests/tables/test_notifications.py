"""Notifications of turns: who gets one, when, and what happens if it cannot be sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.environment import environment
from courtly.tables.devices import MAX_DEVICES
from courtly.tables.journal import Player
from courtly.tables.notifications import Failed, Gone, Message, Outcome, Sent, message_about, quiet_end, sort_out
from courtly.tables.refusals import BadDevice, NotAllowed, TooMany
from courtly.tables.store import reads, schema
from courtly.tables.store.rows import Device, Notification, Quiet, Subscription
from courtly.tables.turns import reminder_time
from tests.tables.helpers import ME, OPEN, PATIENCE, House, house
from tests.tables.store.helpers import NOON, head

pytestmark = pytest.mark.anyio

DAYS = {"kind": "days", "days": 3}


@dataclass
class Box:
    """A sender that keeps the messages, by endpoint, and gives fixed answers."""

    outcome: Outcome = field(default_factory=Sent)
    key: str = "key"
    got: list[tuple[str, Message]] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def check(self, subscription: Subscription) -> None:
        """Accept every subscription."""

    async def send(self, device: Device, message: Message) -> Outcome:
        """Keep a message."""
        self.got.append((device.subscription.endpoint, message))
        self.arrived.set()
        return self.outcome

    async def until(self, count: int) -> list[tuple[str, Message]]:
        """Return the messages once there are `count` of them."""
        while len(self.got) < count:
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), PATIENCE)
        return self.got


def subscription(name: str, zone: str = "Europe/Paris") -> Subscription:
    """Return the subscription of a device."""
    return Subscription(f"https://push.example/{name}", "key", "secret", "en", zone)


async def settled(here: House, holds: Callable[[Sequence[Any]], bool] | None = None) -> None:
    """Wait until a condition holds for all rows of the outbox; by default, until only reminders are left."""
    holds = holds or (lambda rows: all(row.kind == "reminder" for row in rows))
    async with asyncio.timeout(PATIENCE):
        while not holds(await here.lobby.store.read(all_rows)):
            # The notifier of the house looks at the outbox in the meantime.
            await environment().sleep(0.01)


def all_rows(connection: Any) -> Sequence[Any]:
    """Return all rows of the outbox."""
    return list(connection.execute(schema.notifications.select()))


@asynccontextmanager
async def begun(place: Path, box: Box) -> AsyncIterator[tuple[House, str, Player, Player]]:
    """Yield a table with days for each move, the player to move, and the other one; both have a device."""
    async with house(place, sender=box) as here:
        players = {name: await here.player(name) for name in ("ann", "bea")}
        assert here.lobby.devices is not None
        for name, player in players.items():
            await here.lobby.devices.add(player, subscription(name))
        table = await begin(here, *players.values())
        await settled(here)
        box.got.clear()
        first = (await here.see(players["ann"], table))["to_move"]
        mover, other = (players["ann"], players["bea"])[:: 1 if first == 0 else -1]
        yield here, table, mover, other


async def begin(here: House, host: Player, guest: Player) -> str:
    """Begin a match with days for each move."""
    table = await here.open(host, ME, OPEN, clock=DAYS)
    code = (await here.see(host, table))["join"]
    await here.do(guest, table, "sit", code=code)
    for player in (host, guest):
        await here.do(player, table, "ready", word="rose")
    return table


async def turn(here: House, player: Player, table: str) -> None:
    """Make moves until another player is to move."""
    now = await here.see(player, table)
    while now["to_move"] == now["you"]:
        await here.move(player, table)
        now = await here.see(player, table)


async def test_a_player_who_is_away_gets_one_message_for_a_turn(tmp_path: Path) -> None:
    box = Box()
    async with begun(tmp_path, box) as (here, table, mover, other):
        await turn(here, mover, table)
        [(endpoint, message)] = await box.until(1)
        await settled(here)
    assert endpoint == f"https://push.example/{other.name}"
    assert (message.player, message.kind, [head.table for head in message.tables]) == (other.id, "turn", [table])
    assert len(box.got) == 1


async def test_a_player_at_the_table_gets_no_message(tmp_path: Path) -> None:
    box = Box()
    async with (
        begun(tmp_path, box) as (here, table, mover, other),
        here.lobby.subscriptions.subscribe(other, table),
    ):
        await turn(here, mover, table)
        # The notification is looked at, and waits for the time at which a dead connection is noticed.
        await settled(here, lambda rows: any(row.kind == "turn" and row.due > row.since for row in rows))
    assert box.got == []


async def test_a_device_that_ended_its_subscription_is_forgotten(tmp_path: Path) -> None:
    box = Box()
    async with begun(tmp_path, box) as (here, table, mover, other):
        box.outcome = Gone()
        await turn(here, mover, table)
        await box.until(1)
        await settled(here)
        assert here.lobby.devices is not None
        assert await here.lobby.devices.of(other) == []


async def test_a_message_that_failed_waits_for_another_attempt(tmp_path: Path) -> None:
    box = Box()
    async with begun(tmp_path, box) as (here, table, mover, other):
        box.outcome = Failed("status 503", timedelta(hours=1))
        await turn(here, mover, table)
        await box.until(1)
        hour = 3_590_000
        await settled(here, lambda rows: any(row.kind == "turn" and row.due - row.since > hour for row in rows))
        assert here.lobby.devices is not None
        assert [device.failures for device in await here.lobby.devices.of(other)] == [1]


async def test_one_message_names_all_tables_that_wait(tmp_path: Path) -> None:
    box = Box()
    async with begun(tmp_path, box) as (here, table, mover, other):
        tables = [table, *[await begin(here, mover, other) for _ in range(2)]]
        for one in tables:
            await turn(here, mover, one)
        waiting = {head.table for head in await here.lobby.store.read(reads.waiting_for, other.id)}
        await settled(here)
    *_, last = [message for _, message in box.got if message.player == other.id]
    assert {head.table for head in last.tables} == waiting
    assert len(waiting) > 1


async def test_a_server_that_starts_again_sends_what_was_left(tmp_path: Path) -> None:
    async with begun(tmp_path, Box()) as (here, table, mover, other):
        await here.lobby.background.close()
        await turn(here, mover, table)
    box = Box()
    async with house(tmp_path, sender=box):
        [(endpoint, _)] = await box.until(1)
    assert endpoint == f"https://push.example/{other.name}"


async def test_a_server_stops_when_an_entry_arrives_at_the_same_moment(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE), house(tmp_path, sender=Box()) as here:
        # Now the notifier waits for the next entry.
        await environment().sleep(0.3)
        here.lobby.store.notices.appended("t", 1)


async def test_a_server_without_notifications_has_no_devices(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        assert (here.lobby.devices, here.lobby.notifier) == (None, None)


async def test_devices_are_checked(tmp_path: Path) -> None:
    async with house(tmp_path, sender=Box()) as here:
        ann, program = await here.player("ann"), await here.player("bot", is_program=True)
        devices = here.lobby.devices
        assert devices is not None
        for bad in ("Paris", "../../etc/passwd", "", "Europe"):
            with pytest.raises(BadDevice, match="time zone"):
                await devices.add(ann, subscription("a", bad))
        with pytest.raises(NotAllowed):
            await devices.add(program, subscription("a"))
        for number in range(MAX_DEVICES):
            await devices.add(ann, subscription(str(number)))
        with pytest.raises(TooMany):
            await devices.add(ann, subscription("more"))
        for quiet in (Quiet(60, 60), Quiet(-1, 60), Quiet(0, 1440)):
            with pytest.raises(BadDevice):
                await devices.set_quiet(ann, quiet)


@dataclass
class Everyone:
    """A presence of all players, or of none."""

    is_here: bool

    def is_connected(self, table: str, player: str) -> bool:
        """Return the answer for all players."""
        return self.is_here


NOBODY: Any = Everyone(is_here=False)


def device(quiet: Quiet | None, zone: str = "UTC") -> Device:
    """Return a device with quiet hours."""
    return Device("d", "ann", subscription("d", zone), quiet, NOON)


MINUTES = st.integers(0, 24 * 60 - 1)
QUIET = st.tuples(MINUTES, MINUTES).filter(lambda pair: pair[0] != pair[1]).map(lambda pair: Quiet(*pair))
TIMES = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - Hypothesis adds the zone


@given(QUIET, TIMES, st.sampled_from(["UTC", "Europe/Paris", "Asia/Kathmandu", "America/St_Johns"]))
def test_quiet_hours_end_within_a_day_at_the_chosen_minute(quiet: Quiet, at: datetime, zone: str) -> None:
    ends = quiet_end(device(quiet, zone), at)
    here = at.astimezone(ZoneInfo(zone))
    minute = here.hour * 60 + here.minute
    inside = (minute - quiet.start) % 1440 < (quiet.end - quiet.start) % 1440
    assert (ends is not None) == inside
    if ends is not None:
        local = ends.astimezone(ZoneInfo(zone))
        # When clocks change, the chosen minute may not exist, or the day may be an hour longer.
        assert timedelta(0) < ends - at <= timedelta(hours=25)
        assert local.minute == quiet.end % 60


def test_quiet_hours_delay_a_message_and_a_turn_that_is_over_needs_none() -> None:
    now = datetime(2026, 5, 4, 12, tzinfo=UTC)
    waiting = {"t": replace(head(), turn_since=NOON)}
    one = Notification("t", 2, "d", "turn", NOON, NOON)
    sorted_out = sort_out(device(Quiet(0, 1439)), [one], waiting, NOBODY, now)
    assert sorted_out.later == [(one, datetime(2026, 5, 4, 23, 59, tzinfo=UTC))]
    assert sort_out(device(None), [one], waiting, NOBODY, now).tell == [one]
    assert sort_out(device(None), [one], {}, NOBODY, now).drop == [one]


def test_a_repeated_message_names_no_new_turn_if_some_are_over() -> None:
    one, other = (Notification(table, 2, "d", "turn", NOON, NOON) for table in "tu")
    first, again, later = (
        message_about(tell, device(None), []) for tell in ([one, other], [other], [other, replace(other, version=4)])
    )
    assert set(again.turns) < set(first.turns)
    assert not set(later.turns) <= set(first.turns)


@given(st.timedeltas(timedelta(seconds=1), timedelta(days=400)))
def test_a_reminder_comes_when_a_quarter_is_left_or_half_a_day(whole: timedelta) -> None:
    remind = reminder_time(NOON, NOON + whole)
    if whole < timedelta(days=1):
        assert remind is None
    else:
        assert remind == NOON + whole - min(whole / 4, timedelta(hours=12))
    assert reminder_time(NOON, None) is None


@pytest.mark.parametrize(("minutes", "is_later"), [(0, True), (2, True), (4, False)])
def test_a_player_who_stays_at_the_table_for_minutes_has_seen_the_turn(minutes: int, *, is_later: bool) -> None:
    now = NOON + timedelta(minutes=minutes)
    one = Notification("t", 2, "d", "turn", NOON, NOON)
    everyone: Any = Everyone(is_here=True)
    sorted_out = sort_out(device(None), [one], {"t": replace(head(), turn_since=NOON)}, everyone, now)
    assert (bool(sorted_out.later), bool(sorted_out.drop)) == (is_later, not is_later)


def test_days_off_delay_a_reminder() -> None:
    now = environment().now()
    since = now - timedelta(days=3)
    one = Notification("t", 2, "d", "reminder", since, now)
    for due, is_sent in ((now + timedelta(hours=6), True), (now + timedelta(days=6), False)):
        waiting = {"t": replace(head(), turn_since=since, due=due)}
        sorted_out = sort_out(device(None), [one], waiting, NOBODY, now)
        assert bool(sorted_out.tell) is is_sent
        assert bool(sorted_out.later) is not is_sent
