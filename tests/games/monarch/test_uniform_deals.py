"""Uniformity of Monarch deals: cards in deck and row, boards, first seat, and every reshuffle."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.contract.layout import States
from courtly.games.monarch.rules.board import discard
from courtly.games.monarch.rules.market import draw_reshuffle_seed, fill
from courtly.games.monarch.state import FIRST_MOON, NONE, SPOTS, State
from tests.games.chances import (
    DEALS,
    MAX_SIGMAS,
    Numbers,
    draw_excess,
    fresh_states,
    independence_excess,
    pair_excess,
    place_excess,
)

pytestmark = pytest.mark.many

EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4])
PAIRS = pytest.mark.parametrize(("one", "other"), [(0, 1), (0, -1), (4, 5), (30, 31), (-2, -1)])
SETUP = set_up("monarch", {"players": 3})
BOX: list[int] = SETUP.content.cards[: SETUP.content.in_play].tolist()
NUMBERS = range(len(BOX))
LANDS: list[int] = SETUP.content.boards[: SETUP.content.board_count].tolist()


@cache
def dealt(players: int = 3) -> States:
    return fresh_states(set_up("monarch", {"players": players}), seed=players)


def numbered(cards: Numbers, values: list[int] = BOX) -> Numbers:
    """Return cards as indexes into `values`, because card numbers have gaps."""
    return np.searchsorted(values, cards)


def decks(players: int = 3) -> Numbers:
    return numbered(dealt(players)["deck"][:, : len(BOX)])


@kernel
def clear_deck(s: State) -> int:
    """Discard the deck and the row, and return the size of the discard pile."""
    for i in range(s.drawn, s.deck_size):
        discard(s, s.deck[i])
    for spot in range(SPOTS):
        if s.market[spot] != NONE:
            discard(s, s.market[spot])
            s.market[spot] = NONE
    s.drawn = s.deck_size
    return int(s.discards)


@cache
def positions(reshuffles: int) -> States:
    """Return `DEALS` copies of a position after a number of reshuffles of all cards, each with its own seed."""
    if reshuffles == 0:
        states, rng = SETUP.game.rules.state.empty(DEALS), stream(8)
        SETUP.game.rules.kernels.deal(SETUP.content, states[0], stream(1))
        states[:] = states[0]
        states["luck"] = [draw_reshuffle_seed(rng) for _ in range(DEALS)]
        return states
    states = positions(reshuffles - 1).copy()
    for number in range(DEALS):
        assert clear_deck(states[number]) == len(BOX)
        fill(SETUP.content, states[number])
    return states


def reshuffled(number: int) -> Numbers:
    """Return the decks after reshuffle `number`, counted from one."""
    states = positions(number)
    start = int(states[0].drawn)
    return numbered(states["deck"][:, start : start + len(BOX)])


def test_c2_3_every_card_is_equally_likely_in_every_place() -> None:
    assert place_excess(decks(), NUMBERS) < MAX_SIGMAS


@PAIRS
def test_c2_3_every_pair_of_cards_is_equally_likely(one: int, other: int) -> None:
    assert pair_excess(decks()[:, one], decks()[:, other], NUMBERS) < MAX_SIGMAS


def test_c2_3_c2_4_every_card_but_the_moons_is_equally_likely_in_every_spot() -> None:
    shown = [card for card in BOX if card < FIRST_MOON]
    row = numbered(dealt()["market"], shown)
    assert place_excess(row, range(len(shown))) < MAX_SIGMAS
    assert pair_excess(row[:, 0], row[:, 4], range(len(shown))) < MAX_SIGMAS


def test_c2_2_every_board_is_equally_likely_in_every_cell_and_in_the_box() -> None:
    lands = dealt()["lands"]
    assert place_excess(lands, LANDS) < MAX_SIGMAS
    for one, other in ((0, 1), (0, 8), (4, 5), (7, 8)):
        assert pair_excess(lands[:, one], lands[:, other], LANDS) < MAX_SIGMAS


@EVERY_SIZE
def test_c2_7_every_seat_is_equally_likely_to_begin(players: int) -> None:
    first = dealt(players)["first"]
    assert draw_excess(first, players) < MAX_SIGMAS
    assert independence_excess(decks(players)[:, 0], first, (NUMBERS, range(players))) < MAX_SIGMAS


@pytest.mark.parametrize("number", [1, 2, 3])
def test_c22_4_every_card_is_equally_likely_in_every_place_of_a_reshuffle(number: int) -> None:
    assert place_excess(reshuffled(number), NUMBERS) < MAX_SIGMAS


@PAIRS
@pytest.mark.parametrize("number", [1, 2])
def test_c22_4_every_pair_of_cards_is_equally_likely_in_a_reshuffle(number: int, one: int, other: int) -> None:
    assert pair_excess(reshuffled(number)[:, one], reshuffled(number)[:, other], NUMBERS) < MAX_SIGMAS


@pytest.mark.parametrize(("early", "late"), [(1, 2), (2, 3), (1, 3)])
@pytest.mark.parametrize("place", [0, 40, -1])
def test_c22_4_reshuffles_are_independent(early: int, late: int, place: int) -> None:
    one, other = reshuffled(early)[:, place], reshuffled(late)[:, place]
    assert independence_excess(one, other, (NUMBERS, NUMBERS)) < MAX_SIGMAS
