"""The lists to shuffle for a deal. Any deal built from them is valid."""

from __future__ import annotations

import random

import pytest

import courtly
from courtly.engine.contract.game import set_up
from courtly.games.courtisans.deal import from_shuffles
from tests.games.courtisans.builders import BLUE, BOX, OLD, WHITE, in_play


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["2024", "2023"])
def test_a_deal_of_shuffled_lists_is_accepted(players: int, edition: str) -> None:
    setup = set_up("courtisans", {"players": players, "edition": edition})
    dice = random.Random(players)
    lists = {
        each.name: dice.sample(list(each.items), len(each.items))[: each.kept]
        for each in setup.game.documents.shuffles(setup, None)
    }
    deal = from_shuffles(lists)
    match = courtly.new_match("courtisans", players=players, edition=edition, deal=deal)
    assert match.record()["deal"] == deal
    assert match.seed is None


def test_the_lists_hold_the_whole_box() -> None:
    setup = set_up("courtisans", {"players": 3})
    lists = {each.name: each for each in setup.game.documents.shuffles(setup, None)}
    assert {name: each.kept for name, each in lists.items()} == {
        "first": 1,
        "deck": in_play(3),
        "missions.white": 3,
        "missions.blue": 3,
    }
    assert sorted(map(str, lists["deck"].items)) == sorted(BOX.elements())
    assert (list(lists["missions.white"].items), list(lists["missions.blue"].items)) == (WHITE, BLUE)


def test_the_missions_of_2023_come_from_one_list() -> None:
    setup = set_up("courtisans", {"players": 4, "edition": "2023"})
    (missions,) = (each for each in setup.game.documents.shuffles(setup, None) if each.name == "missions")
    assert (list(missions.items), missions.kept) == (OLD, 8)


def test_a_running_match_has_no_shuffles() -> None:
    match = courtly.new_match("courtisans", players=2, seed=1)
    assert list(match.setup.game.documents.shuffles(match.setup, match.state()[0])) == []
