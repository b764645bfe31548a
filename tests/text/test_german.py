"""German: `von` before a name, and the grammar of games without a German catalogue."""

from __future__ import annotations

import pytest

from courtly.games.cursed_court.names import together
from courtly.text.locales import Locale


@pytest.mark.parametrize("name", ["Bo", "Hans", "Max", "7"])
def test_von_fits_every_name(name: str) -> None:
    assert Locale("de", [name], domain="courtisans").owner(0) == f"von {name}"


def test_a_decimal_is_plural() -> None:
    german = Locale("de").language
    assert (german.plural_of(1.0), german.decimal(1.0), german.percent("50")) == (2, "1,0", "50\u202f%")


@pytest.mark.parametrize("game", ["cursed_court", "monarch"])
def test_a_game_without_german_texts_has_english_grammar(game: str) -> None:
    assert Locale("de", ["Bo"], domain=game).owner(0) == "Bo’s"


def test_english_names_are_joined_in_english() -> None:
    assert together(["the Queen", "the King"], "de") == "the Queen and the King"
