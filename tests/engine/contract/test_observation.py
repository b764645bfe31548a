"""Observations: consecutive pieces, into which a tensor can be split."""

from __future__ import annotations

import numpy as np
import pytest

from courtly.engine.contract.layout import Visibility
from courtly.engine.contract.observation import Observation, Piece
from courtly.engine.errors import BadLayout

OBSERVATION = Observation(
    turn=Piece("turn"), cards=Piece("cards by area and kind", (2, 3)), last=Piece("last card", (4,))
)


def test_each_piece_starts_at_the_end_of_the_previous_one() -> None:
    assert [(piece.name, piece.start, piece.stop) for piece in OBSERVATION] == [
        ("turn", 0, 1),
        ("cards", 1, 7),
        ("last", 7, 11),
    ]
    assert OBSERVATION.size == 11
    assert OBSERVATION["cards"].start == 1


@pytest.mark.parametrize("before", [(), (5,), (2, 5)])
def test_a_tensor_is_split_into_shaped_pieces(before: tuple[int, ...]) -> None:
    tensor = np.zeros((*before, 11), np.float32)
    pieces = OBSERVATION.split(tensor)
    assert {name: piece.shape for name, piece in pieces.items()} == {
        "turn": before,
        "cards": (*before, 2, 3),
        "last": (*before, 4),
    }


def test_a_split_piece_is_a_writable_view() -> None:
    tensor = np.zeros(11, np.float32)
    OBSERVATION.split(tensor)["cards"][1, 2] = 1
    assert np.flatnonzero(tensor).tolist() == [6]


@pytest.mark.parametrize("shape", [(), (10,), (11, 2)])
def test_a_tensor_of_the_wrong_length_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(BadLayout, match="last axis has 11 numbers"):
        OBSERVATION.split(np.zeros(shape))


def test_an_unknown_piece_is_refused_with_the_known_pieces() -> None:
    with pytest.raises(BadLayout, match="no piece 'cart'; it has turn, cards, last"):
        OBSERVATION["cart"]


def test_a_piece_hidden_from_all_seats_is_refused() -> None:
    with pytest.raises(BadLayout, match="deck of an observation"):
        Observation(deck=Piece("deck", (3,), visibility=Visibility.NOBODY))


def test_a_piece_needs_one_column_name_for_each_element_of_its_last_axis() -> None:
    with pytest.raises(BadLayout, match="2 columns named, and its last axis 3"):
        Observation(seats=Piece("seats", (4, 3), columns=("gold", "food")))
