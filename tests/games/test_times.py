"""The time of a position, as tables and reviews tell it."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.scene.parts import words_of
from courtly.text.locales import Locale

TIMES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("courtisans", {}, ["Turn 1", "Turn 2", "Turn 3"]),
    ("cursed_court", {"great_exchange": "cash"}, ["Year 1 · Spring", "Year 1 · Summer", "Year 1 · Autumn"]),
    ("monarch", {}, ["Round 1", "Round 2", "Round 3"]),
]


def times(game: str, **options: Any) -> list[str]:
    """Return the times of a match in which every player makes the last legal move, each once, in order."""
    match, found = courtly.new_match(game, players=2, seed=1, **options), dict[str, None]()
    while match.to_move is not None:
        found[words_of(game).when(match.view(0), Locale("en", domain=game))] = None
        match.play(match.legal_moves()[-1])
    return list(found)


@pytest.mark.parametrize(("game", "options", "first"), TIMES)
def test_a_position_has_the_time_that_its_table_shows(game: str, options: dict[str, Any], first: list[str]) -> None:
    assert times(game, **options)[:3] == first


def test_the_time_between_two_years_is_the_next_year() -> None:
    assert "Year 2" in times("cursed_court", great_exchange="cash")
