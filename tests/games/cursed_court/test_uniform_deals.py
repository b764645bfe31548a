"""Deals of Cursed Court are uniform: nobles by position and year, pairs of cards, and the marker."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from courtly.engine.contract.game import Setup, set_up
from courtly.engine.contract.layout import States
from courtly.games.cursed_court.state import CARDS, COPIES, NOBLES
from courtly.games.cursed_court.years import end_year, next_year, tableau_size
from tests.games.chances import MAX_SIGMAS, draw_excess, fresh_states, independence_excess, pair_excess, place_excess

pytestmark = pytest.mark.many

EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
PAIRS = pytest.mark.parametrize(("one", "other"), [(0, 1), (0, 35), (5, 6), (17, 18), (34, 35)])
EVERY_YEAR = pytest.mark.parametrize("year", [1, 2, 3])
BOX = [noble for noble in range(NOBLES) for _ in range(COPIES)]


def prepared(**options: Any) -> Setup:
    return set_up("cursed_court", {"players": 4, **options})


@cache
def dealt(players: int = 4, year: int = 1) -> States:
    """Return deals at the beginning of a year."""
    setup = prepared(players=players)
    if year == 1:
        return fresh_states(setup, seed=players)
    states = dealt(players, year - 1).copy()
    for number in range(len(states)):
        next_year(setup.content, states[number])
    return states


@cache
def remembered() -> States:
    """Return deals of a second year in which the first year's tableau sits out."""
    setup = prepared(court_remembers="open")
    states = fresh_states(setup, seed=9)
    for number in range(len(states)):
        end_year(setup.content, states[number])
        next_year(setup.content, states[number])
    return states


@EVERY_SIZE
def test_c2_4_c3_1_every_noble_is_equally_likely_in_every_position(players: int) -> None:
    assert place_excess(dealt(players)["deck"], BOX) < MAX_SIGMAS


@EVERY_YEAR
def test_c2_4_c2_6_deck_is_uniform_in_every_year(year: int) -> None:
    assert (dealt(year=year)["dealt"] == year).all()
    assert place_excess(dealt(year=year)["deck"], BOX) < MAX_SIGMAS


@EVERY_YEAR
@PAIRS
def test_c2_4_pairs_of_nobles_are_equally_likely(year: int, one: int, other: int) -> None:
    decks = dealt(year=year)["deck"]
    assert pair_excess(decks[:, one], decks[:, other], BOX) < MAX_SIGMAS


@pytest.mark.parametrize(("early", "late"), [(1, 2), (2, 3), (1, 3)])
@pytest.mark.parametrize("place", [0, 4, 8, 35])
def test_c2_6_decks_of_different_years_are_independent(early: int, late: int, place: int) -> None:
    decks = [dealt(year=year)["deck"][:, place] for year in (early, late)]
    assert independence_excess(decks[0], decks[1], (BOX, BOX)) < MAX_SIGMAS


def test_c10_1_deck_without_the_cards_that_sit_out_is_uniform() -> None:
    states = remembered()
    left = CARDS - tableau_size(prepared().content, states[0])
    assert np.array_equal(states["aside"].sum(axis=1), np.full(len(states), CARDS - left))
    assert place_excess(states["deck"][:, :left], BOX) < MAX_SIGMAS
    assert pair_excess(states["deck"][:, 0], states["deck"][:, left - 1], BOX) < MAX_SIGMAS


@EVERY_SIZE
def test_c2_1_first_seat_is_uniform_and_independent_of_the_cards(players: int) -> None:
    states = dealt(players)
    assert draw_excess(states["first"], players) < MAX_SIGMAS
    assert independence_excess(states["deck"][:, 0], states["first"], (BOX, range(players))) < MAX_SIGMAS
