"""The auditor: who may act for a seat, and what the entries may tell a seat."""

from __future__ import annotations

import json
from typing import Any

import pytest

import courtly
from courtly.testing.simulation.around import Acknowledged
from courtly.testing.simulation.auditor import RECOVERY, Auditor, Trouble
from courtly.testing.simulation.environment import EPOCH
from courtly.testing.simulation.exchange import Response

Json = dict[str, Any]


def entry(number: int, act: str, seat: int | None = None, turn: int = 0, event: Json | None = None) -> Json:
    return {"n": number, "act": act, "seat": seat, "turn": turn, "event": event or {"id": act, "then": []}}


def document(entries: list[Json], you: int) -> Json:
    return {"version": len(entries), "entries": entries, "you": you}


def acknowledged(player: str, *entries: Json) -> Acknowledged:
    return Acknowledged(player, "T", {}, {"version": entries[-1]["n"] + 1, "entries": list(entries)})


SAT, READY = entry(1, "sit", 1), entry(2, "ready", 1)
MIND, MOVE, RETURN = entry(3, "mind", 1), entry(4, "move", 1), entry(5, "return", 1)
MOVE_OF_OWN = entry(6, "move", 1, turn=1)
ENTRIES = [entry(0, "open"), SAT, READY, MIND, MOVE, RETURN, MOVE_OF_OWN]


@pytest.mark.parametrize("missing", [SAT, READY, RETURN, MOVE_OF_OWN], ids=lambda one: f"{one['act']}")
def test_only_the_player_of_a_seat_acts_for_it_unless_a_stand_in_plays(missing: Json) -> None:
    def problems(made: list[Json]) -> list[str]:
        auditor = Auditor()
        for each in made:
            auditor.acknowledged(acknowledged("p", each))
        auditor.check_table("T", {"p": document(ENTRIES, 1)})
        return auditor.problems

    own = [SAT, READY, RETURN, MOVE_OF_OWN]
    assert problems(own) == []
    expected = f"entry {missing['n']} of T, {missing['act']}, was not made by the player of seat 1"
    assert problems([each for each in own if each is not missing]) == [expected]


def test_two_people_with_one_seat_are_a_problem() -> None:
    auditor = Auditor()
    auditor.check_table("T", {player: document([entry(0, "open")], 0) for player in "pq"})
    assert auditor.problems == ["two people have the same seat at T"]


def told(match: courtly.Match, seat: int, *, view_of: int, log_of: int, most: int) -> Json:
    """Return a document whose entries show another seat's deal or moves."""
    args = {"view": json.loads(json.dumps(match.at(0).view(view_of)))}
    entries = [entry(0, "open"), entry(1, "start", event={"id": "start", "args": args})]
    for turn in range(min(match.version, most)):
        events = json.loads(json.dumps(match.log(log_of, since=turn, until=turn + 1)))
        first = events[0] if events else {"id": "moved"}
        entries.append(entry(len(entries), "move", None, turn, {**first, "then": events[1:]}))
    return document(entries, seat)


def test_the_deal_and_the_moves_are_told_as_the_seat_may_see_them() -> None:
    match = courtly.new_match("courtisans", players=2, seed=1)
    while not match.is_over:
        match.play(match.view(match.to_move)["legal"][0])
    answer = Response(200, body=json.dumps(match.record()).encode())

    def problems(*, view_of: int = 0, log_of: int = 0, most: int = 1000) -> list[str]:
        auditor = Auditor()
        auditor.check_record("T", answer)
        auditor.check_table("T", {"p": told(match, 0, view_of=view_of, log_of=log_of, most=most)})
        return auditor.problems

    assert problems() == []
    assert problems(view_of=1) == ["seat 0 got the deal of T as another seat sees it"]
    assert problems(log_of=1) == ["seat 0 got the moves of T as another seat sees them"]
    assert problems(most=3) == [f"the record of T has {match.version} moves, and its journal 3"]


def test_clocks_are_judged_after_a_jump_of_the_system_clock_until_a_process_starts() -> None:
    auditor = Auditor()

    def happened(kind: str, since: float, until: float) -> None:
        auditor.troubles.append(Trouble(kind, since))
        auditor.troubles[-1].until = until

    def is_calm(seconds: float) -> bool:
        at = round(1000 * (EPOCH + seconds))
        return auditor.is_calm(at, at)

    happened("kill", 0.0, 1.0)
    happened("jump", 500.0, 500.0)
    assert not is_calm(RECOVERY)
    assert is_calm(1000.0)
    happened("kill", 2000.0, 2001.0)
    assert not is_calm(1000.0)
