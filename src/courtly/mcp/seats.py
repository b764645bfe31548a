"""What a language model sits on and sees there: the seats of one server, each under an id that nobody guesses."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from courtly.engine.contract.game import Setup
from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.mcp.errors import NoSuchSeat, OutOfTurn, TooManySeats
from courtly.scene.prose import moves_in_words, position_in_words
from courtly.text.reader import Reader

MOST_SEATS = 100
"""Tables of one server at a time; each holds a match."""

_ID_BYTES = 9
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen from a seat.

    Attributes
    ----------
    text
        The position in words, with what happened since it was looked at last.
    is_yours
        Whether this seat decides.
    is_over
        Whether nothing more is played.
    legal
        What it may play, in words, by the number of the move.
    setup
        The game and its options, None where no match has been dealt.
    """

    text: str
    is_yours: bool = False
    is_over: bool = False
    legal: Mapping[int, str] = field(default_factory=dict)
    setup: Setup | None = None


class Seat(Protocol):
    """A seat of a table."""

    @property
    def reader(self) -> Reader:
        """Whom words are for."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing more is known to be played there."""
        ...

    async def look(self, wait: float = 0.0, *, again: bool = False) -> Sight:
        """Return what is seen, after at most so many seconds until this seat decides.

        With `again` it is not counted as looked at: what happened is told once more next time.
        """
        ...

    async def play(self, move: str) -> None:
        """Play a move, by its number or its line of notation; raise with nothing changed when that cannot be."""
        ...

    async def leave(self) -> None:
        """Get up."""
        ...


def sight_of(
    setup: Setup, view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], reader: Reader, since: int
) -> Sight:
    """Return what a seat sees of a match; events before `since` are not told again."""
    legal = moves_in_words(setup, view, reader)
    return Sight(
        text=position_in_words(setup, view, log, reader, told=log[since:]),
        is_yours=bool(legal),
        is_over=view["to_move"] is None,
        legal=legal,
        setup=setup,
    )


def line_of(move: str, sight: Sight) -> str:
    """Return a move as its line of notation.

    Raises
    ------
    OutOfTurn
        This seat does not decide.
    """
    if not sight.is_yours:
        why = said("the match is over") if sight.is_over else said("it is not your turn")
        raise OutOfTurn(said("{move} cannot be played: {reason}", move=shown(move), reason=why), given=move)
    assert sight.setup is not None, "a seat that decides has a match"
    text, codec = " ".join(move.split()), sight.setup.codec
    is_number = text.isdecimal() and text.isascii() and len(text) <= _DIGITS
    return codec.format(int(text)) if is_number and int(text) < codec.count else text


class SeatRoom:
    """The seats of one server."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}

    def make_room(self) -> None:
        """Forget the oldest seat that is over when there are as many as may be; raise `TooManySeats` if none is."""
        if len(self._seats) >= MOST_SEATS:
            over = next((key for key, each in self._seats.items() if each.is_over), None)
            if over is None:
                raise TooManySeats(said("there are {most} tables already; leave one first", most=MOST_SEATS))
            del self._seats[over]

    def add(self, seat: Seat) -> str:
        """Keep a seat, for which room has been made, and return its id."""
        key = secrets.token_hex(_ID_BYTES)
        self._seats[key] = seat
        return key

    def find(self, table: str) -> Seat:
        """Return the seat of an id; raise `NoSuchSeat`."""
        if table not in self._seats:
            message = said("you sit at no table {given}; open one, or sit down at one", given=shown(table))
            raise NoSuchSeat(message, given=table, where="table")
        return self._seats[table]

    def remove(self, table: str) -> None:
        """Forget a seat."""
        self._seats.pop(table, None)
