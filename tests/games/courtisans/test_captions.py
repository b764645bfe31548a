"""The caption of a turn of Courtisans: it says in a few words what happened."""

from __future__ import annotations

import pytest

import courtly
from courtly.scene.parts import words_of
from courtly.text.locales import Locale
from tests.games.courtisans.builders import begin, finish, run

NAMES = ["Ann", "Bo"]


def caption(match: courtly.Match, since: int, seat: int | None, lang: str = "en") -> str:
    """Return the caption of the moves since a version, for a viewer."""
    locale = Locale(lang, NAMES, seat, "courtisans")
    return words_of("courtisans").turn_caption(match.log(seat, since=since), match.options, locale)


@pytest.fixture
def turn() -> courtly.Match:
    """Bo kills a card at the table, plays a spy in Ann's domain, and a card without a role in their own."""
    match = begin(hands=[["toad.plain", "stag.plain", "carp.plain"], ["hare.assassin", "hare.spy", "carp.plain"]])
    run(match, "play toad.plain below", "play stag.plain domain:0", "play carp.plain domain:1")
    run(
        match, "play hare.assassin above", "kill toad.plain below", "play hare.spy domain:0", "play carp.plain domain:1"
    )
    return match


@pytest.mark.parametrize(
    ("lang", "seat", "expected"),
    [
        ("en", 0, "Bo: Hare assassin above · eliminated: Toad below · spy 1 to you · Carp in own domain."),
        (
            "en",
            1,
            "You: Hare assassin above · eliminated: Toad below · Hare spy to Ann · Carp in your domain.",
        ),
        (
            "fr",
            0,
            (
                "Bo : Assassin du Lièvre au-dessus · éliminé : Crapaud au-dessous · espion n° 1 chez vous · "
                "Carpe dans son domaine."
            ),
        ),
    ],
)
def test_a_caption_has_every_act_of_the_turn(turn: courtly.Match, lang: str, seat: int, expected: str) -> None:
    spaces = str.maketrans("\u202f\u00a0", "  ")
    assert caption(turn, 3, seat, lang).translate(spaces) == expected


def test_only_the_player_of_a_spy_reads_its_family_in_the_caption(turn: courtly.Match) -> None:
    assert [("Hare spy" in caption(turn, 3, seat)) for seat in (0, 1, None)] == [False, True, False]


def test_a_caption_says_that_an_assassin_has_no_victim_or_one_in_its_domain() -> None:
    match = begin(hands=[["toad.plain", "stag.plain", "carp.plain"], ["hare.assassin", "hare.plain", "carp.assassin"]])
    run(match, "play toad.plain above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play hare.assassin above", "spare", "play carp.assassin domain:0", "kill stag.plain domain:0")
    acts = ("Bo: Hare assassin above", "no victim", "Carp assassin to Ann", "eliminated: Stag.")
    # A separator stays with the text before it, so that no line of a phone begins with one.
    assert caption(match, 3, None) == "\N{NO-BREAK SPACE}· ".join(acts)


def test_the_last_caption_says_that_the_spies_are_revealed() -> None:
    match = finish(above=["hare.spy"])
    assert caption(match, match.version - 1, 0).endswith(". The spies are revealed.")
    assert caption(match, match.version, 0) == ""
