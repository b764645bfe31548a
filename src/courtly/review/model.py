"""A review as plain values: what is kept, sent as JSON, and read again. Its chances and parts are shares of victory."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said

FORMAT = "courtly-review/1"


class BadReview(CourtlyError):
    """A kept review cannot be read: it is of another version, or torn."""

    code = "bad-review"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Chance(_Value):
    """What a seat may expect, as imagined matches say it; intervals are of 95 %."""

    win: float
    """The share of victory, from 0 to 1."""
    low: float
    high: float
    margin: float
    """Points above the best of the others."""
    margin_error: float
    """Half the width of its interval."""
    matches: int
    """How many were imagined; 0 where the match is over."""


class Position(_Value):
    """A position of the match, after `version` moves."""

    version: int
    seat: int | None
    """The seat that decides."""
    known: tuple[Chance, ...]
    """Each seat's chance by what it could know."""
    opened: tuple[Chance, ...]
    """Each seat's chance by all that was hidden, cards to come among it."""


class Decision(_Value):
    """A move, beside the best that the search found; both chances are by what the seat could know."""

    number: int
    """The number of the move, from 1."""
    seat: int
    move: str
    best: str
    choices: int
    """How many moves were legal."""
    played: Chance
    better: Chance
    """The chance of the best move; that of the move played where none was better."""
    cost: float
    """What the best move was worth more."""
    cost_low: float
    cost_high: float
    clear: bool
    """Whether it was a mistake beyond doubt: its cost is at least 3 %, and its interval lies above 0."""


class Parts(_Value):
    """Why a seat won or not: with the even share these are its result. Errors are half the widths of intervals."""

    even: float
    luck: float
    """What cards that were dealt, drawn and revealed did to its chance."""
    others: float
    """What the others' moves did."""
    play: float
    """What its own moves did, against the best it could have known."""
    result: float
    luck_error: float
    others_error: float
    play_error: float


class Given(_Value):
    """How far the others' uncertainty about one kind of a seat's hidden cards fell by its moves."""

    kind: str
    bits: float


class SeatReview(_Value):
    """One seat's review."""

    name: str
    score: int
    parts: Parts
    cost: float
    """The mean cost of its decisions among several moves."""
    decisions: int
    """How many such decisions it had."""
    moments: tuple[int, ...]
    """The numbers of its dearest clear mistakes, dearest first, three at most."""
    gave: tuple[Given, ...]


class Decided(_Value):
    """What decided the match: a mistake, one part of a seat's chance, or nothing that stands out."""

    kind: Literal["mistake", "luck", "others", "play", "nothing"]
    seat: int | None = None
    number: int | None = None
    value: float = 0.0


class Review(_Value):
    """A review of a finished match.

    `imagined` is how many matches were imagined in all.
    """

    format: Literal["courtly-review/1"] = "courtly-review/1"
    game: str
    rules: str
    players: int
    winners: tuple[int, ...]
    effort: dict[str, int]
    imagined: int
    positions: tuple[Position, ...]
    decisions: tuple[Decision, ...]
    seats: tuple[SeatReview, ...]
    moments: tuple[int, ...]
    """The numbers of the dearest clear mistakes of the match, dearest first, three at most."""
    decided: Decided

    def decision(self, number: int) -> Decision:
        """Return the decision of a move, by its number from 1."""
        return self.decisions[number - 1]


def read_review(document: Any) -> Review:
    """Return a review from its document or its JSON text; raise `BadReview` when it is none of this version."""
    try:
        if isinstance(document, str | bytes):
            return Review.model_validate_json(document)
        return Review.model_validate(document)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"]) or "review"
        message = said("the review cannot be read at {where}", where=where)
        raise BadReview(message, where=where, allowed=FORMAT) from None
