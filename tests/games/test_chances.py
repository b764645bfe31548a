"""Check the statistical tests of `chances`: they detect a slightly biased shuffle in `DEALS` deals of each game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from tests.games.chances import DEALS, MAX_SIGMAS, Numbers, draw_excess, independence_excess, pair_excess, place_excess

Shuffle = Callable[[np.random.Generator, Numbers], None]
"""A function that shuffles all rows of cards in place."""

BOXES = {
    "courtisans": np.repeat(np.arange(30), np.tile([4, 4, 2, 2, 3], 6)),
    "cursed court": np.repeat(np.arange(9), 4),
    "monarch": np.arange(74),
}
"""The cards in the box of each game."""


def swap(rows: Numbers, i: int, j: Numbers) -> None:
    every = np.arange(len(rows))
    rows[every, i], rows[every, j] = rows[every, j], rows[every, i]


def fair(rng: np.random.Generator, rows: Numbers) -> None:
    for i in range(rows.shape[1] - 1, 0, -1):
        swap(rows, i, rng.integers(0, i + 1, len(rows)))


def swap_with_any(rng: np.random.Generator, rows: Numbers) -> None:
    for i in range(rows.shape[1]):
        swap(rows, i, rng.integers(0, rows.shape[1], len(rows)))


def never_with_itself(rng: np.random.Generator, rows: Numbers) -> None:
    """Fisher-Yates with an off-by-one error: no card can keep its place (Sattolo's algorithm)."""
    for i in range(rows.shape[1] - 1, 0, -1):
        swap(rows, i, rng.integers(0, i, len(rows)))


def without_the_last(rng: np.random.Generator, rows: Numbers) -> None:
    fair(rng, rows[:, :-1])


def without_the_first(rng: np.random.Generator, rows: Numbers) -> None:
    fair(rng, rows[:, 1:])


def cut(rng: np.random.Generator, rows: Numbers) -> None:
    """Rotate the cards: each place is equally likely for a card, but neighbours stay together."""
    size = rows.shape[1]
    places = (np.arange(size) + rng.integers(0, size, len(rows))[:, None]) % size
    rows[:] = np.take_along_axis(rows, places, axis=1)


@cache
def deals(shuffle: Shuffle, box: str) -> Numbers:
    rows = np.tile(BOXES[box], (DEALS, 1))
    shuffle(np.random.default_rng(3), rows)
    return rows


@pytest.mark.parametrize("shuffle", [swap_with_any, never_with_itself, without_the_last, without_the_first])
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("share", [1, 2 / 3], ids=["all dealt", "some put aside"])
def test_a_card_that_prefers_a_place_is_detected(shuffle: Shuffle, box: str, share: float) -> None:
    rows = deals(shuffle, box)
    seen = rows[:, : int(share * rows.shape[1])] if shuffle is not without_the_last else rows[:, -20:]
    assert place_excess(seen, BOXES[box].tolist()) > MAX_SIGMAS


@pytest.mark.parametrize("box", BOXES)
def test_cards_that_stay_together_are_detected(box: str) -> None:
    rows, cards = deals(cut, box), BOXES[box].tolist()
    assert pair_excess(rows[:, 0], rows[:, 1], cards) > MAX_SIGMAS
    assert pair_excess(rows[:, 0], rows[:, -1], cards) > MAX_SIGMAS


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("share", [1, 2 / 3], ids=["all dealt", "some put aside"])
def test_a_fair_shuffle_passes(box: str, share: float) -> None:
    rows, cards = deals(fair, box), BOXES[box].tolist()
    assert place_excess(rows[:, : int(share * len(cards))], cards) < MAX_SIGMAS
    assert pair_excess(rows[:, 0], rows[:, 1], cards) < MAX_SIGMAS
    assert pair_excess(rows[:, 0], rows[:, -1], cards) < MAX_SIGMAS


def test_a_second_shuffle_with_the_same_numbers_is_detected() -> None:
    cards = BOXES["cursed court"].tolist()
    rng = np.random.default_rng(4)
    one, other = (np.tile(cards, (DEALS, 1)) for _ in range(2))
    fair(rng, one)
    fair(rng, other)
    assert independence_excess(one[:, 0], other[:, 0], (cards, cards)) < MAX_SIGMAS
    assert independence_excess(one[:, 0], one[:, 0], (cards, cards)) > MAX_SIGMAS


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_seat_that_begins_more_often_is_detected(seats: int) -> None:
    rng = np.random.default_rng(5)
    assert draw_excess(rng.integers(0, seats, DEALS), seats) < MAX_SIGMAS
    assert draw_excess(rng.integers(0, seats + 1, DEALS) % seats, seats) > MAX_SIGMAS
