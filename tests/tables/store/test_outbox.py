"""The outbox: one notification for each device and turn, leases, and devices that come and go."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from courtly.tables.store import Store, outbox, players, schema
from courtly.tables.store.rows import Asked, Device, DeviceKind, Notification, Quiet, Subscription
from tests.tables.store.helpers import NOON, Open, entry, grown, head, query

pytestmark = pytest.mark.anyio

MOST = 3
SOON = 60.0


def device(name: str, owner: str = "ann", **changes: object) -> Device:
    """Return a device whose endpoint depends on its name."""
    subscription = Subscription(f"https://push.example/{name}", "key", "secret", "fr", "Europe/Paris")
    return replace(Device(name, owner, subscription, None, NOON), **changes)  # type: ignore[arg-type]


async def put(store: Store, *devices: Device) -> None:
    """Store devices."""
    for one in devices:
        await store.write(outbox.put_device, one, MOST)


async def asked(store: Store, *, table: str = "t", number: int = 1, owner: str = "ann", remind: bool = False) -> None:
    """Append an entry with which a turn of a player begins."""
    later = NOON + timedelta(days=36_500) if remind else None
    await store.append([entry(number)], head(table, number + 1), asked=Asked(owner, NOON, later))


async def due(store: Store) -> dict[str, list[Notification]]:
    """Return all due notifications, by device."""
    return await store.read(outbox.due_notifications, ["d1", "d2", "d3"])


async def test_a_turn_adds_one_notification_for_each_device_of_its_player(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"), device("d2"), device("d3", "bea"))
    await asked(store, remind=True)
    assert {
        name: [(one.table, one.version, one.kind) for one in found] for name, found in (await due(store)).items()
    } == {
        "d1": [("t", 2, "turn")],
        "d2": [("t", 2, "turn")],
    }


async def test_a_refused_entry_adds_no_notification(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    outcomes = await asyncio.gather(asked(store), asked(store), return_exceptions=True)
    assert sorted(one is None for one in outcomes) == [False, True]
    assert len((await due(store))["d1"]) == 1


async def test_only_one_process_takes_a_device_until_its_lease_is_over(store: Store, opened: Open) -> None:
    other = await opened()
    await grown(store)
    await put(store, device("d1"))
    await asked(store)
    taken = await asyncio.gather(*(one.write(outbox.take_devices, SOON, 9) for one in (store, other)))
    assert sorted(map(len, taken)) == [0, 1]
    assert await store.write(outbox.take_devices, SOON, 9) == []


async def test_a_device_with_an_expired_lease_is_taken_again(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    await asked(store)
    assert len(await store.write(outbox.take_devices, 0.0, 9)) == 1
    assert await store.read(outbox.milliseconds_to_next) == 0
    assert len(await store.write(outbox.take_devices, SOON, 9)) == 1


async def test_settled_notifications_are_deleted_or_wait_until_later(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    await asked(store, number=1)
    await asked(store, number=2)
    [taken] = await store.write(outbox.take_devices, SOON, 9)
    first, second = (await due(store))["d1"]
    far = NOON + timedelta(days=36_500)
    await store.write(outbox.settle, replace(taken, failures=2), told=[first], later=[(second, far)])
    assert (await due(store))["d1"] == [replace(second, due=far)]
    assert (await store.read(outbox.milliseconds_to_next) or 0) > 0
    assert [one.failures for one in await store.read(outbox.devices_of, "ann")] == [2]


async def test_turns_that_were_put_off_come_with_the_next_one_and_reminders_do_not(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    await asked(store, number=1, remind=True)
    [taken] = await store.write(outbox.take_devices, SOON, 9)
    [first] = (await due(store))["d1"]
    await store.write(outbox.settle, taken, later=[(first, NOON + timedelta(days=36_500))])
    assert await store.write(outbox.take_devices, SOON, 9) == []
    await asked(store, number=2)
    assert [(one.version, one.kind) for one in (await due(store))["d1"]] == [(2, "turn"), (3, "turn")]


async def test_a_turn_deletes_the_reminder_of_the_one_before(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"), device("d2", "bea"))
    await asked(store, number=1, remind=True)
    await asked(store, owner="bea", number=2, remind=True)
    rows = await store.read(lambda connection: connection.execute(schema.notifications.select()).all())
    assert [(row.version, row.device) for row in rows if row.kind == "reminder"] == [(3, "d2")]


async def test_no_process_sends_to_a_device_that_rests_after_a_failure(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    await asked(store, number=1)
    [taken] = await store.write(outbox.take_devices, SOON, 9)
    [first] = (await due(store))["d1"]
    far = NOON + timedelta(days=36_500)
    await store.write(outbox.settle, taken, later=[(first, far)], rest=timedelta(days=1))
    await asked(store, number=2)
    assert await store.write(outbox.take_devices, SOON, 9) == []


async def test_a_known_endpoint_keeps_its_id_and_its_notifications(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    await store.write(outbox.set_quiet, "ann", Quiet(1320, 480))
    await asked(store)
    again = replace(device("new"), subscription=replace(device("d1").subscription, lang="en"))
    stored = await store.write(outbox.put_device, again, MOST)
    assert (stored.id, stored.subscription.lang, stored.quiet) == ("d1", "en", Quiet(1320, 480)) if stored else False
    assert await store.read(outbox.devices_of, "ann") == [stored]
    assert len(await due(store)) == 1


async def test_an_endpoint_belongs_to_the_last_player_who_stored_it(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    await asked(store)
    await put(store, replace(device("d2", "bea"), subscription=device("d1").subscription))
    assert await store.read(outbox.devices_of, "ann") == []
    assert [one.id for one in await store.read(outbox.devices_of, "bea")] == ["d2"]
    assert await due(store) == {}


@pytest.mark.parametrize("kind", ["mail", "webhook"])
async def test_several_players_may_use_one_mailbox_or_one_webhook(store: Store, kind: DeviceKind) -> None:
    shared = replace(device("d1").subscription, kind=kind)
    await put(store, device("d1", subscription=shared), device("d2", "bea", subscription=shared))
    for owner, name in (("ann", "d1"), ("bea", "d2")):
        assert [one.id for one in await store.read(outbox.devices_of, owner)] == [name]


async def test_only_a_mailbox_is_deleted_by_its_id_alone(store: Store) -> None:
    mail = replace(device("d2").subscription, kind="mail")
    await put(store, device("d1"), device("d2", subscription=mail))
    for name in ("d1", "d2", "unknown"):
        await store.write(outbox.end_mail, name)
    assert [one.id for one in await store.read(outbox.devices_of, "ann")] == ["d1"]


async def test_a_player_has_a_limited_number_of_devices(store: Store) -> None:
    await put(store, *(device(f"d{n}") for n in range(MOST + 2)), device("bea", "bea"))
    assert len(await store.read(outbox.devices_of, "ann")) == MOST
    assert len(await store.read(outbox.devices_of, "bea")) == 1


async def test_a_deleted_player_has_no_devices(store: Store, url: str) -> None:
    await grown(store)
    await put(store, device("d1"), device("d3", "bea"))
    await asked(store)
    await store.write(players.leave, "ann")
    assert query(url, "SELECT player FROM devices") == [("bea",)]
    assert query(url, "SELECT * FROM notifications") == []


async def test_old_notifications_are_deleted(store: Store) -> None:
    await grown(store)
    await put(store, device("d1"))
    await asked(store)
    await store.write(outbox.forget_before, NOON)
    assert len(await due(store)) == 1
    await store.write(outbox.forget_before, NOON + timedelta(seconds=1))
    assert await due(store) == {}
