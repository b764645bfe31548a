"""Whole runs of the simulator: they repeat exactly, find no fault in the product, and do find planted ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from courtly.tables.actor import Actor, Answer
from courtly.tables.event_rules.scoring import TableResult
from courtly.tables.memory import Memory
from courtly.tables.store import batch
from courtly.tables.store.errors import conflict
from courtly.tables.subscribers import Frame, Subscriber
from courtly.testing.simulation.auditor import Auditor
from courtly.testing.simulation.evenings import Evening, EventScript
from courtly.testing.simulation.executor import DELAY, InlineExecutor
from courtly.testing.simulation.faults import CRASHES, SLOW, SLOW_DISK
from courtly.testing.simulation.run import run
from courtly.testing.simulation.script import (
    COSTLY,
    FAULTS,
    BadScript,
    Fault,
    Script,
    TableScript,
    decode,
    draw,
    encode,
)
from courtly.testing.simulation.shrink import shrink
from courtly.testing.simulation.world import Report
from courtly.web.api.models import read_json
from courtly.web.app import create_app
from tests.naive.events import slow_standings

GAMES: dict[str, dict[str, int | str | bool]] = {
    "courtisans": {"players": 2},
    "cursed_court": {"players": 2, "years": 1},
    "monarch": {"players": 2, "max_rounds": 2},
}


def script(*faults: Fault, game: str = "courtisans", people: int = 2, bots: int = 0, seed: int = 1) -> Script:
    """Return a short script with one table."""
    options = {**GAMES[game], "players": people + bots}
    table = TableScript(game, options, people, bots, "fast", None, begins=1.0)
    return Script(seed, 0.05, [table], list(faults))


def played(one: Script, *, trace: list[str] | None = None) -> Report:
    """Run a script, and check that nothing is wrong."""
    report = run(one, create_app, trace=None if trace is None else trace.append)
    assert report.problems == []
    assert report.acts
    return report


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_people_and_a_bot_ends_and_repeats_exactly(game: str) -> None:
    traces: list[list[str]] = [[], []]
    one, other = (played(script(game=game, bots=1), trace=trace) for trace in traces)
    assert traces[0] == traces[1]
    assert one == other


@pytest.mark.parametrize("kind", FAULTS)
def test_no_fault_loses_an_act(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.testing.simulation.faults.CROWD", 1)
    times = [20.0, 45.0, 80.0]
    report = played(script(*(Fault(at, kind, seconds=10.0) for at in times), bots=1, seed=2))
    assert report.faults == {kind: len(times)}
    assert bool(report.kills) == kind.startswith("kill")


@pytest.mark.parametrize(
    ("kind", "trouble", "owners"),
    [
        ("slow-bots", (SLOW, 0.0), {"Thinkers"}),
        ("crashing-bots", (DELAY, CRASHES), {"Thinkers"}),
        ("slow-disk", (SLOW_DISK, 0.0), {"Reader", "Writer"}),
    ],
)
def test_a_fault_of_threads_reaches_all_threads_of_its_kind_and_no_others(
    kind: str,
    trouble: tuple[tuple[float, float], float],
    owners: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    submit, seen = InlineExecutor.submit, set[tuple[str, tuple[float, float], float]]()

    def submitting(self: InlineExecutor, work: Callable[..., object], *arguments: object) -> Future[Any]:
        seen.add((getattr(work, "__qualname__", "").partition(".")[0], self.delay, self.crashes))
        return submit(self, work, *arguments)

    monkeypatch.setattr(InlineExecutor, "submit", submitting)
    played(script(Fault(2.0, kind, seconds=100.0), bots=1))
    assert {each[0] for each in seen if each[1:] == trouble} == owners
    assert {each[1:] for each in seen if each[0] not in owners} == {(DELAY, 0.0)}


def test_a_disk_stays_slow_for_a_process_that_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    make, delays = InlineExecutor.__init__, list[tuple[float, float]]()

    def making(self: InlineExecutor, *arguments: Any, **more: Any) -> None:
        make(self, *arguments, **more)
        delays.append(self.delay)

    monkeypatch.setattr(InlineExecutor, "__init__", making)
    played(script(Fault(20.0, "slow-disk", seconds=60.0), Fault(40.0, "kill", seconds=1.0)))
    assert SLOW_DISK in delays


@pytest.mark.parametrize("processes", [1, 2])
def test_strangers_meet_and_play_while_processes_end(processes: int) -> None:
    faults = [
        Fault(at, kind, seconds=5.0, process=1) for at, kind in ((100.0, "kill"), (300.0, "cut"), (500.0, "storm"))
    ]
    report = played(Script(3, 0.3, [], faults, processes, strangers=4))
    assert report.tables > 4


RATED = TableScript(
    "courtisans", {"players": 2}, 2, 0, "fast", {"kind": "bank", "seconds": 30, "increment": 5}, 1.0, pause=10.0,
    timeout="forfeit", rated=True,
)  # fmt: skip


def rated(seed: int, processes: int) -> Script:
    """Return a script with rated tables, at which processes end and players lose on time."""
    faults = [
        Fault(at, kind, seconds, process=1)
        for at, kind, seconds in ((30.0, "kill", 1.0), (70.0, "sleep", 60.0), (120.0, "kill-after-commit", 1.0))
    ]
    return Script(seed, 0.05, [RATED, RATED], faults, processes)


@pytest.mark.parametrize("processes", [1, 2])
def test_ratings_equal_a_rebuild_while_processes_end(processes: int) -> None:
    assert played(rated(1, processes)).ratings > 1


def test_wrong_ratings_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "add_rated", lambda connection, rows: None)
    assert run(rated(1, 1), create_app).problems == ["the ratings differ from a rebuild"]


def check_standings(evening: Evening) -> None:
    """Check that the standings of an event equal those of the slow model, from the results of its rounds."""
    rounds = [
        [
            TableResult(
                [each["entrant"] for each in table["results"]],
                [each["score"] for each in table["results"]],
                frozenset(seat for seat, each in enumerate(table["results"]) if each["substituted"]),
            )
            for table in found["tables"]
        ]
        for found in evening.results
    ]
    entrants = sorted({who for results in rounds for table in results for who in table.entrants})
    standings = evening.document["standings"]
    shown = [(each["entrant"], each["place"], Fraction(each["points"], 2), each["margin"]) for each in standings]
    same_deals = evening.document["kind"] == "duplicate"
    played = {each[0]: each for each in slow_standings(entrants, rounds, same_deals=same_deals)}
    assert [played[each[0]] for each in shown if each[0] in played] == [each for each in shown if each[0] in played]
    assert set(played) <= {each[0] for each in shown}


@pytest.mark.parametrize(
    ("event", "processes"),
    [
        (EventScript("courtisans", "duplicate", tables=10, seats=2, rounds=8, people=6, absent=1, late=1), 2),
        (EventScript("courtisans", "swiss", tables=2, seats=3, rounds=3, people=4, absent=1), 1),
    ],
)
def test_an_event_is_played_to_its_end_while_processes_end(event: EventScript, processes: int) -> None:
    faults = [
        Fault(at, kind, seconds=5.0, process=1)
        for at, kind in ((60.0, "kill"), (200.0, "restart"), (330.0, "cut"), (500.0, "kill"))
    ]
    evening = played(Script(5, 0.3, [], faults, processes, event=event)).evening
    assert evening is not None
    assert (evening.document["status"], evening.document["rounds_over"]) == ("over", event.rounds)
    assert [len(found["tables"]) for found in evening.results] == [event.tables] * event.rounds
    check_standings(evening)
    names = {each["number"]: each["name"] for each in evening.document["entrants"]}
    absent = [each for each in evening.document["standings"] if names[each["entrant"]].startswith("Guest")]
    assert len(absent) == event.people
    assert min(each["points"] for each in absent) == 0


def test_a_process_that_cannot_start_has_ended() -> None:
    table = TableScript("courtisans", {"players": 2}, 2, 0, "slow", None, begins=1.0)
    faults = [Fault(300.0, "full", seconds=240.0), Fault(310.0, "kill", seconds=1.0, process=1)]
    # If the failed starts went on in the background, the run would take 50,000 steps more.
    report = run(Script(1, 0.5, [table], faults, processes=2), create_app, max_steps=75_000)
    assert report.problems == []


def test_a_player_who_returns_while_the_disk_is_full_gets_no_stand_in_later() -> None:
    table = TableScript("courtisans", {"players": 2}, 2, 0, "slow", None, begins=1.0)
    faults = [Fault(300.0, "full", seconds=240.0), Fault(310.0, "sleep", seconds=150.0)]
    assert run(Script(1, 0.2, [table], faults, processes=2), create_app).problems == []


def test_another_seed_is_another_run() -> None:
    assert len({played(script(seed=seed)).digest for seed in (1, 2)}) == 2


def test_a_random_script_has_all_kinds_of_faults_and_can_be_stored() -> None:
    drawn = draw(7, hours=10, tables=5, faults=20)
    assert {fault.kind for fault in drawn.faults} == set(FAULTS) - set(COSTLY)
    assert decode(encode(drawn)) == drawn


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"version": 0}, "version"),
        ({"faults": [{"at": 1.0, "kind": "flood"}]}, "faults"),
        ({"tables": [{**msgspec.to_builtins(script().tables[0]), "game": "chess"}]}, "tables"),
        ({"seed": "one"}, "script"),
    ],
)
def test_a_script_of_another_version_or_with_unknown_names_is_refused(change: dict[str, object], where: str) -> None:
    document = json.loads(encode(script())) | change
    with pytest.raises(BadScript) as refused:
        decode(json.dumps(document).encode())
    assert refused.value.where == where


def test_a_damaged_script_is_refused() -> None:
    with pytest.raises(BadScript, match="this is not a script"):
        decode(b"{")


def test_an_error_in_the_log_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(text: str) -> object:
        return 1 / 0 if text == "boom" else read_json(text)

    monkeypatch.setattr("courtly.testing.simulation.hostile.FRAMES", ("boom",))
    monkeypatch.setattr("courtly.web.api.socket.read_json", failing)
    report = run(script(Fault(30.0, "hostile")), create_app)
    assert any(problem.startswith("logged: courtly.web.api.socket") for problem in report.problems)
    assert report.found_at is not None
    step, seconds = report.found_at
    assert 0 < step < report.steps
    assert 30.0 < seconds < 60.0


def test_an_act_that_is_answered_with_a_conflict_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    act, first = Actor.act, [True]

    async def conflicting(self: Actor, *arguments: Any) -> Answer:
        if first:
            first.clear()
            raise conflict(self.state.table)
        return await act(self, *arguments)

    monkeypatch.setattr(Actor, "act", conflicting)
    (problem,) = run(script(), create_app).problems
    assert '"code":"conflict"' in problem


def test_a_record_of_a_stopped_match_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.testing.simulation.habits.STOPS", 1.0)
    played(script(bots=1))
    monkeypatch.setattr("courtly.tables.audience.finished", lambda state, match: state.played[match - 1].match)
    assert any("the stopped match has a record" in problem for problem in run(script(bots=1), create_app).problems)


@pytest.mark.parametrize("broken", ["send_presence", "remove"])
def test_wrong_presence_is_found(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    monkeypatch.setattr(f"courtly.tables.actor.Actor.{broken}", lambda *_: None)
    assert any("is not told that all players have left" in one for one in run(script(), create_app).problems)


def test_a_process_that_does_not_stop_soon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    send = Subscriber.send

    def sending(self: Subscriber, frame: Frame) -> None:
        if frame is not None:
            send(self, frame)

    monkeypatch.setattr(Subscriber, "send", sending)
    assert run(script(Fault(30.0, "restart")), create_app).problems == ["server 0 (1) takes 10.0 s to stop"]


def test_a_connection_that_ends_for_no_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def disconnect(self: Actor, done: set[str]) -> None:
        for subscriber in list(self.subscribers) if "start" in done else ():
            subscriber.end()

    monkeypatch.setattr(Actor, "_disconnect_excluded", disconnect)
    problems = run(script(), create_app).problems
    assert problems
    assert all("was disconnected for no reason" in problem for problem in problems)


def test_unused_tables_that_stay_in_memory_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = script(Fault(30.0, "crowd"))
    assert played(crowd).tables == 1
    monkeypatch.setattr(Memory, "_drop_idle", lambda _: None)
    assert run(crowd, create_app).problems == ["301 tables are in memory, not at most 257"]


def test_the_auditor_misses_no_lost_act(monkeypatch: pytest.MonkeyPatch) -> None:
    acts: list[int] = []
    usual = Auditor.acknowledged

    def acknowledged(self: Auditor, act: object) -> None:
        acts.append(len(acts))
        if len(acts) == 5:
            act.answer["entries"][0]["turn"] = 99  # type: ignore[attr-defined]
        usual(self, act)  # type: ignore[arg-type]

    monkeypatch.setattr(Auditor, "acknowledged", acknowledged)
    assert any("is not in the journal" in problem for problem in run(script(), create_app).problems)


def test_a_failing_script_is_shortened_to_the_part_that_fails() -> None:
    long = draw(3, hours=2, tables=6, faults=12)
    guilty = long.faults[7]

    def fails(one: Script) -> bool:
        return guilty in one.faults and bool(one.tables[4].people)

    short = shrink(long, fails)
    assert short.faults == [guilty]
    assert [number for number, table in enumerate(short.tables) if table.people] == [4]
    assert short.hours <= long.hours


def simulated(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `courtly simulate` in a folder."""
    command = [sys.executable, "-m", "courtly.cli", "simulate", *arguments]
    return subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_the_command_repeats_a_script_byte_for_byte(tmp_path: Path) -> None:
    first = simulated(
        *("--seed", "4", "--hours", "0.05", "--tables", "2"), *("--write", "s.json", "--trace", "a"), folder=tmp_path
    )
    again = simulated("--script", "s.json", "--trace", "b", folder=tmp_path)
    assert (first.returncode, again.returncode) == (0, 0), first.stderr + again.stderr
    assert first.stdout == again.stdout
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() != b""
