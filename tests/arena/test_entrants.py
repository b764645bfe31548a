"""Entrants: specifications, custom bots, and invalid specifications."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from courtly.arena.entrants import check_spec, command_of, make_bot
from courtly.bots import Budget, Choice, UnknownBot, choose
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import set_up
from courtly.engine.errors import CourtlyError, IllegalMove
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match, Opening


def leave() -> None:
    """Raise `SystemExit`."""
    raise SystemExit("no")


class LastMove:
    """A custom bot that plays the last legal move."""

    name = "last"

    def __init__(self, wanted: str = "") -> None:
        self.wanted = wanted

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        return Choice(knowledge.legal[-1])


def test_a_custom_bot_is_imported_and_gets_its_argument() -> None:
    bot = make_bot(f"python:{__name__}:LastMove:loud")
    assert isinstance(bot, LastMove)
    assert bot.wanted == "loud"


class Returns:
    """A custom bot that returns a value as it is."""

    name = "returns"

    def __init__(self, value: object) -> None:
        self.value = value

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Any:
        return self.value


def test_a_custom_bot_returns_a_move_as_text_as_a_number_or_as_a_choice() -> None:
    match = Match(set_up("courtisans", {"players": 2}), Opening(1))
    assert match.to_move is not None
    knowledge = match.knowledge(match.to_move)
    line = knowledge.legal[-1]
    number = int(np.flatnonzero([match.setup.codec.format(move) == line for move in range(len(knowledge.mask))])[0])
    for given in (line, number, np.int64(number), Choice(line)):
        assert choose(Returns(given), knowledge, stream(1)).move == line
    for wrong in (None, True, 1.0, [line], len(knowledge.mask), -1):
        with pytest.raises(IllegalMove, match="a legal move as text, its number from 0 to 348, or a Choice"):
            choose(Returns(wrong), knowledge, stream(1))


@pytest.mark.parametrize(
    "spec",
    [
        "grandmaster",
        "",
        "random:sims=0",
        "ismcts:0s",
        "ismcts:sims=0",
        "program:",
        "program:'",
        "program:no-such-program-here",
        "python:json",
        "python:no_such_module:Bot",
        "python:json:no_such_bot",
        "python:json:dumps:1",
        "python:json:loads:{",
        "python:tests.arena.test_entrants:leave",
        "python::x",
    ],
)
def test_an_invalid_specification_is_refused(spec: str) -> None:
    with pytest.raises(CourtlyError) as caught:
        check_spec(spec, set_up("courtisans", {"players": 2}))
    assert caught.value.code in {"unknown-bot", "bad-budget"}


def test_a_command_is_split_like_in_a_shell() -> None:
    assert command_of("program:sh -c 'a b'") == ["sh", "-c", "a b"]
    assert command_of("steward") is None
    with pytest.raises(UnknownBot, match="there is no program 'nowhere'"):
        command_of("program:nowhere")
