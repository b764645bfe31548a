"""Entrants: specifications, custom bots, and invalid specifications."""

from __future__ import annotations

import pytest

from courtly.arena.entrants import check_spec, command_of, make_bot
from courtly.bots import Budget, Choice, UnknownBot
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import CourtlyError
from courtly.engine.play.knowledge import Knowledge


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
        check_spec(spec)
    assert caught.value.code in {"unknown-bot", "bad-budget"}


def test_a_command_is_split_like_in_a_shell() -> None:
    assert command_of("program:sh -c 'a b'") == ["sh", "-c", "a b"]
    assert command_of("steward") is None
    with pytest.raises(UnknownBot, match="there is no program 'nowhere'"):
        command_of("program:nowhere")
