"""Positions as text: in both languages, with only the requested events, and the rules."""

from __future__ import annotations

import pytest

from courtly.engine.contract.game import find_game, set_up
from courtly.engine.play.match import Match, Opening
from courtly.scene.prose import moves_in_words, position_in_words, rules_in_words
from courtly.text.locales import Locale

GAMES = ["courtisans", "cursed_court", "monarch"]


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    """Return a match of each game after a few moves."""
    begun = Match(set_up(request.param, {"players": 2}), Opening(seed=8))
    for _ in range(5):
        begun.play(begun.legal_moves()[-1])
    return begun


def text_of(match: Match, seat: int, lang: str, *, since: int = 0) -> str:
    log, locale = match.log(seat), Locale(lang, ["Ann", "Ben"], seat, match.game)
    return position_in_words(match.setup, match.view(seat), log, locale, told=log[since:])


@pytest.mark.parametrize(("lang", "colon"), [("en", ": "), ("fr", "\u202f: ")])
def test_the_colon_after_a_name_follows_the_language(match: Match, lang: str, colon: str) -> None:
    you = {"en": "you", "fr": "vous"}[lang]
    assert f"Ann ({you}){colon}" in text_of(match, 0, lang)


def test_only_the_requested_events_are_included(match: Match) -> None:
    whole, rest = text_of(match, 0, "en"), text_of(match, 0, "en", since=len(match.log(0)))
    assert "\n- " in whole
    assert "\n- " not in rest
    assert set(rest.splitlines()) < set(whole.splitlines())


def test_no_note_has_parentheses_twice(match: Match) -> None:
    while not match.is_over:
        match.play(match.legal_moves()[-1])
    assert "((" not in text_of(match, 0, "en")


def test_a_seat_that_does_not_decide_has_no_moves(match: Match) -> None:
    for seat in range(2):
        moves = moves_in_words(match.setup, match.view(seat), Locale(seat=seat, domain=match.game))
        assert bool(moves) == (seat == match.to_move)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_a_description_in_the_language(game: str) -> None:
    english, french = (rules_in_words(find_game(game), Locale(lang, domain=game)) for lang in ("en", "fr"))
    assert english.split("\n\n")[1] != french.split("\n\n")[1]
    assert "**1.1**" in english
