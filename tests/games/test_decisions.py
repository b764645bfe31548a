"""The kinds of decisions, which the statistics of recurring mistakes use."""

from __future__ import annotations

import pytest

from courtly.engine.contract.game import game_names
from courtly.scene import plain
from courtly.scene.parts import words_of
from courtly.text.locales import Locale

KINDS = [
    ("courtisans", "play hare.guard above", "queen"),
    ("courtisans", "play hare.spy below", "queen"),
    ("courtisans", "play hare.guard domain:1", "own"),
    ("courtisans", "play hare.guard domain:0", "other"),
    ("courtisans", "kill spy:3", "kill"),
    ("courtisans", "spare", "kill"),
    ("cursed_court", "bet king feint", "bet"),
    ("cursed_court", "stake 12", "stake"),
    ("cursed_court", "rebuy", "rebuy"),
    ("cursed_court", "stand", "rebuy"),
    ("monarch", "free jewel-bazaar", "acquire"),
    ("monarch", "tax", "income"),
    ("monarch", "build a1", "place"),
    ("monarch", "pass", "pledge"),
    ("monarch", "send 1", "guest"),
    ("monarch", "fly wolf", "turn"),
]


@pytest.mark.parametrize(("game", "move", "kind"), KINDS)
def test_a_move_is_a_decision_of_a_kind(game: str, move: str, kind: str) -> None:
    assert words_of(game).decision(move, 1) == kind


def test_the_default_kind_is_the_verb_of_a_move() -> None:
    assert plain.decision("buy jewel-bazaar", 1) == "buy"


@pytest.mark.parametrize("game", game_names())
def test_every_kind_has_a_name_in_english_and_french(game: str) -> None:
    words = words_of(game)
    assert {kind for one, _, kind in KINDS if one == game} == set(words.decisions)
    for text in words.decisions.values():
        assert Locale("fr", domain=game).say(text) != text
