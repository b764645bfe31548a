"""People who play by correspondence: their phones tell of each turn once, and lost and repeated alerts are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from math import inf
from typing import Any

import pytest

from courtly.tables import notifications
from courtly.tables.notifications import Message, Sent
from courtly.tables.presence import Presence
from courtly.testing.simulation.alerts import PROMPT, Alert, Ask, alert_problems, asks
from courtly.testing.simulation.devices import PushService
from courtly.testing.simulation.environment import EPOCH
from courtly.testing.simulation.run import run
from courtly.testing.simulation.script import DAYS, Fault, Script, TableScript
from courtly.web.app import create_app

HOUR = 3600.0


def script(*faults: Fault, hours: float = 0.1, correspond: int = 2) -> Script:
    """Return a script with two processes and people who play several matches by correspondence."""
    table = TableScript("courtisans", {"players": 2}, 2, 0, "fast", DAYS, begins=1.0, pause=1.0, correspond=correspond)
    return Script(3, hours, [table], list(faults), processes=2)


def problems(one: Script) -> list[str]:
    return run(one, create_app).problems


def test_people_who_play_by_correspondence_finish_their_matches() -> None:
    report = run(script(), create_app)
    assert report.problems == []
    assert report.acts > 50


@pytest.mark.parametrize("kind", ["kill-before-commit", "kill-after-commit", "storm", "lost"])
def test_no_fault_loses_or_repeats_a_notification(kind: str) -> None:
    times = (30.0, 60.0, 90.0, 120.0, 150.0)
    assert problems(script(*(Fault(at, kind, seconds=10.0, process=round(at / 30)) for at in times))) == []


def test_late_notifications_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Presence, "is_connected", lambda *_: True)
    monkeypatch.setattr(notifications, "SEEN", 2 * notifications.ABSENCE)
    assert any("do not end" in one or "no notification" in one for one in problems(script()))


def test_repeated_notifications_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    send = PushService.send

    async def sending(self: PushService, device: Any, message: Message) -> Any:
        await send(self, device, message)
        await send(self, device, replace(message, turns=[f"{turn} again" for turn in message.turns]))
        return Sent()

    monkeypatch.setattr(PushService, "send", sending)
    assert any("tells of no new turn" in one for one in problems(script()))


def test_a_turn_without_a_notification_stops_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.tables.actor.asked_by", lambda *_: None)
    assert any("tables do not end" in one for one in problems(script(hours=0.02)))


TURN = Ask("t", 1000.0, 5000.0, inf)
SLOW = Ask("t", 0.0, 60 * HOUR, 36 * HOUR)


def alert(sent: float, *tables: str, is_reminder: bool = False, new: int = 1) -> Alert:
    return Alert(sent, is_reminder, frozenset(tables or ("t",)), new)


@pytest.mark.parametrize(
    ("turn", "alerts"),
    [
        (TURN, [alert(1001.0)]),
        (TURN, [alert(1001.0, "t", "u")]),
        (SLOW, [alert(1.0), alert(37 * HOUR, is_reminder=True)]),
        (TURN._replace(until=1010.0), []),
    ],
)
def test_the_right_notifications_pass(turn: Ask, alerts: list[Alert]) -> None:
    assert list(alert_problems([turn], alerts, {}, lambda *_: True)) == []


@pytest.mark.parametrize(
    ("turn", "alerts", "problem"),
    [
        (TURN, [], "no notification tells that it is the player's turn at t since 1000.000"),
        (TURN, [alert(1000.0 + 2 * PROMPT)], "no notification"),
        (TURN, [alert(1001.0, "u")], "no notification"),
        (TURN, [alert(1001.0), alert(1002.0)], "the notification of 1002.000 tells of no new turn: ['t']"),
        (TURN, [alert(1001.0), alert(6000.0)], "tells of no new turn"),
        (SLOW, [alert(1.0), alert(2.0, is_reminder=True)], "tells of no new turn"),
    ],
)
def test_missing_late_and_repeated_notifications_are_found(turn: Ask, alerts: list[Alert], problem: str) -> None:
    assert problem in "\n".join(alert_problems([turn], alerts, {}, lambda *_: True))


@pytest.mark.parametrize(
    ("connected", "is_calm"), [({"t": [(0.0, 990.0)]}, lambda *_: True), ({"t": [(0.0, 100.0)]}, lambda *_: False)]
)
def test_a_player_at_the_table_or_a_fault_excuses_a_missing_notification(
    connected: dict[str, list[tuple[float, float]]], is_calm: Callable[[float, float], bool]
) -> None:
    assert list(alert_problems([TURN], [], connected, is_calm)) == []


def test_each_move_that_leaves_a_seat_to_move_asks_its_player() -> None:
    clock = {"kind": "days", "days": 2}
    rows = [(0, "open", None), (1, "start", None), (5, "move", 0), (9, "move", 1), (12, "mind", 0), (20, "move", 0)]
    args: dict[str, Any] = {"open": {"clock": clock}, "start": {"seats": [{"kind": "person"}] * 2}}
    entries = [
        {"n": n, "at": iso(at), "act": act, "seat": seat, "event": {"args": args.get(act, {})}}
        for n, (at, act, seat) in enumerate(rows)
    ]
    found = list(asks("t", entries, 0))
    assert [(ask.since, ask.until) for ask in found] == [(1.0, 5.0), (9.0, 12.0)]
    assert found[0].remind == 1.0 + 36 * HOUR


@pytest.mark.parametrize(("day", "remind"), [(0.5, 60.0), (1.4, 60.0), (1.6, 36.0)])
def test_days_off_move_a_reminder_that_was_not_sent_yet(day: float, remind: float) -> None:
    args: dict[str, Any] = {
        "open": {"clock": {"kind": "days", "days": 2}},
        "start": {"seats": [{"kind": "person"}, {"kind": "person"}]},
        "time_off": {"days": 1},
    }
    rows = [(0, "open", None), (1, "start", None), (86_400 * day, "time_off", 0), (300_000, "move", 0)]
    entries = [
        {"n": n, "at": iso(at), "act": act, "seat": seat, "event": {"args": args.get(act, {})}}
        for n, (at, act, seat) in enumerate(rows)
    ]
    (ask,) = asks("t", entries, 0)
    assert ask.remind == 1.0 + HOUR * remind


def iso(seconds: float) -> str:
    """Return a virtual time as the API tells it."""
    return datetime.fromtimestamp(EPOCH + seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
