"""Uses counted for studies of balance in Courtisans: cards played, areas, targets and missions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import courtly
from courtly.engine.contract.game import Use
from courtly.games.courtisans.uses import uses
from tests.games.courtisans.builders import begin, play_on


@pytest.fixture(scope="module")
def match() -> courtly.Match:
    return play_on(begin())


def used(match: courtly.Match) -> list[Use]:
    view: Any = match.view()
    return uses(view, match.log())


def test_every_played_card_has_a_role_and_a_place(match: courtly.Match) -> None:
    kinds = Counter(use.kind for use in used(match))
    played = sum(move.startswith("play") for move in match.moves)
    assert kinds["role"] == kinds["place"] == played
    assert kinds["kill"] == len(match.moves) - played
    assert kinds["family"] <= played


def test_missions_are_counted_as_held_and_as_met(match: courtly.Match) -> None:
    held = [use for use in used(match) if use.kind == "mission"]
    met = [use for use in used(match) if use.kind == "mission met"]
    result = match.view()["result"]["missions"]
    assert [use.item for use in held] == [mission["mission"] for missions in result for mission in missions]
    assert len(met) == sum(mission["met"] for missions in result for mission in missions)


def played(area: str, card: str | None, spy: int | None = None) -> dict[str, Any]:
    return {"id": "play", "args": {"seat": 1, "play": 9, "card": card, "spy": spy, "area": area}}


def eliminated(card: str | None, spy: int | None = None) -> dict[str, Any]:
    return {"id": "eliminate", "args": {"seat": 1, "area": "above", "card": card, "play": 3, "spy": spy}}


LOG = [
    (played("above", "hare.noble"), ["family hare", "role noble", "place noble queen"]),
    (played("domain:1", None, 1), ["family carp", "role spy", "place spy own"]),
    (played("domain:0", None, 2), ["role spy", "place spy other"]),
    (eliminated("stag.plain"), ["kill plain"]),
    (eliminated(None, 2), ["kill spy"]),
    ({"id": "spare", "args": {"seat": 1, "area": "above"}}, ["kill spare"]),
    ({"id": "draw", "args": {"to": 1, "count": 3, "deck": 0, "cards": None}}, []),
]


@pytest.mark.parametrize(("event", "found"), LOG)
def test_an_event_yields_its_uses(event: dict[str, Any], found: list[str]) -> None:
    spies = [{"n": 1, "card": "carp.spy"}, {"n": 2, "card": None}]
    view: Any = {"spies": spies, "result": {"missions": []}}
    counted = uses(view, [event])
    assert [f"{use.kind} {use.item}" for use in counted] == found
    assert all(isinstance(use, Use) and use.seat == 1 for use in counted)
