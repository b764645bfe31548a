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
    assert advice_lines(match, "stake 3", lang)[:1] == before
    assert before[0].startswith(begun)
    assert before[0].endswith(ended)


def stake_line(match: Match, stake: int) -> str:
    return advice_lines(match, f"stake {stake}")[-1]


def test_clauses_5_3_5_4_and_5_9_a_stake_comes_with_what_bumps_it() -> None:
    match = begin()
    match.play("bet king")
    assert stake_line(match, 0) == "One coin bumps it."
    assert stake_line(match, 10) == "20 or more coins bump it."
    assert stake_line(match, 11) == "For now, no other player has enough to bump it."


def test_clause_5_5_the_coins_of_the_bumped_crown_can_bump_a_stake() -> None:
    match = begin()
    for move in ("bet king", "stake 4", "bet king"):
        match.play(move)
    assert stake_line(match, 10) == "20 or more coins bump it."


def test_chances_are_not_shown_if_cards_must_be_remembered() -> None:
    assert advice_lines(begin(court_remembers="hidden"), "bet king") == []


def test_buying_chips_has_no_chances() -> None:
    match = begin(great_exchange="cash", years=2)
    while match.view(match.to_move)["phase"] != "rebuy":
        match.play(match.legal_moves()[0])
    assert advice_lines(match, "rebuy") == []
