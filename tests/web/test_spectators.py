"""Pages for spectators: they show the whole table, but offer no choices and reveal no hidden information."""

from __future__ import annotations

import random
import re

import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.text.languages import LANGUAGES
from tests.web.helpers import page_of

GAMES = courtly.game_names()
COMMAND = re.compile(r'name="command" value="[^"]*"')

every_game = pytest.mark.parametrize("game", GAMES)
both = pytest.mark.parametrize("lang", LANGUAGES)


def match_of(game: str, moves: int) -> courtly.Match:
    match, choose = courtly.new_match(game, players=3, seed=5), random.Random(moves).choice
    while not match.is_over and match.version < moves:
        match.play(choose(match.legal_moves()))
    return match


@every_game
@both
@pytest.mark.parametrize("moves", [0, 17, 10_000])
def test_a_spectator_sees_the_table_and_has_nothing_to_choose(game: str, lang: str, moves: int) -> None:
    text = page_of(match_of(game, moves), None, lang)
    assert 'name="move"' not in text
    assert "Camille" in text


@every_game
def test_a_spectators_page_does_not_depend_on_hidden_information(game: str) -> None:
    for moves in (3, 11, 26):
        match = match_of(game, moves)
        twins = [match, match.imagined(None, stream(1)), match.imagined(None, stream(2))]
        assert len({COMMAND.sub("", page_of(twin, None)) for twin in twins}) == 1
