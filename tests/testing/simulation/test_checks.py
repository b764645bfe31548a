"""The checks of a simulated match: each accepts a right match, and finds what is wrong in a changed one."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import courtly
from courtly.engine.play.fair import FairShuffle
from courtly.testing.simulation import checks, fairness, strangers

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
BANK = {"kind": "bank", "seconds": 30, "increment": 5}
MOVE = {"kind": "move", "seconds": 90}
DAYS = {"kind": "days", "days": 2}
AFTER = 45_000
Entries = list[dict[str, Any]]


def iso(seconds: float) -> str:
    return (NOON + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ms(seconds: float) -> int:
    return checks.milliseconds(iso(seconds))


def journal(clock: object, *rest: tuple[float, str, int | None]) -> Entries:
    """Return the entries of a match of two people and a bot, from the time, act and seat of each."""
    kinds = [{"kind": "program"}, {"kind": "person"}, {"kind": "bot"}]
    args: dict[str, Any] = {
        "open": {"clock": clock},
        "start": {"seats": kinds},
        "mind": {"by": "server"},
        "time_off": {"days": 1},
    }
    made: list[tuple[float, str, int | None]] = [(0, "open", None), (1, "ready", 0), (1, "start", None), *rest]
    return [
        {"n": n, "at": iso(at), "act": act, "seat": seat, "event": {"args": args.get(act, {})}}
        for n, (at, act, seat) in enumerate(made)
    ]


def state(entries: Entries, to_move: int | None, **clocks: Any) -> dict[str, Any]:
    replaced: set[int] = set()
    for entry in entries:
        replaced = replaced | {entry["seat"]} if entry["act"] in ("mind", "forfeit") else replaced
        replaced = replaced - {entry["seat"]} if entry["act"] == "return" else replaced
    lost = {entry["seat"] for entry in entries if entry["act"] == "forfeit"}
    seats = [{"substituted_by": "steward" if n in replaced else None, "forfeited": n in lost} for n in range(3)]
    return {"version": len(entries), "to_move": to_move, "seats": seats, "clocks": clocks or None}


def calm(_since: int, _until: int) -> bool:
    return True


def troubled(_since: int, _until: int) -> bool:
    return False


def left(clock: object, *rest: tuple[float, str, int | None], to_move: int | None) -> tuple[list[float], int | None]:
    """Return the seconds that each clock had when it last started or stopped, and the running clock."""
    moment = checks.moments(journal(clock, *rest), to_move)[-1]
    return [one / 1000 for one in moment.left], moment.running


def test_a_bank_gets_its_increment_before_the_turn_and_several_moves_are_one_turn() -> None:
    assert left(BANK, to_move=0) == ([35, 30, 30], 0)
    assert left(BANK, (11, "move", 0), to_move=0) == ([25, 30, 30], 0)
    assert left(BANK, (11, "move", 0), to_move=1) == ([25, 35, 30], 1)
    assert left(BANK, (11, "move", 0), (12, "move", 1), to_move=0) == ([30, 34, 30], 0)


def test_the_clocks_of_bots_and_stand_ins_stand() -> None:
    assert left(BANK, (11, "move", 0), to_move=2) == ([25, 30, 30], None)
    gone = [(11.0, "mind", 0), (20.0, "move", 0), (21.0, "move", 1)]
    assert left(BANK, gone[0], to_move=0) == ([25, 30, 30], None)
    assert left(BANK, gone[0], (15, "return", 0), to_move=0) == ([25, 30, 30], 0)
    assert left(BANK, gone[0], (15, "return", 0), (16, "mind", 0), to_move=0) == ([24, 30, 30], None)
    assert left(BANK, *gone, to_move=0) == ([25, 34, 30], None)


def test_each_move_has_the_whole_time_of_a_move_clock_except_after_a_return() -> None:
    assert left(MOVE, (11, "move", 0), to_move=0) == ([90, 90, 90], 0)
    assert left(MOVE, (11, "mind", 0), (15, "return", 0), to_move=0) == ([80, 90, 90], 0)
    assert left(DAYS, to_move=1) == ([172_800] * 3, 1)


def test_days_off_are_for_the_present_turn_or_the_next_one() -> None:
    two, three = 172_800, 259_200
    assert left(DAYS, (11, "time_off", 1), to_move=1) == ([two, three, two], 1)
    assert left(DAYS, (11, "time_off", 0), to_move=1) == ([two, two, two], 1)
    later = [(11.0, "time_off", 0), (12.0, "move", 1)]
    assert left(DAYS, *later, to_move=0) == ([three, two - 11, two], 0)
    assert left(DAYS, *later, (13, "move", 0), (14, "move", 1), to_move=0)[0][0] == two


TOLD: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("clocks", lambda told: told["clocks"]["left"].__setitem__(0, 24.999)),
    ("clocks", lambda told: told["clocks"].update(running=0)),
    ("clocks", lambda told: told["clocks"].update(since=iso(12))),
    ("clocks", lambda told: told.update(clocks=None)),
    ("to move", lambda told: told.update(to_move=0)),
    ("stand-ins", lambda told: told["seats"][0].update(substituted_by="steward")),
    ("lost on time", lambda told: told["seats"][0].update(forfeited=True)),
]


@pytest.mark.parametrize(("word", "change"), TOLD)
def test_a_state_with_other_clocks_is_found(word: str, change: Callable[[dict[str, Any]], None]) -> None:
    entries = journal(BANK, (11, "move", 0))
    told = state(entries, 1, left=[25.0, 35.0, 30.0], running=1, since=iso(11))
    known = checks.moments(entries, 1)
    assert list(checks.told_problems(known, [told])) == []
    change(told)
    (problem,) = checks.told_problems(known, [told])
    assert word in problem


def test_a_state_without_a_time_control_has_no_clocks() -> None:
    entries = journal(None, (11, "move", 0))
    known = checks.moments(entries, 1)
    assert list(checks.told_problems(known, [state(entries, 1)])) == []
    assert len(list(checks.told_problems(known, [state(entries, 1, left=[1.0] * 3, running=1, since=iso(1))]))) == 1


@pytest.mark.parametrize(("at", "drift", "late"), [(36, 0, 0), (36.9, 0, 0), (37.1, 0, 1), (37.1, 0.02, 0)])
@pytest.mark.parametrize("act", ["mind", "move"])
def test_a_stand_in_that_comes_late_is_found(at: float, drift: float, late: int, act: str) -> None:
    entries = journal(BANK, (at, act, 0))
    known = checks.moments(entries, 1)
    assert len(list(checks.clock_problems(entries, known, calm, drift))) == late
    assert list(checks.clock_problems(entries, known, troubled, drift)) == []


@pytest.mark.parametrize(
    ("here", "early"), [([], 0), ([(0, 5)], 0), ([(0, 6)], 1), ([(0, 2), (12, 60)], 1), ([(51, 60)], 0)]
)
def test_a_stand_in_that_comes_too_early_is_found(here: list[tuple[float, float]], early: int) -> None:
    entries = journal(MOVE, (50, "mind", 0))
    connected = {0: [(ms(since), ms(until)) for since, until in here]}
    known = checks.moments(entries, 0)
    assert len(list(checks.presence_problems(entries, known, AFTER, connected, 10))) == early


def test_a_stand_in_may_come_at_any_time_when_the_clock_has_run_out() -> None:
    entries = journal(BANK, (36, "mind", 0))
    assert list(checks.presence_problems(entries, checks.moments(entries, 0), AFTER, {0: [(0, ms(60))]}, 10)) == []
    entries = journal(BANK, (35.999, "mind", 0))
    problems = list(checks.presence_problems(entries, checks.moments(entries, 0), AFTER, {0: [(0, ms(60))]}, 10))
    assert len(problems) == 2


def test_a_player_who_is_away_for_long_without_a_stand_in_is_found() -> None:
    away = {0: [(ms(2), ms(900))]}
    present = journal(None, (5, "move", 1), (800, "move", 0), (901, "reveal", None))
    replaced = journal(None, (5, "move", 1), (100, "mind", 0), (800, "move", 0), (901, "reveal", None))
    over = journal(None, (5, "move", 1), (6, "reveal", None))
    for entries, found in ((present, 1), (replaced, 0), (over, 0)):
        known = checks.moments(entries, None)
        assert len(list(checks.absence_problems(entries, known, AFTER, away, calm))) == found
        assert list(checks.absence_problems(entries, known, AFTER, away, troubled)) == []


def stand_ins(*rest: tuple[float, str, int | None], own: set[int]) -> list[str]:
    entries = journal(None, *rest, (99, "reveal", None))
    return list(checks.stand_in_problems(entries, checks.moments(entries, None), {0: own}))


def test_a_move_of_a_player_whom_a_stand_in_replaces_is_found() -> None:
    assert stand_ins((2, "mind", 0), (3, "move", 0), (4, "return", 0), (5, "move", 0), own={1, 5, 6}) == []
    (problem,) = stand_ins((2, "mind", 0), (3, "move", 0), (4, "return", 0), own={1, 4, 5})
    assert "accepted from the player" in problem


def test_a_seat_that_changes_hands_without_a_reason_is_found() -> None:
    assert "second stand-in" in stand_ins((2, "mind", 0), (3, "mind", 0), own=set())[0]
    assert "did not ask" in stand_ins((2, "mind", 0), (3, "return", 0), own=set())[0]
    assert "did not ask" in stand_ins((3, "return", 0), own={3})[0]
    assert "has lost on time" in stand_ins((2, "forfeit", 0), (3, "return", 0), own={1, 4})[0]
    assert "second stand-in" in stand_ins((2, "mind", 0), (3, "forfeit", 0), own=set())[0]


@pytest.mark.parametrize(("at", "seat", "early"), [(36, 0, 0), (35.9, 0, 1), (36, 1, 1)])
def test_a_player_who_loses_before_the_clock_has_run_out_is_found(at: float, seat: int, early: int) -> None:
    entries = journal(BANK, (at, "forfeit", seat))
    known = checks.moments(entries, 0)
    assert len(list(checks.presence_problems(entries, known, AFTER, {}, 10))) == early
    told = state(entries, 0, left=[one / 1000 for one in known[-1].left], running=known[-1].running, since=iso(1))
    assert list(checks.told_problems(known, [told])) == []


def played() -> tuple[courtly.Match, dict[str, Any]]:
    fair = FairShuffle(bytes(range(32)), ["rose", "plum", ""], "kq3", 1)
    match = courtly.new_match("courtisans", players=3, fair=fair)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    return match, json.loads(json.dumps(match.record()))


def test_the_view_of_another_seat_is_found() -> None:
    match, _ = played()

    def told(turn: int, seat: int | None) -> dict[str, Any]:
        view = json.loads(json.dumps(match.at(turn).view(seat)))
        return {"status": "playing", "turn": turn, "view": view}

    for seat in (0, 1, None):
        states = [told(turn, seat) for turn in (0, 4, 4, 9)]
        assert list(checks.view_problems(match, states, seat)) == []
        for other in {0, 1, None} - {seat}:
            assert len(list(checks.view_problems(match, [*states, told(10, other)], seat))) == 1


def fair_match() -> tuple[dict[str, Any], Entries, list[dict[str, Any]], dict[str, Any]]:
    """Return a record, the entries and a state of its match, and the document of its table."""
    _, record = played()
    shuffle = record["shuffle"]
    made: list[tuple[str, int | None, dict[str, Any]]] = [
        ("open", None, {}),
        ("ready", 0, {"word": "rose"}),
        ("ready", 1, {"word": "plum"}),
        ("start", None, {"promise": shuffle["promise"]}),
        ("reveal", None, {"secret": shuffle["secret"]}),
    ]
    entries = [{"n": n, "act": act, "seat": seat, "event": {"args": args}} for n, (act, seat, args) in enumerate(made)]
    known = {"commitment": shuffle["promise"], "promise": shuffle["promise"], "version": 4, "status": "playing"}
    return record, entries, [known], {**known, "id": "kq3"}


FAIR: list[tuple[str, Callable[[dict[str, Any], Entries, list[dict[str, Any]], dict[str, Any]], None]]] = [
    ("another secret than", lambda record, _e, _s, _o: record["shuffle"].update(secret="5e" * 32)),
    ("changed to", lambda _r, _e, states, _o: states[0].update(commitment="5e" * 32)),
    ("at the start", lambda _r, entries, _s, _o: entries[3]["event"]["args"].update(promise="5e" * 32)),
    ("was revealed", lambda _r, entries, _s, _o: entries[4]["event"]["args"].update(secret="5e" * 32)),
    ("was revealed 0 times", lambda _r, entries, _s, _o: entries.__delitem__(4)),
    ("lacks a seed", lambda _r, entries, _s, _o: entries[1]["event"]["args"].update(word="lily")),
    ("another table", lambda _r, _e, _s, opened: opened.update(id="xyz")),
    ("state of version", lambda record, _e, states, _o: states[0].update(talk=record["shuffle"]["secret"])),
    ("contains the secret", lambda record, entries, _s, _o: entries[2].update(luck=record["shuffle"]["secret"])),
]


@pytest.mark.parametrize(("word", "change"), FAIR)
def test_a_broken_commitment_is_found(word: str, change: Callable[..., None]) -> None:
    told = fair_match()
    assert list(fairness.commitment_problems(*told)) == []
    change(*told)
    assert any(word in problem for problem in fairness.commitment_problems(*told))


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_a_deal_that_does_not_follow_from_the_secret_is_found(game: str) -> None:
    fair = FairShuffle(bytes(range(32)), ["rose", ""], "kq3", 1)
    match = courtly.new_match(game, players=2, fair=fair)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    record = match.record()
    assert list(fairness.deal_problems(record)) == []
    for name in set(record["deal"]) - {"first", "reshuffles"}:
        changed = deepcopy(record)
        cards = changed["deal"][name][0] if name == "years" else changed["deal"][name]
        other = next(n for n, card in enumerate(cards) if card != cards[0])
        cards[0], cards[other] = cards[other], cards[0]
        assert list(fairness.deal_problems(changed))
    assert list(fairness.deal_problems({**record, "deal": {**record["deal"], "first": 1 - record["deal"]["first"]}}))


def test_a_document_with_other_entries_than_its_version_is_found() -> None:
    entries = journal(None, (2, "move", 0), (3, "move", 1))
    right = [{"version": 4, "entries": entries[:4]}, {"version": 5, "entries": entries[:4]}]
    assert list(checks.document_problems(entries, right, 4)) == []
    for version, told in ((4, entries[:3]), (3, entries[:4]), (2, entries[1:3])):
        assert len(list(checks.document_problems(entries, [{"version": version, "entries": told}], 4))) == 1


def test_a_lost_or_doubled_line_of_table_talk_is_found() -> None:
    lines = [{"n": 0, "text": "hello"}, {"n": 1, "text": "hello"}]
    assert list(checks.line_problems([], [])) == []
    assert list(checks.line_problems(lines, lines)) == []
    assert "0 times" in next(checks.line_problems(lines[:1], lines[1:]))
    assert "gaps" in next(checks.line_problems([*lines[:1], *lines], lines[1:]))
    assert "gaps" in next(checks.line_problems([lines[0], {"n": 2, "text": "bye"}], []))


def test_a_full_table_of_strangers_must_not_wait() -> None:
    ann, bo = ({"kind": "person", "name": name} for name in ("Ann", "Bo"))
    meeting = {"may_fill": False, "filler": 0}

    def state(*seats: dict[str, Any]) -> dict[str, Any]:
        return {"version": 3, "meeting": meeting, "seats": list(seats)}

    assert list(strangers.problems([state(ann, {"kind": "open", "name": ""})])) == []
    assert list(strangers.problems([state(ann, bo)])) == ["a full table waits at version 3"]
    assert "two seats" in next(strangers.problems([state(ann, ann)]))
