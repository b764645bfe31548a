"""Which kind of decision a move was, for what is said of the mistakes that come back."""

from __future__ import annotations

import pytest

from courtly.engine.contract.game import game_names
from courtly.scene import plain
from courtly.scene.parts import words_of
from courtly.text.reader import Reader

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


def test_in_a_game_that_does_not_say_so_a_kind_is_a_verb() -> None:
    assert plain.decision("buy jewel-bazaar", 1) == "buy"


@pytest.mark.parametrize("game", game_names())
def test_every_kind_is_called_something_in_french_too(game: str) -> None:
    words = words_of(game)
    assert {kind for one, _, kind in KINDS if one == game} == set(words.decisions)
    for text in words.decisions.values():
        assert Reader("fr", domain=game).say(text) != text
