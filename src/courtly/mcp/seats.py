"""The seats of language models at one server, each with a secret id, and the view of a seat."""

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
from courtly.text.locales import Locale

MAX_SEATS = 100
"""Maximum number of open tables per server; each keeps a match in memory."""

_ID_BYTES = 9
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class SeatView:
    """The view of a seat, in words.

    Attributes
    ----------
    text
        The position, with the events since the last look.
    is_yours
        Whether this seat is to move.
    is_over
        Whether the match is over.
    legal
        The legal moves in words, by move number.
    setup
        The game and its options, None before a match is dealt.
    """

    text: str
    is_yours: bool = False
    is_over: bool = False
    legal: Mapping[int, str] = field(default_factory=dict)
    setup: Setup | None = None


class Seat(Protocol):
    """A seat at a table."""

    @property
    def locale(self) -> Locale:
        """The locale of the seat's texts."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the match was over at the last look."""
        ...

    async def look(self, wait: float = 0.0, *, again: bool = False) -> SeatView:
        """Wait until the seat is to move, but at most `wait` seconds, and return its view.

        The view contains the events since the last look. With `again`, the next look contains these events again.
        """
        ...

    async def play(self, move: str) -> None:
        """Play a move, given by number or notation; raise an error without a change if it is not legal."""
        ...

    async def leave(self) -> None:
        """Leave the seat."""
        ...


def seat_view(
    setup: Setup, view: Mapping[str, Any], log: Sequence[Mapping[str, Any]], locale: Locale, since: int
) -> SeatView:
    """Return the view of a seat in a match, with the events from index `since`."""
    legal = moves_in_words(setup, view, locale)
    return SeatView(
        text=position_in_words(setup, view, log, locale, told=log[since:]),
        is_yours=bool(legal),
        is_over=view["to_move"] is None,
        legal=legal,
        setup=setup,
    )


def line_of(move: str, current_view: SeatView) -> str:
    """Return a move, given by number or notation, in notation.

    Raises
    ------
    OutOfTurn
        If this seat is not to move.
    """
    if not current_view.is_yours:
        why = said("the match is over") if current_view.is_over else said("it is not your turn")
        raise OutOfTurn(said("{move} cannot be played: {reason}", move=shown(move), reason=why), given=move)
    assert current_view.setup is not None, "a seat that decides has a match"
    text, codec = " ".join(move.split()), current_view.setup.codec
    is_number = text.isdecimal() and text.isascii() and len(text) <= _DIGITS
    return codec.format(int(text)) if is_number and int(text) < codec.count else text


class SeatRegistry:
    """The seats of one server."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}

    def drop_finished_seat(self) -> None:
        """Drop the oldest finished seat if the limit is reached; raise `TooManySeats` if none is finished."""
        if len(self._seats) >= MAX_SEATS:
            over = next((key for key, each in self._seats.items() if each.is_over), None)
            if over is None:
                raise TooManySeats(said("you already have {most} tables; leave one first", most=MAX_SEATS))
            del self._seats[over]

    def add(self, seat: Seat) -> str:
        """Store a seat and return its id. Call `drop_finished_seat` first."""
        key = secrets.token_hex(_ID_BYTES)
        self._seats[key] = seat
        return key

    def find(self, table: str) -> Seat:
        """Return the seat with an id; raise `NoSuchSeat` if there is none."""
        if table not in self._seats:
            message = said("you have no seat at table {given}; open a table, or join one", given=shown(table))
            raise NoSuchSeat(message, given=table, where="table")
        return self._seats[table]

    def remove(self, table: str) -> None:
        """Drop a seat."""
        self._seats.pop(table, None)
