"""Advice on bets in Cursed Court: the chances of a region, withheld if they would reveal cards to remember."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.games.cursed_court.advice import advice


def begin(**options: Any) -> Match:
    return courtly.new_match("cursed_court", players=2, seed=4, deal={"first": 0}, **options)


def advice_lines(match: Match, move: str, lang: str = "en") -> list[str]:
    view: Any = match.view(match.to_move)
    return advice(view, move, list, lang)


@pytest.mark.parametrize(
    ("lang", "begun", "ended"),
    [
        ("en", "Sorceress: ", " points on average."),
        ("fr", "Enchanteresse\u202f: ", " point en moyenne."),
    ],
)
def test_chances_are_shown_for_a_bet_and_its_stake(lang: str, begun: str, ended: str) -> None:
    match = begin()
    before = advice_lines(match, "bet sorceress", lang)
    match.play("bet sorceress")
    assert advice_lines(match, "stake 3", lang) == before
    assert before[0].startswith(begun)
    assert before[0].endswith(ended)


def test_chances_are_not_shown_if_cards_must_be_remembered() -> None:
    assert advice_lines(begin(court_remembers="hidden"), "bet king") == []


def test_buying_chips_has_no_chances() -> None:
    match = begin(great_exchange="cash", years=2)
    while match.view(match.to_move)["phase"] != "rebuy":
        match.play(match.legal_moves()[0])
    assert advice_lines(match, "rebuy") == []
