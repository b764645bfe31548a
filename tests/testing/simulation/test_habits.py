"""People of a simulated world also look, talk, draft and ask for hints, and a spectator watches."""

from __future__ import annotations

from collections import Counter

import pytest

from courtly.testing.simulation.auditor import Auditor, Played
from courtly.testing.simulation.exchange import Response
from courtly.testing.simulation.people import Person
from courtly.testing.simulation.run import run
from courtly.testing.simulation.script import DAYS, Clock, Fault, Script, TableScript
from courtly.web.app import create_app

TABLES = [
    TableScript("monarch", {"players": 2, "max_rounds": 3}, 1, 1, "fast", {"kind": "move", "seconds": 90}, 0.0),
    TableScript("courtisans", {"players": 2}, 2, 0, "fast", {"kind": "bank", "seconds": 60, "increment": 2}, 0.0),
]
SLOW_BANK: Clock = {"kind": "bank", "seconds": 60, "increment": 5}
SCRIPT = Script(seed=5, hours=0.3, tables=TABLES, faults=[Fault(30.0, "storm", 60.0), Fault(100.0, "cut")])


def test_players_lose_on_time_and_take_days_off_and_no_problem_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Counter[str]()
    check_match = Auditor.check_match

    def counting(self: Auditor, played: Played) -> None:
        check_match(self, played)
        made.update(entry["act"] for entry in next(iter(played.documents.values()))["entries"])

    monkeypatch.setattr(Auditor, "check_match", counting)
    tables = [
        TableScript("monarch", {"players": 2, "max_rounds": 3}, 2, 0, "slow", SLOW_BANK, 0.0, timeout="forfeit"),
        TableScript("courtisans", {"players": 2}, 2, 0, "slow", DAYS, 0.0),
    ]
    assert (
        run(Script(seed=3, hours=0.5, tables=tables, faults=[Fault(200.0, "restart", 1.0)]), create_app).problems == []
    )
    assert {"forfeit", "time_off"} <= made.keys()


def test_habits_and_spectators_find_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, made = Counter[tuple[str, str, int]](), Counter[str]()
    insist = Person.insist

    async def counting(self: Person, method: str, path: str, body: object = None) -> Response:
        response = await insist(self, method, path, body)
        asked[self.name[0], path.partition("?")[0].rpartition("/")[2], response.status] += 1
        if isinstance(body, dict) and response.status == 200:
            made.update(entry["act"] for entry in response.json().get("entries", ()))
        return response

    monkeypatch.setattr(Person, "insist", counting)
    assert run(SCRIPT, create_app).problems == []
    assert asked["P", "lines", 200] > 3
    assert asked["P", "draft", 200] > 3
    assert asked["P", "hint", 200] > 0
    assert asked["W", "codes", 200] > 1
    # The auditor finds no problem although moves are taken back.
    assert {"take_back", "agree", "refuse", "taken_back"} <= made.keys()
    assert sum(count for (who, _, status), count in asked.items() if who == "W" and status == 200) > 10
