"""Reasons why a move is not legal, in every game: a code that programs read, and a sentence in every language."""

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
    """Try some moves that the game has, and yield the errors of those that are illegal."""
    for number in range(0, match.setup.codec.count, 7):
        try:
            match._checked(match.setup.codec.format(number))
        except IllegalMove as error:
            yield error


def codes(name: str) -> list[str]:
    return [find_game(name).reason(number)[0] for number in find_game(name).rules.reasons]


@every_game
def test_an_illegal_move_has_the_code_of_one_of_the_games_reasons(name: str) -> None:
    found = list(refusals(courtly.new_match(name, players=3, seed=1)))
    assert {error.reason for error in found} <= set(codes(name))
    assert all(error.as_dict()["reason"] == error.reason for error in found)
    assert found


@every_game
def test_no_two_reasons_of_a_game_share_a_code(name: str) -> None:
    assert len(set(codes(name))) == len(find_game(name).rules.reasons)


@every_game
def test_the_reason_is_said_in_french_within_the_whole_message_and_alone(name: str) -> None:
    error = next(refusals(courtly.new_match(name, players=3, seed=1)))
    why, message = worded(error.why, "fr"), worded(error.sentence, "fr")
    assert why != str(error.why)
    assert message.endswith(f"ne peut pas être joué\u202f: {why}")


@every_game
def test_a_line_that_no_game_has_is_unknown(name: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        courtly.new_match(name, players=3, seed=1).play("dance")
    assert caught.value.reason == "unknown"
