"""What a study of balance counts in Courtisans: cards laid, where, targets, and missions."""

from __future__ import annotations

from collections import Counter

import pytest

import courtly
from courtly.engine.game import Use
from courtly.games.courtisans.uses import uses
from tests.games.courtisans.builders import begin, play_on


@pytest.fixture(scope="module")
def match() -> courtly.Match:
    return play_on(begin())


def test_every_card_played_has_a_role_and_a_place(match: courtly.Match) -> None:
    kinds = Counter(use.kind for use in uses(match.view()))
    played = sum(move.startswith("play") for move in match.moves)
    assert kinds["role"] == kinds["place"] == played
    assert kinds["kill"] == len(match.moves) - played
    assert kinds["family"] <= played


def test_missions_are_those_held_and_those_met(match: courtly.Match) -> None:
    held = [use for use in uses(match.view()) if use.kind == "mission"]
    met = [use for use in uses(match.view()) if use.kind == "mission met"]
    result = match.view()["result"]["missions"]
    assert [use.item for use in held] == [mission["mission"] for missions in result for mission in missions]
    assert len(met) == sum(mission["met"] for missions in result for mission in missions)


LOG = [
    ("play hare.noble above", ["family hare", "role noble", "place noble queen"]),
    ("play spy:1 domain:1", ["family carp", "role spy", "place spy own"]),
    ("play spy:2 domain:0", ["role spy", "place spy other"]),
    ("kill stag.plain domain:0", ["kill plain"]),
    ("kill spy:2", ["kill spy"]),
    ("spare", ["kill spare"]),
]


@pytest.mark.parametrize(("line", "found"), LOG)
def test_a_line_of_the_log_tells_what_was_used(line: str, found: list[str]) -> None:
    spies = [{"n": 1, "card": "carp.spy"}, {"n": 2, "card": None}]
    view = {"spies": spies, "log": [{"seat": 1, "move": line}], "result": {"missions": []}}
    told = [f"{use.kind} {use.item}" for use in uses(view)]
    assert told == found
    assert all(isinstance(use, Use) and use.seat == 1 for use in uses(view))
