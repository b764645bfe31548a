"""What explains a bet in Cursed Court: its chances, unless they would tell what is to be remembered."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.games.cursed_court.advice import advice


def begin(**options: Any) -> Match:
    return courtly.new_match("cursed_court", players=2, seed=4, deal={"first": 0}, **options)


def told(match: Match, move: str, lang: str = "en") -> list[str]:
    view: Any = match.view(match.to_move)
    return advice(view, move, list, lang)


@pytest.mark.parametrize(
    ("lang", "begun", "ended"),
    [
        ("en", "Sorceress scores with a chance of ", " points on average."),
        ("fr", "Enchanteresse marque avec une probabilité de ", " point en moyenne."),
    ],
)
def test_the_chances_of_a_region_are_told_for_a_bet_and_for_its_coins(lang: str, begun: str, ended: str) -> None:
    match = begin()
    before = told(match, "bet sorceress", lang)
    match.play("bet sorceress")
    assert told(match, "stake 3", lang) == before
    assert before[0].startswith(begun)
    assert before[0].endswith(ended)


def test_chances_are_not_told_where_cards_are_to_be_remembered() -> None:
    assert told(begin(court_remembers="hidden"), "bet king") == []


def test_chips_bought_between_years_concern_no_region() -> None:
    match = begin(great_exchange="cash", years=2)
    while match.view(match.to_move)["phase"] != "rebuy":
        match.play(match.legal_moves()[0])
    assert told(match, "rebuy") == []
