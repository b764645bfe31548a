"""The interface of a bot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from courtly.engine.errors import CourtlyError
from courtly.engine.knowledge import Knowledge
from courtly.engine.rng import Stream


class UnknownBot(CourtlyError):
    """No bot answers to that specification."""

    code = "unknown-bot"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot decided: the move, as a line of notation."""

    move: str


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """The specification by which it is found."""
        ...

    def choose(self, knowledge: Knowledge, rng: Stream) -> Choice:
        """Return one of `knowledge.legal`; all luck comes from `rng`, which advances."""
        ...
