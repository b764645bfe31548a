"""Benchmarks of notifications: how late a message is handed to the push service, and what that costs the players.

Programs at many tables make 100 moves per second together. Each has a device and no live connection, so every move ends
with a message, encrypted and signed. The peer is the same play without devices. Sockets are not included.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec

from benchmarks.measure import Benchmark, Effort, Measurement, measure_alternately
from benchmarks.tables import opened
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import Lobby, LobbyOptions, Player, build_lobby, open_store
from courtly.tables.notifications import Message, Outcome
from courtly.tables.store import outbox
from courtly.tables.store.rows import Device, Subscription
from courtly.web.outside import Outside, Reply
from courtly.web.push import CURVE, PushKey, WebPush, point_of, to_base64

_TABLES = 200
_MOVES = 5
_RATE = 100.0
"""Moves per second at all tables together."""


class Times(NamedTuple):
    """Milliseconds from each move to its acknowledgement, and to the message about it."""

    acknowledged: list[float]
    sent: list[float]


class _Accepting(Outside):
    """A push service that accepts every message, without a socket."""

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Accept a message."""
        return Reply(201, {})


class _Timed(WebPush):
    """Records when each message is handed over, by player and table."""

    def __init__(self) -> None:
        super().__init__(PushKey(secrets.token_urlsafe(), "https://courtly.invalid"), _Accepting())
        self.begun: dict[tuple[str, str], float] = {}
        self.times: list[float] = []

    async def send(self, device: Device, message: Message) -> Outcome:
        """Encrypt a message, hand it over, and record the time since the move."""
        outcome = await super().send(device, message)
        for head in message.tables:
            if (begun := self.begun.pop((device.player, head.table), None)) is not None:
                self.times.append(1000 * (perf_counter() - begun))
        return outcome


async def _subscribe(lobby: Lobby, player: Player) -> None:
    keys = to_base64(point_of(ec.generate_private_key(CURVE).public_key())), to_base64(b"a" * 16)
    subscription = Subscription(f"https://push.invalid/{player.id}", *keys, "en", "UTC")
    device = Device(player.id, player.id, subscription, None, datetime.now(UTC))
    await lobby.store.write(outbox.put_device, device, 1)


async def _move(lobby: Lobby, sender: _Timed, table: str, players: list[Player], due: float) -> float:
    """Make one move when it is due, and return the milliseconds until its acknowledgement."""
    await asyncio.sleep(max(0.0, due - perf_counter()))
    seen = await lobby.views.document(players[0], table)
    assert seen.to_move is not None
    mover = players[seen.to_move]
    legal = (await lobby.views.document(mover, table)).legal
    place: dict[str, Any] = {"match": seen.match, "turn": seen.turn}
    asked = perf_counter()
    for player in players:
        sender.begun[player.id, table] = asked
    await lobby.play.act(mover, table, {"command": f"m{seen.turn}", "act": "move", **place, "moves": legal[:1]})
    return 1000 * (perf_counter() - asked)


async def _played(tables: int, *, has_devices: bool) -> Times:
    sender = _Timed()
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder, Runtime(Settings()) as runtime:
        async with await open_store(Path(folder) / "tables.sqlite3") as store:
            options = LobbyOptions(secret=secrets.token_urlsafe(), pace=0.0, sender=sender)
            lobby = build_lobby(store, runtime, options)
            lobby.start()
            found = await asyncio.gather(*(opened(lobby, "courtisans", number) for number in range(tables)))
            if has_devices:
                await asyncio.gather(*(_subscribe(lobby, player) for _, players in found for player in players))
            begun, acknowledged = perf_counter(), []
            for turn in range(_MOVES):
                due = [begun + (turn * tables + number) / _RATE for number in range(tables)]
                moves = (_move(lobby, sender, *one, at) for one, at in zip(found, due, strict=True))
                acknowledged += await asyncio.gather(*moves)
            while has_devices and await store.read(outbox.milliseconds_to_next) is not None:
                await environment().sleep(0.05)
            await lobby.close()
    return Times(acknowledged, sender.times)


def _times(effort: Effort, *, has_devices: bool) -> Times:
    return asyncio.run(_played(effort.of(_TABLES), has_devices=has_devices))


def _delay(effort: Effort) -> Measurement:
    return measure_alternately(effort, lambda: _late(_times(effort, has_devices=True).sent))


def _late(times: list[float]) -> float:
    """Return the 99th percentile."""
    return sorted(times)[-1 - len(times) // 100]


def _cost(effort: Effort) -> Measurement:
    def typical(*, has_devices: bool) -> float:
        return median(_times(effort, has_devices=has_devices).acknowledged)

    return measure_alternately(effort, partial(typical, has_devices=True), partial(typical, has_devices=False))


def figures() -> list[Benchmark]:
    """Return the figures of notifications."""
    return [
        Benchmark(name="courtisans.notifications.p99", unit="ms", measure=_delay, bar=2000.0),
        Benchmark(
            name="courtisans.notifications.moves", unit="ms", measure=_cost, peer="the same moves without devices"
        ),
    ]
