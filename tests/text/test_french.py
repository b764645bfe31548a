"""French: `de` and `que` before a name, the choice of the plural, and spaces."""

from __future__ import annotations

import pytest

from courtly.text.french import French
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
    assert French().of(name) == told


@pytest.mark.parametrize(("name", "told"), [("Bo", "que Bo"), ("Isaure", "qu’Isaure"), ("Yann", "que Yann")])
def test_que_is_elided_before_a_vowel(name: str, told: str) -> None:
    assert French().than(name) == told


@pytest.mark.parametrize(
    ("number", "noun"), [(0, "carte"), (0.7, "carte"), (1.6, "carte"), (-1.9, "carte"), (2, "cartes")]
)
def test_french_is_singular_below_two(number: float, noun: str) -> None:
    locale = Locale("fr", domain="courtisans")
    form = locale.language.plural_of(number)
    told = locale.count("{n} card in the deck", "{n} cards in the deck", form)
    assert told.split(" ")[1] == noun


def test_tall_punctuation_has_narrow_spaces() -> None:
    assert French().typeset("« Vaut 3 » ; oui") == "«\u202fVaut 3\u202f»\u202f; oui"
