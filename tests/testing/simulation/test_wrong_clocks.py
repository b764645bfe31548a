"""A server with wrong clocks or stand-ins is found by the audit of a run."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from courtly.tables import clocks
from courtly.tables.services import TableServices
from courtly.testing.simulation.run import run
from courtly.testing.simulation.script import Fault, Script, TableScript
from courtly.web.app import create_app

CLOCK: dict[str, int | str] = {"kind": "bank", "seconds": 30, "increment": 5}
TABLE = TableScript("monarch", {"players": 2, "max_rounds": 2}, 2, 0, "fast", CLOCK, 0.0)
# Three tables, because a match may not have begun, or be over, when its players fall asleep.
SCRIPT = Script(3, 0.05, [TABLE] * 3, [Fault(45.0, "sleep", 400.0, table=table) for table in range(3)])


def problems() -> str:
    return "\n".join(run(SCRIPT, create_app).problems)


def test_a_right_server_has_no_problem() -> None:
    assert problems() == ""


def test_a_server_that_takes_a_second_from_each_turn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    start = clocks.Clocks.start

    def shorter(self: clocks.Clocks, seat: int, at: datetime) -> clocks.Clocks:
        started = start(self, seat, at)
        kept = [left - timedelta(seconds=number == seat) for number, left in enumerate(started.kept)]
        return clocks.Clocks(started.terms, tuple(kept), started.running, started.since)

    monkeypatch.setattr(clocks.Clocks, "start", shorter)
    assert "should be Moment" in problems()


def test_a_server_whose_stand_ins_come_late_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ran_out = TableServices._ran_out

    def late(self: TableServices, actor: Any) -> None:
        asyncio.get_running_loop().call_later(3, ran_out, self, actor)

    monkeypatch.setattr(TableServices, "_ran_out", late)
    assert "ran out 3000 ms before mind" in problems()


def test_a_server_that_replaces_players_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    went = TableServices.went

    def early(self: TableServices, actor: Any) -> None:
        if minder := actor.state.opened.get("minder"):
            actor.state.opened = {**actor.state.opened, "minder": {**minder, "after": 5}}
        went(self, actor)

    monkeypatch.setattr(TableServices, "went", early)
    monkeypatch.setattr("courtly.tables.presence.VISIT_SECONDS", 1.0)
    assert "ms before the stand-in of entry" in problems()
