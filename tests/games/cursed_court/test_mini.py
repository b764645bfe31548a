"""RULES.md, section 15: mini games. They pass the contract suite, and tables do not offer them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import courtly
from courtly.engine.contract.game import Record, registered
from courtly.engine.errors import BadOption, IllegalMove
from courtly.games.cursed_court import GAME
from courtly.games.cursed_court.mini import COINS, COURT, MINI, longest
from courtly.testing import ContractSuite, Subject
from tests.contract.cursed_court import follows_up, retell

REGIONS = [*COURT, "opera", "dowry"]
OPTIONS: list[dict[str, Any]] = [
    {"players": 2, "mini": "spring"},
    {"players": 2, "mini": "spring", "coinless": True},
]


@pytest.fixture(autouse=True)
def _mini_games() -> Iterator[None]:
    with registered(MINI):
        yield


def census(_content: Record, s: Record) -> int:
    """Return the total number of coins."""
    return int(s.purse.sum() + s.stack.sum())


class TestMiniGames(ContractSuite):
    subjects = (Subject(MINI, census, OPTIONS, follows_up=follows_up, retell=retell, luck=("luck",)),)


def match_of(year: list[str] | None = None, **given: Any) -> courtly.Match:
    """Return a match whose single year has these cards: each seat's hole cards, then the face-up card."""
    deal = {} if year is None else {"deal": {"first": 0, "years": [year]}}
    return courtly.new_match("cursed_court", players=2, mini="spring", seed=5, **deal, **given)


def played(match: courtly.Match, *moves: str) -> courtly.Match:
    for move in moves:
        match.play(move)
    return match


YEAR = ["courtesan", "merchant", "merchant", "queen", "merchant"]


def test_c15_1_match_is_one_spring_with_one_coin_and_one_crown_per_seat() -> None:
    match = match_of(YEAR)
    assert match.view(0)["purse"] == [COINS, COINS] == [1, 1]
    played(match, "bet merchant", "stake 0", "bet merchant", "bet opera", "stake 1")
    assert match.is_over
    assert match.scores() == [0, 5]
    assert len(match.moves) == longest(match.setup.options)
    coinless = match_of(YEAR, coinless=True)
    played(coinless, "bet merchant", "bet merchant")
    assert (coinless.scores(), longest(coinless.setup.options)) == ([5, 4], 2)


@pytest.mark.parametrize(
    "given", [{"tie": "extra-year"}, {"court_remembers": "open"}, {"great_exchange": "cash"}, {"masquerade": True}]
)
def test_c15_1_mini_game_rejects_changes_to_other_options(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=f"mini and {min(given)}"):
        match_of(**given)
    with pytest.raises(BadOption, match="years"):
        match_of(years=2)


def test_c15_2_box_has_four_cards_of_each_of_four_nobles() -> None:
    box = next(each for each in MINI.documents.shuffles(match_of().setup, None) if each.name == "years.0")
    assert Counter(box.items) == dict.fromkeys(COURT, 4)
    assert box.kept == 5


def test_c15_3_only_regions_of_these_nobles_allow_bets() -> None:
    match = match_of(YEAR)
    assert match.legal_moves() == sorted(f"bet {region}" for region in REGIONS)
    with pytest.raises(IllegalMove, match="no move with that number"):
        match.play("bet king")
    seen = match.view(match.to_move)["prospects"]
    assert {region for region, each in seen.items() if each["chance"] > 0} <= set(REGIONS)
    assert seen["feast"] == {"chance": 0.0, "points": 0.0}


def test_c15_4_undealt_cards_are_set_aside_and_pairs_are_sorted() -> None:
    match = match_of(["merchant", "courtesan", "queen", "merchant", "queen"])
    assert match.view(0)["deck"] == 0
    assert match.view(0)["holes"][0]["cards"] == ["courtesan", "merchant"]
    assert match.view(1)["holes"][1]["cards"] == ["merchant", "queen"]


def test_c15_5_other_rules_are_unchanged() -> None:
    match = match_of(["courtesan", "merchant", "priestess", "queen", "queen"])
    played(match, "bet opera", "stake 1", "bet queen", "stake 0")
    assert match.scores() == [4, 2]
    assert match.winners() == [0]
    with pytest.raises(IllegalMove, match="do not have enough coins"):
        played(match_of(YEAR), "bet opera", "stake 1", "bet opera")


def test_tables_do_not_offer_mini_games() -> None:
    assert "mini" not in GAME.rules.options.model_fields
