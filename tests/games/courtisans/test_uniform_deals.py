"""Deals of Courtisans are uniform: cards by place, pairs of cards, removed cards, missions and the first player."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from courtly.engine.contract.game import set_up
from courtly.engine.contract.layout import States
from courtly.games.courtisans.state import HAND
from tests.games.chances import (
    MAX_SIGMAS,
    Numbers,
    draw_excess,
    fresh_states,
    in_any_order,
    independence_excess,
    pair_excess,
    place_excess,
)

pytestmark = pytest.mark.many

EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4, 5])
WHITE = BLUE = range(10)
ONE_DECK = range(18)


@cache
def dealt(players: int, edition: str = "2024") -> States:
    return fresh_states(set_up("courtisans", {"players": players, "edition": edition}), seed=players)


def box(players: int) -> list[int]:
    """Return the kinds of all ninety cards."""
    kinds: list[int] = set_up("courtisans", {"players": players}).content.cards.tolist()
    return kinds


def cards(players: int) -> Numbers:
    """Return the cards in play of every deal: hands by seat, shuffled because the state sorts them, then the deck."""
    states, content = dealt(players), set_up("courtisans", {"players": players}).content
    hands = in_any_order(states["hands"][:, :players]).reshape(len(states), -1)
    return np.hstack([hands, states["deck"][:, HAND * players : content.in_play]])


def old_missions(players: int) -> Numbers:
    """Return the missions of edition 2023, two per seat. Pairs are shuffled, because the state sorts them."""
    states = dealt(players, "2023")
    return in_any_order(states["missions"][:, :players]).reshape(len(states), -1)


@EVERY_SIZE
def test_c2_2_c2_3_every_card_is_equally_likely_in_every_place_or_removed(players: int) -> None:
    assert place_excess(cards(players), box(players)) < MAX_SIGMAS


@EVERY_SIZE
@pytest.mark.parametrize(
    ("one", "other"),
    [(0, 1), (0, HAND), (2, -1), (-2, -1), (20, 40)],
    ids=["in a hand", "in two hands", "in hand and at the bottom", "at the bottom", "in the deck"],
)
def test_c2_2_c2_3_every_pair_of_cards_is_equally_likely_in_two_places(players: int, one: int, other: int) -> None:
    rows = cards(players)
    assert pair_excess(rows[:, one], rows[:, other], box(players)) < MAX_SIGMAS


@EVERY_SIZE
@pytest.mark.parametrize("colour", [0, 1], ids=["white", "blue"])
def test_c2_4_every_mission_of_a_colour_is_equally_likely_for_every_seat(players: int, colour: int) -> None:
    missions = dealt(players)["missions"][:, :players, colour] - 10 * colour
    assert place_excess(missions, WHITE) < MAX_SIGMAS
    for one, other in combinations(range(players), 2):
        assert pair_excess(missions[:, one], missions[:, other], WHITE) < MAX_SIGMAS


@EVERY_SIZE
def test_c2_4_the_white_and_the_blue_mission_are_independent(players: int) -> None:
    missions = dealt(players)["missions"]
    for seat in range(players):
        white, blue = missions[:, seat, 0], missions[:, seat, 1] - 10
        assert independence_excess(white, blue, (WHITE, BLUE)) < MAX_SIGMAS


@EVERY_SIZE
def test_c2_5_every_mission_of_the_single_deck_is_equally_likely_for_every_seat(players: int) -> None:
    missions = old_missions(players)
    assert place_excess(missions, ONE_DECK) < MAX_SIGMAS
    assert pair_excess(missions[:, 0], missions[:, 1], ONE_DECK) < MAX_SIGMAS
    assert pair_excess(missions[:, 1], missions[:, 2], ONE_DECK) < MAX_SIGMAS


@EVERY_SIZE
def test_c2_6_every_seat_is_first_equally_often_regardless_of_the_deal(players: int) -> None:
    first, rows = dealt(players)["first"], cards(players)
    assert draw_excess(first, players) < MAX_SIGMAS
    assert independence_excess(rows[:, 0], first, (box(players), range(players))) < MAX_SIGMAS
