"""The seats of language models at one server, each with a secret id, and the view of a seat."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from courtly.arena.rows import ModelCost
from courtly.engine.contract.game import Setup
from courtly.engine.errors import shown
from courtly.engine.sentences import Sentence, said
from courtly.mcp.errors import NoSuchSeat, OutOfTurn, TooManySeats
from courtly.scene.prose import moves_in_words, position_in_words
from courtly.text.locales import Locale

MAX_SEATS = 100
"""Maximum number of open tables per server; each keeps a match in memory."""

ADDRESS_SEATS = 25
"""Maximum number of open tables per client address, so that one client cannot take all tables.

Sessions are not counted: one client can open any number of them.
"""

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
    result
        The final `scores` and the `winners`, by seat; None before the end.
    """

    text: str
    is_yours: bool = False
    is_over: bool = False
    legal: Mapping[int, str] = field(default_factory=dict)
    setup: Setup | None = None
    result: Mapping[str, Any] | None = None


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
        result=view["result"],
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
    """The seats of one server, each with the address of its client and the time that its model has spent."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}
        self._addresses: dict[str, str] = {}
        self._spent: dict[str, ModelCost] = {}
        self._asked: dict[str, float] = {}
        self._opening: Counter[str] = Counter()

    @contextmanager
    def reserve(self, address: str) -> Iterator[None]:
        """Reserve a place for a seat until the block ends. At a limit, first drop the oldest finished seat.

        Parameters
        ----------
        address
            The address of the client, empty for the only client of a server without a network.

        Raises
        ------
        TooManySeats
            The client, or the server, is at its limit, and no seat is finished.
        """
        if address:
            own = [key for key, each in self._addresses.items() if each == address]
            message = said("you already have {most} tables; leave one first", most=ADDRESS_SEATS)
            self._make_room(own, self._opening[address], ADDRESS_SEATS, message)
            message = said("all {most} tables of this server are in use; try again later", most=MAX_SEATS)
        else:
            message = said("you already have {most} tables; leave one first", most=MAX_SEATS)
        self._make_room(list(self._seats), self._opening.total(), MAX_SEATS, message)
        self._opening[address] += 1
        try:
            yield
        finally:
            self._opening[address] -= 1
            self._opening += Counter()

    def _make_room(self, keys: Sequence[str], opening: int, most: int, message: Sentence) -> None:
        if len(keys) + opening >= most:
            over = next((key for key in keys if self._seats[key].is_over), None)
            if over is None:
                raise TooManySeats(message)
            self.remove(over)

    def add(self, seat: Seat, address: str) -> str:
        """Store the seat of a client and return its id. Call `reserve` first."""
        key = secrets.token_hex(_ID_BYTES)
        self._seats[key], self._addresses[key] = seat, address
        return key

    def spent(self, table: str) -> ModelCost:
        """Return the number of moves that a model has sent, how many were refused, and its time for them."""
        return self._spent.get(table, ModelCost())

    def asks(self, table: str) -> None:
        """Start the time of a model that is to move, unless it runs already."""
        self._asked.setdefault(table, time.monotonic())

    def answered(self, table: str, *, is_refused: bool) -> None:
        """Count a move that a model sent, and its time since the position was shown."""
        seconds = time.monotonic() - self._asked.pop(table, time.monotonic())
        self._spent[table] = self.spent(table).plus(ModelCost(1, seconds, refused=int(is_refused), slowest=seconds))

    def find(self, table: str) -> Seat:
        """Return the seat with an id; raise `NoSuchSeat` if there is none."""
        if table not in self._seats:
            message = said("you have no seat at table {given}; open a table, or join one", given=shown(table))
            raise NoSuchSeat(message, given=table, where="table")
        return self._seats[table]

    def remove(self, table: str) -> None:
        """Drop a seat."""
        self._seats.pop(table, None)
        for kept in (self._addresses, self._spent, self._asked):
            kept.pop(table, None)
