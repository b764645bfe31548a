"""Deals of Courtisans are uniform: every card in every place, pairs of cards, what is removed, missions, who begins."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from courtly.engine.contract.game import set_up
from courtly.engine.contract.layout import States
from courtly.games.courtisans.state import HAND
from tests.games.chances import (
    SURE,
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
    """The kinds of all ninety cards."""
    kinds: list[int] = set_up("courtisans", {"players": players}).content.cards.tolist()
    return kinds


def cards(players: int) -> Numbers:
    """The cards in play of every deal, from the top: the hands by seat, which the state keeps sorted, then the deck."""
    states, content = dealt(players), set_up("courtisans", {"players": players}).content
    hands = in_any_order(states["hands"][:, :players]).reshape(len(states), -1)
    return np.hstack([hands, states["deck"][:, HAND * players : content.in_play]])


def old_missions(players: int) -> Numbers:
    """The missions of edition 2023 from the top, two for each seat, which the state keeps sorted."""
    states = dealt(players, "2023")
    return in_any_order(states["missions"][:, :players]).reshape(len(states), -1)


@EVERY_SIZE
def test_c2_2_c2_3_every_card_is_dealt_to_every_place_or_removed_equally_often(players: int) -> None:
    assert place_excess(cards(players), box(players)) < SURE


@EVERY_SIZE
@pytest.mark.parametrize(
    ("one", "other"),
    [(0, 1), (0, HAND), (2, -1), (-2, -1), (20, 40)],
    ids=["in a hand", "in two hands", "in hand and at the bottom", "at the bottom", "in the deck"],
)
def test_c2_2_c2_3_any_two_cards_meet_equally_often(players: int, one: int, other: int) -> None:
    rows = cards(players)
    assert pair_excess(rows[:, one], rows[:, other], box(players)) < SURE


@EVERY_SIZE
@pytest.mark.parametrize("colour", [0, 1], ids=["white", "blue"])
def test_c2_4_every_mission_of_a_colour_comes_to_every_seat_equally_often(players: int, colour: int) -> None:
    missions = dealt(players)["missions"][:, :players, colour] - 10 * colour
    assert place_excess(missions, WHITE) < SURE
    for one, other in combinations(range(players), 2):
        assert pair_excess(missions[:, one], missions[:, other], WHITE) < SURE


@EVERY_SIZE
def test_c2_4_a_white_mission_says_nothing_about_the_blue_one(players: int) -> None:
    missions = dealt(players)["missions"]
    for seat in range(players):
        white, blue = missions[:, seat, 0], missions[:, seat, 1] - 10
        assert independence_excess(white, blue, (WHITE, BLUE)) < SURE


@EVERY_SIZE
def test_c2_5_every_mission_of_the_one_deck_comes_to_every_seat_equally_often(players: int) -> None:
    missions = old_missions(players)
    assert place_excess(missions, ONE_DECK) < SURE
    assert pair_excess(missions[:, 0], missions[:, 1], ONE_DECK) < SURE
    assert pair_excess(missions[:, 1], missions[:, 2], ONE_DECK) < SURE


@EVERY_SIZE
def test_c2_6_every_seat_begins_equally_often_whatever_was_dealt(players: int) -> None:
    first, rows = dealt(players)["first"], cards(players)
    assert draw_excess(first, players) < SURE
    assert independence_excess(rows[:, 0], first, (box(players), range(players))) < SURE
