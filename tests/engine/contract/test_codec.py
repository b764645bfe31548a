"""Moves from a table of verbs: numbers and lines convert both ways, and invalid lines get an explanation."""

from __future__ import annotations

import pytest

from courtly.engine.contract.codec import Form, Numbers, VerbCodec, Words
from courtly.engine.errors import UnknownMove

CODEC = VerbCodec(
    [
        Form("take", [Words("<card>", ["fox", "owl"]), Numbers("<coins>", 2)]),
        Form("take", [Words("<seat>", ["0", "1"])], gap=3),
        Form("pass"),
    ]
)


def test_every_number_has_a_line_that_parses_back() -> None:
    numbers = [*range(8), 11]
    assert [CODEC.parse(CODEC.format(number)) for number in numbers] == numbers
    assert (CODEC.count, CODEC.starts) == (12, [0, 6, 11])


@pytest.mark.parametrize("number", [8, 10, 12, -1])
def test_a_number_in_a_gap_is_not_a_move(number: int) -> None:
    with pytest.raises(ValueError, match="there is no move of number"):
        CODEC.format(number)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bow", "is not a move; use one of: take <card> <coins>, take <seat>, pass"),
        ("take fox 02", "'02' is not a valid <coins>; choose from 0 to 2"),
        ("take fox 3 4", "is not a move; use one of: take <card> <coins>, take <seat>"),
        ("pass now", "is not a move; use one of: pass"),
        ("", "is not a move"),
        (None, "is not a move"),
        ("take  fox 1", "is not a move"),
    ],
)
def test_an_invalid_line_is_refused_with_the_allowed_forms(line: str, told: str) -> None:
    with pytest.raises(UnknownMove) as caught:
        CODEC.parse(line)
    assert told in str(caught.value)
    assert caught.value.given == line


def test_the_wrong_word_is_named_if_only_one_form_fits() -> None:
    codec = VerbCodec([Form("lay", [Words("<card>", ["fox"]), Numbers("<spot>", 4)])])
    with pytest.raises(UnknownMove, match="'5' is not a valid <spot>; choose from 0 to 4") as caught:
        codec.parse("lay fox 5")
    assert caught.value.allowed == ["0 to 4"]


@pytest.mark.parametrize("word", ["-1", "+1", "1.0", "²", "٣", "1" * 20, "01", ""])
def test_a_number_has_only_one_notation(word: str) -> None:
    assert Numbers("<n>", 10**12).read(word) is None
