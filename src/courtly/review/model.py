"""A review as plain values, stored and sent as JSON. Its chances and parts are shares of victory."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said

FORMAT = "courtly-review/1"


class BadReview(CourtlyError):
    """Raised if a stored review cannot be read: it has another version or is damaged."""

    code = "bad-review"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Chance(_Value):
    """A seat's prospects, estimated from imagined matches; intervals are 95 %."""

    win: float
    """Share of victory, from 0 to 1."""
    low: float
    high: float
    margin: float
    """Points ahead of the best other seat."""
    margin_error: float
    """Half the width of the margin's interval."""
    matches: int
    """Number of imagined matches; 0 if the match is over."""


class ReviewPosition(_Value):
    """A position of the match, after `version` moves."""

    version: int
    seat: int | None
    """Seat that decides."""
    known: tuple[Chance, ...]
    """Each seat's chance, given its own knowledge."""
    opened: tuple[Chance, ...]
    """Each seat's chance, given all hidden facts, including future cards."""


class Decision(_Value):
    """A move, compared with the best move that the search found. Both chances use only the seat's knowledge."""

    number: int
    """Number of the move, from 1."""
    seat: int
    move: str
    best: str
    choices: int
    """Number of legal moves."""
    played: Chance
    better: Chance
    """Chance of the best move; equals `played` if none was better."""
    cost: float
    """Chance of the best move minus chance of the actual move."""
    cost_low: float
    cost_high: float
    clear: bool
    """Whether the move was clearly a mistake: its cost is at least 0.03, and the interval of the cost is above 0."""
    by_stand_in: bool = False
    """Whether a stand-in made the move for an absent player. Such a move counts as a move of the others."""


def rank(decision: Decision) -> tuple[bool, float, int]:
    """Return the key that sorts clear mistakes first, then by cost and number."""
    return (not decision.clear, -decision.cost, decision.number)


class Parts(_Value):
    """Parts of a seat's result: `even + luck + others + play = result`. Errors are half the widths of intervals."""

    even: float
    """1 divided by the number of seats."""
    luck: float
    """Effect of dealt, drawn and revealed cards on the seat's chance."""
    others: float
    """Effect of the other seats' moves, and of the moves of the seat's stand-in."""
    play: float
    """Effect of the seat's own moves, compared with the best moves given its knowledge."""
    result: float
    luck_error: float
    others_error: float
    play_error: float


class Given(_Value):
    """How much a seat's moves reduced the other seats' uncertainty about one kind of its hidden cards, in bits."""

    kind: str
    bits: float


class SeatReview(_Value):
    """One seat's review."""

    name: str
    score: int
    parts: Parts
    cost: float
    """Mean cost of the seat's own decisions with several legal moves."""
    decisions: int
    """Number of such decisions."""
    moments: tuple[int, ...]
    """Move numbers of the seat's own clear mistakes, costliest first, at most three."""
    gave: tuple[Given, ...]


class Decided(_Value):
    """The decisive factor of the match: a mistake, one part of a seat's result, or nothing in particular."""

    kind: Literal["mistake", "luck", "others", "play", "nothing"]
    seat: int | None = None
    number: int | None = None
    value: float = 0.0


class Review(_Value):
    """A review of a finished match.

    `imagined` is the total number of imagined matches.
    """

    format: Literal["courtly-review/1"] = "courtly-review/1"
    game: str
    rules: str
    players: int
    winners: tuple[int, ...]
    effort: dict[str, int]
    imagined: int
    positions: tuple[ReviewPosition, ...]
    decisions: tuple[Decision, ...]
    seats: tuple[SeatReview, ...]
    moments: tuple[int, ...]
    """Move numbers of the clear mistakes of the match, costliest first, at most three."""
    decided: Decided

    def decision(self, number: int) -> Decision:
        """Return the decision of a move, by its number from 1."""
        return self.decisions[number - 1]

    @property
    def turns(self) -> list[int]:
        """The numbers of moves before each turn; a turn is all moves of a seat in a row."""
        return turn_starts([position.seat for position in self.positions[:-1]])

    def turn(self, number: int) -> int:
        """Return the turn, from 1, of a move, by its number from 1."""
        return bisect_left(self.turns, number)


def turn_starts(seats: Sequence[int | None]) -> list[int]:
    """Return the numbers of moves before each turn, from the seats that made the moves.

    Examples
    --------
    >>> turn_starts([0, 0, 1, 0])
    [0, 2, 3]
    """
    return [n for n, seat in enumerate(seats) if n == 0 or seats[n - 1] != seat]


def read_review(document: Any) -> Review:
    """Return a review from its document or JSON text; raise `BadReview` if it is invalid or of another version."""
    try:
        if isinstance(document, str | bytes):
            return Review.model_validate_json(document)
        return Review.model_validate(document)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"]) or "review"
        message = said("the review cannot be read at {where}", where=where)
        raise BadReview(message, where=where, allowed=FORMAT) from None
