"""French: `de` before a name, and the choice of the plural."""

from __future__ import annotations

import pytest

from courtly.text.french import of, plural_of
from courtly.text.locales import Locale


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Bo", "de Bo"),
        ("Ann", "d’Ann"),
        ("émile", "d’émile"),
        ("Hélène", "d’Hélène"),
        ("Yves", "d’Yves"),
        ("Yann", "de Yann"),
        ("Œdipe", "d’Œdipe"),
        ("y", "de y"),
        ("7", "de 7"),
        ("", "de "),
    ],
)
def test_de_is_elided_before_a_vowel(name: str, told: str) -> None:
    assert of(name) == told


@pytest.mark.parametrize(
    ("number", "noun"), [(0, "carte"), (0.7, "carte"), (1.6, "carte"), (-1.9, "carte"), (2, "cartes")]
)
def test_french_is_singular_below_two(number: float, noun: str) -> None:
    told = Locale("fr", domain="courtisans").count("{n} card in the deck", "{n} cards in the deck", plural_of(number))
    assert told.split(" ")[1] == noun
