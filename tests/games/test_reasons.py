"""Reasons for illegal moves in every game: a code for programs and a sentence in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import courtly
from courtly.engine.contract.game import find_game, game_names
from courtly.engine.errors import IllegalMove
from courtly.engine.play.match import Match
from courtly.text.languages import worded

every_game = pytest.mark.parametrize("name", game_names())


def refusals(match: Match) -> Iterator[IllegalMove]:
    """Try some moves of the game and yield the errors of the illegal moves."""
    for number in range(0, match.setup.codec.count, 7):
        try:
            match._checked(match.setup.codec.format(number))
        except IllegalMove as error:
            yield error


def codes(name: str) -> list[str]:
    return [find_game(name).reason(number)[0] for number in find_game(name).rules.reasons]


@every_game
def test_an_illegal_move_has_a_reason_code_of_the_game(name: str) -> None:
    found = list(refusals(courtly.new_match(name, players=3, seed=1)))
    assert {error.reason for error in found} <= set(codes(name))
    assert all(error.as_dict()["reason"] == error.reason for error in found)
    assert found


@every_game
def test_no_two_reasons_of_a_game_share_a_code(name: str) -> None:
    assert len(set(codes(name))) == len(find_game(name).rules.reasons)


@every_game
def test_the_reason_is_translated_alone_and_inside_the_message(name: str) -> None:
    error = next(refusals(courtly.new_match(name, players=3, seed=1)))
    why, message = worded(error.why, "fr"), worded(error.sentence, "fr")
    assert why != str(error.why)
    assert message.endswith(f"ne peut pas être joué\u202f: {why}")


@every_game
def test_an_invalid_line_is_an_unknown_move(name: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        courtly.new_match(name, players=3, seed=1).play("dance")
    assert caught.value.reason == "unknown"
