"""The devices of players, and the outbox: the notifications that devices are still to get.

A process that sends to a device takes a lease on it, so each notification is sent by one process at a time. If the
process ends before it has recorded its success, another sends the same notifications again once the lease is over. The
message then names the same turns, or the part of them that is not over, and the device alerts once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from courtly.tables.store.databases import now, rows_of
from courtly.tables.store.rows import (
    Asked,
    Device,
    Notification,
    Quiet,
    Row,
    device_of,
    device_row,
    grouped,
    notification_of,
    to_milliseconds,
)
from courtly.tables.store.schema import devices, notifications

if TYPE_CHECKING:
    from sqlalchemy import Connection

LONGEST_LEASE = 600_000
"""The longest lease in milliseconds. A later end was written before the system clock was set back."""


def put_device(connection: Connection, device: Device, most: int) -> Device | None:
    """Store a device and return it; return None if the player has `most` other devices.

    A known endpoint of the player keeps its id and its notifications. A new device has the quiet hours of the others.
    """
    own, endpoint = devices_of(connection, device.player), device.subscription.endpoint
    known = next((each for each in own if each.subscription.endpoint == endpoint), None)
    if known is not None:
        kept = replace(device, id=known.id, created=known.created, quiet=_quiet(own))
        connection.execute(sa.update(devices).where(devices.c.id == kept.id).values(device_row(kept)))
        return kept
    if len(own) >= most:
        return None
    if device.subscription.kind == "push":
        # The browser belongs to this player now. A mailbox or a webhook may serve several players.
        for former in connection.scalars(sa.select(devices.c.id).where(devices.c.endpoint == endpoint)).all():
            drop_device(connection, former)
    added = replace(device, quiet=_quiet(own))
    connection.execute(sa.insert(devices).values(device_row(added)))
    return added


def _quiet(own: Sequence[Device]) -> Quiet | None:
    return own[0].quiet if own else None


def devices_of(connection: Connection, player: str) -> list[Device]:
    """Return the devices of a player, oldest first."""
    query = sa.select(devices).where(devices.c.player == player).order_by(devices.c.created, devices.c.id)
    return [device_of(row) for row in rows_of(connection, query)]


def remove_device(connection: Connection, player: str, *, id: str = "", endpoint: str = "") -> bool:  # noqa: A002
    """Delete a device of a player by its id or its endpoint, with its notifications; return whether it existed."""
    wanted = devices.c.player == player, sa.or_(devices.c.id == id, devices.c.endpoint == endpoint)
    found = connection.scalars(sa.select(devices.c.id).where(*wanted)).all()
    for one in found:
        drop_device(connection, one)
    return bool(found)


def drop_device(connection: Connection, device: str) -> None:
    """Delete a device and its notifications."""
    connection.execute(sa.delete(notifications).where(notifications.c.device == device))
    connection.execute(sa.delete(devices).where(devices.c.id == device))


def end_mail(connection: Connection, device: str) -> None:
    """Delete a mailbox by its id, with its notifications; do nothing for an unknown one or another kind of device."""
    if connection.scalar(sa.select(devices.c.id).where(devices.c.id == device, devices.c.kind == "mail")):
        drop_device(connection, device)


def leave(connection: Connection, player: str) -> None:
    """Delete all devices of a player."""
    for one in devices_of(connection, player):
        drop_device(connection, one.id)


def set_quiet(connection: Connection, player: str, quiet: Quiet | None) -> None:
    """Set the quiet hours of all devices of a player."""
    start, end = quiet or (None, None)
    change = sa.update(devices).where(devices.c.player == player)
    connection.execute(change.values(quiet_from=start, quiet_until=end))


def asked_rows(table: str, version: int, asked: Asked) -> list[dict[str, Any]]:
    """Return the values of `add_notifications` for a turn that begins."""
    since = to_milliseconds(asked.since)
    row = {"at_table": table, "at_version": version, "of_player": asked.player, "began": since}
    told = [{**row, "of_kind": "turn", "tell": since}]
    remind = [] if asked.remind is None else [{**row, "of_kind": "reminder", "tell": to_milliseconds(asked.remind)}]
    return [*told, *remind]


def add_notifications(connection: Connection, rows: Sequence[Row]) -> None:
    """Add the notifications of turns for every device of the players to move; delete the reminders of past turns."""
    if rows:
        if tables := {row["at_table"] for row in rows if row["of_kind"] == "reminder"}:
            past = notifications.c.table_id.in_(tables), notifications.c.kind == "reminder"
            connection.execute(sa.delete(notifications).where(*past))
        connection.execute(_ADD, rows)


_ADD = sa.insert(notifications).from_select(
    ["table_id", "version", "device", "kind", "since", "due"],
    sa.select(
        sa.bindparam("at_table", type_=sa.String),
        sa.bindparam("at_version", type_=sa.Integer),
        devices.c.id,
        sa.bindparam("of_kind", type_=sa.String),
        sa.bindparam("began", type_=sa.BigInteger),
        sa.bindparam("tell", type_=sa.BigInteger),
    ).where(devices.c.player == sa.bindparam("of_player")),
)


def milliseconds_to_next(connection: Connection) -> int | None:
    """Return the milliseconds until a notification can be sent, 0 if one can be now; None without notifications."""
    of = notifications.join(devices, devices.c.id == notifications.c.device)
    at = sa.case((notifications.c.due > devices.c.until, notifications.c.due), else_=devices.c.until)
    soonest = connection.scalar(sa.select(sa.func.min(at)).select_from(of))
    if soonest is None:
        return None
    present = connection.scalar(sa.select(now(connection)))
    return max(0, int(soonest) - int(present or 0))


def take_devices(connection: Connection, seconds: float, most: int) -> list[Device]:
    """Take leases on at most `most` devices that have due notifications and no lease, and return the devices."""
    present = now(connection)
    waiting = (
        sa.select(notifications.c.device)
        .join(devices, devices.c.id == notifications.c.device)
        .where(notifications.c.due <= present, _is_free(present))
        .group_by(notifications.c.device)
        .order_by(sa.func.min(notifications.c.due))
        .limit(most)
    )
    # Another process may have taken a device in the meantime, so the condition is checked again.
    take = sa.update(devices).where(devices.c.id.in_(waiting.scalar_subquery()), _is_free(present))
    taken = connection.execute(take.values(until=present + int(seconds * 1000)).returning(devices))
    return [device_of(dict(row)) for row in taken.mappings()]


def _is_free(present: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    return sa.or_(devices.c.until <= present, devices.c.until > present + LONGEST_LEASE)


def due_notifications(connection: Connection, ids: Collection[str]) -> dict[str, list[Notification]]:
    """Return the due notifications of devices, by device, the longest wait first, and with them all turns.

    A message names all tables that wait, so a turn that was put off is announced with the others, and not once more.
    """
    is_due = sa.or_(notifications.c.due <= now(connection), notifications.c.kind == "turn")
    query = (
        sa.select(notifications)
        .where(notifications.c.device.in_(ids), is_due)
        .order_by(notifications.c.since, notifications.c.table_id, notifications.c.version)
    )
    found = grouped(rows_of(connection, query), "device")
    return {device: [notification_of(row) for row in rows] for device, rows in found.items()}


def settle(
    connection: Connection,
    device: Device,
    *,
    told: Sequence[Notification] = (),
    later: Sequence[tuple[Notification, datetime]] = (),
    rest: timedelta = timedelta(0),
) -> None:
    """Delete notifications that need no further attempt, set the time of others, and end the lease.

    The number of failures becomes that of `device`. During `rest`, but at most `LONGEST_LEASE`, no process sends to the
    device: each new turn would be another failure.
    """
    for one in told:
        connection.execute(sa.delete(notifications).where(*_is(one)))
    for one, due in later:
        connection.execute(sa.update(notifications).where(*_is(one)).values(due=to_milliseconds(due)))
    here = devices.c.id == device.id
    until = now(connection) + min(rest // timedelta(milliseconds=1), LONGEST_LEASE) if rest else 0
    connection.execute(sa.update(devices).where(here).values(failures=device.failures, until=until))


def _is(one: Notification) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        notifications.c.table_id == one.table,
        notifications.c.version == one.version,
        notifications.c.device == one.device,
        notifications.c.kind == one.kind,
    )


def forget_before(connection: Connection, moment: datetime) -> None:
    """Delete the notifications that were due before a time."""
    connection.execute(sa.delete(notifications).where(notifications.c.due < to_milliseconds(moment)))
