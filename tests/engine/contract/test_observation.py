"""Observations: pieces follow each other, and a tensor splits into them."""

from __future__ import annotations

import numpy as np
import pytest

from courtly.engine.contract.layout import Seen
from courtly.engine.contract.observation import Observation, Piece
from courtly.engine.errors import BadLayout

SEEN = Observation(turn=Piece("turn"), cards=Piece("cards by area and kind", (2, 3)), last=Piece("last card", (4,)))


def test_each_piece_begins_where_the_one_before_it_ends() -> None:
    assert [(piece.name, piece.start, piece.stop) for piece in SEEN] == [
        ("turn", 0, 1),
        ("cards", 1, 7),
        ("last", 7, 11),
    ]
    assert SEEN.size == 11
    assert SEEN["cards"].start == 1


@pytest.mark.parametrize("before", [(), (5,), (2, 5)])
def test_a_tensor_splits_into_pieces_of_their_shapes(before: tuple[int, ...]) -> None:
    tensor = np.zeros((*before, 11), np.float32)
    pieces = SEEN.split(tensor)
    assert {name: piece.shape for name, piece in pieces.items()} == {
        "turn": before,
        "cards": (*before, 2, 3),
        "last": (*before, 4),
    }


def test_a_piece_of_a_tensor_can_be_written_to() -> None:
    tensor = np.zeros(11, np.float32)
    SEEN.split(tensor)["cards"][1, 2] = 1
    assert np.flatnonzero(tensor).tolist() == [6]


@pytest.mark.parametrize("shape", [(), (10,), (11, 2)])
def test_a_tensor_of_another_length_cannot_be_split(shape: tuple[int, ...]) -> None:
    with pytest.raises(BadLayout, match="last axis has 11 numbers"):
        SEEN.split(np.zeros(shape))


def test_a_piece_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(BadLayout, match="no piece 'cart'; it has turn, cards, last"):
        SEEN["cart"]


def test_no_piece_holds_what_nobody_may_know() -> None:
    with pytest.raises(BadLayout, match="deck of an observation"):
        Observation(deck=Piece("deck", (3,), seen=Seen.NOBODY))


def test_columns_are_as_many_as_the_last_axis_is_long() -> None:
    with pytest.raises(BadLayout, match="2 columns named, and its last axis 3"):
        Observation(seats=Piece("seats", (4, 3), columns=("gold", "food")))
