"""RULES.md, section 12: mini games. They pass the contract suite, and tables do not offer them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import courtly
from courtly.engine.contract.game import Record, registered
from courtly.engine.errors import BadDeal, BadOption
from courtly.games.courtisans import GAME
from courtly.games.courtisans.mini import BOXES, MINI, longest
from courtly.testing import ContractSuite, Subject
from tests.contract.courtisans import census, follows_up, retell
from tests.games.courtisans.builders import play_on
from tests.naive.courtisans import Naive

every_box = pytest.mark.parametrize("mini", BOXES)


@pytest.fixture(autouse=True)
def _mini_games() -> Iterator[None]:
    with registered(MINI):
        yield


def match_of(mini: str, **given: Any) -> courtly.Match:
    return courtly.new_match("courtisans", mini=mini, players=2, **given)


def retell_without_missions(match: courtly.Match, s: Record) -> dict[str, Any]:
    """Return the record of a match that leads to the state `s`, without missions."""
    record = retell(match, s)
    return {**record, "deal": {**record["deal"], "missions": []}}


class TestMiniGames(ContractSuite):
    subjects = (
        Subject(
            MINI,
            census,
            [{"players": 2, "mini": mini} for mini in ("spies", "mixed")],
            follows_up=follows_up,
            retell=retell_without_missions,
        ),
    )


@pytest.mark.parametrize(
    ("mini", "box"),
    [
        ("spies", {"butterfly.spy": 4, "toad.spy": 4}),
        ("twenty", {"butterfly.spy": 10, "toad.spy": 10}),
        ("three", {"butterfly.spy": 3, "toad.spy": 3, "nightingale.spy": 3}),
        ("mixed", {"butterfly.plain": 3, "butterfly.spy": 1, "toad.plain": 3, "toad.spy": 1}),
    ],
)
def test_c12_1_each_mini_game_has_the_listed_box(mini: str, box: dict[str, int]) -> None:
    shuffles = MINI.documents.shuffles(match_of(mini, seed=1).setup, None)
    deck = next(each for each in shuffles if each.name == "deck")
    assert Counter(deck.items) == box


@every_box
def test_c12_2_a_mini_game_has_two_players_and_no_missions(mini: str) -> None:
    match = match_of(mini, seed=2)
    assert match.view(0)["missions"] == [[], None]
    play_on(match)
    assert match.view(None)["result"]["missions"] == [[], []]
    assert "missions" not in {event["id"] for event in match.log(0)}
    with pytest.raises(BadOption, match="players"):
        courtly.new_match("courtisans", mini=mini, players=3)
    with pytest.raises(BadDeal, match="missions"):
        match_of(
            mini, deal={**match.record()["deal"], "missions": [["nobles-3", "below-5"], ["spies-3", "fallen-hare"]]}
        )


@every_box
def test_c12_3_each_player_has_one_turn_and_the_other_cards_are_removed(mini: str) -> None:
    match = match_of(mini, seed=3)
    view = match.view(0)
    assert (view["hands"], view["deck"], view["turns"]) == ([3, 3], 0, 2)
    assert view["removed"] == sum(BOXES[mini].copies) * BOXES[mini].families - 6
    play_on(match)
    assert len(match.moves) == longest(match.setup.options) == 6


@every_box
@pytest.mark.parametrize("seed", range(5))
def test_c12_4_all_other_clauses_apply(mini: str, seed: int) -> None:
    match = match_of(mini, seed=seed)
    naive = Naive({"players": 2}, {**match.record()["deal"], "missions": [[], []]})
    while not match.is_over:
        assert match.legal_moves() == naive.legal_moves()
        move = match.legal_moves()[seed * 7 % len(match.legal_moves())]
        match.play(move)
        naive.play(move)
        told = [event for event in naive.log(1) if event["id"] not in ("missions", "score")]
        assert [event for event in match.log(1) if event["id"] != "score"] == told
    assert (match.scores(), match.winners()) == (naive.scores(), naive.winners())


def test_tables_do_not_offer_mini_games() -> None:
    assert "mini" not in GAME.rules.options.model_fields
