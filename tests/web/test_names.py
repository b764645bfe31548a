"""Names that are read from right to left: the sentence around them keeps its order."""

from __future__ import annotations

import random

import courtly
from courtly.web.members import pennant
from tests.web.helpers import page_of

NAMES = ("שרה 7", "Isaure", "Aldric")
ISOLATED = f"\u2068{NAMES[0]}\u2069"
"""The name between the signs that isolate it: first strong isolate, and pop directional isolate."""


def test_a_name_from_right_to_left_is_isolated_in_sentences() -> None:
    match, dice = courtly.new_match("courtisans", players=3, seed=5), random.Random(5)
    while not match.is_over:
        match.play(dice.choice(match.legal_moves()))
    text = page_of(match, 1, names=NAMES)
    assert NAMES[0] in text
    assert text.count(NAMES[0]) == text.count(ISOLATED)


def test_other_names_have_no_signs_of_direction() -> None:
    assert "\u2068" not in page_of(courtly.new_match("courtisans", players=3, seed=5), 1)


def test_the_letter_of_an_isolated_name_is_its_first_letter() -> None:
    assert pennant(ISOLATED, "wine").letter == "ש"
