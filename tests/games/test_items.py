"""The items with win rates: their kinds have names, and a match names only items of these kinds that have a name."""

from __future__ import annotations

import pytest

from courtly.engine.contract.game import find_game, game_names, set_up
from courtly.scene import plain
from courtly.scene.parts import words_of
from courtly.testing import random_match
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale

NAMES = [
    ("courtisans", "guards-4", "At least 4 guards are in your domain.", "Au moins 4 gardes sont dans votre domaine."),
    ("cursed_court", "wedding", "Wedding", "Noces"),
    ("cursed_court", "king", "King", "Roi"),
    ("monarch", "banner-of-might", "Banner of Might", "Bannière de la Puissance"),
]


@pytest.mark.parametrize(("game", "item", "english", "french"), NAMES)
def test_an_item_has_a_name_in_each_language(game: str, item: str, english: str, french: str) -> None:
    assert words_of(game).item(item, Locale()) == english
    assert words_of(game).item(item, Locale("fr")) == french


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_all_items_of_a_match_have_names(game: str, lang: str) -> None:
    words, find_uses = words_of(game), find_game(game).study.uses
    assert words.items
    assert find_uses is not None
    match = random_match(set_up(game, {"players": 2}), seed=1)
    named = [use for use in find_uses(match.view(), match.log()) if use.kind in words.items]
    assert named
    assert all(words.item(use.item, Locale(lang)) for use in named)


def test_the_default_name_of_an_item_is_its_id() -> None:
    assert plain.item_name("fox", Locale()) == "fox"
