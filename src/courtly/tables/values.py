"""Arguments and results of this package: plain values that hold no more than their seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from courtly.bots import find_bot
from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.tables.errors import BadCommand, BadSeats

MOST_SIMULATIONS = 20_000
"""What a bot at a live table may think at most for one move."""

SeatKind = Literal["human", "bot"]

NAME_LENGTH = 40
OWNER_LENGTH = 100
COMMAND_LENGTH = 100
BOT_LENGTH = 200


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who is to sit in a seat.

    Attributes
    ----------
    kind
        `human` or `bot`.
    name
        What the others at the table read, 1 to 40 printable characters.
    bot
        For a bot, which: a spec that `courtly.bots.find_bot` knows.
    """

    kind: SeatKind
    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat as everybody at the table sees it; `bot` says which one plays there, None for a person."""

    name: str
    kind: SeatKind
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A live table as one of its seats may know it.

    Attributes
    ----------
    id, game
        The id of the table and the name of its game.
    seats
        Everybody's name and kind, in seat order.
    seat
        The seat that this is for, None for somebody who looks on.
    view
        What that seat may know of the match, as `Match.view` gives it.
    log
        What that seat was told, as `Match.log` gives it.
    version
        How many moves the view has seen; a move is sent with it.
    """

    id: str
    game: str
    seats: tuple[TableSeat, ...]
    seat: int | None
    view: dict[str, Any]
    log: list[dict[str, Any]]
    version: int


@dataclass(frozen=True, slots=True)
class TableSummary:
    """One line of an owner's list of tables; `to_move` is a seat, None when the match is over.

    A table whose row in the database is damaged is not readable; `created` may be None then.
    """

    id: str
    game: str
    created: datetime | None
    version: int
    over: bool
    players: int
    names: tuple[str, ...]
    to_move: int | None
    is_readable: bool = True


def is_plain(text: object, limit: int) -> bool:
    """Return whether this is text of 1 to `limit` printable characters, not all of them blank."""
    return isinstance(text, str) and 0 < len(text) <= limit and text.isprintable() and bool(text.strip())


def check_command(command: str) -> None:
    """Refuse a command id that the store could not keep."""
    if not is_plain(command, COMMAND_LENGTH):
        allowed = said("1 to {most} printable characters", most=COMMAND_LENGTH)
        message = said("{given} cannot be a command id; it takes {allowed}", given=shown(command), allowed=allowed)
        raise BadCommand(message, given=command, where="command", allowed=allowed)


def check_owner(owner: str) -> None:
    """Refuse an owner's id that the store could not keep."""
    if not is_plain(owner, OWNER_LENGTH):
        allowed = said("1 to {most} printable characters", most=OWNER_LENGTH)
        raise BadSeats(said("the owner's id takes {allowed}", allowed=allowed), where="owner", allowed=allowed)


def check_seats(seats: Sequence[SeatSpec], *, players: int) -> None:
    """Refuse seats that do not fit the match.

    Raises
    ------
    BadSeats
        There are not as many as `players`, one of them is malformed, or not exactly one is a human's.
    UnknownBot
    """
    if len(seats) != players:
        message = said("{count} seats cannot play this match; it takes {players}", count=len(seats), players=players)
        raise BadSeats(message, given=len(seats), where="seats", allowed=str(players))
    for number, spec in enumerate(seats):
        _check_seat(spec, where=f"seats[{number}]")
    humans = sum(spec.kind == "human" for spec in seats)
    if humans != 1:
        message = said("{count} seats are for humans; a table takes one", count=humans)
        raise BadSeats(message, given=humans, where="seats", allowed="1")


def _check_seat(spec: SeatSpec, *, where: str) -> None:
    if spec.kind not in ("human", "bot"):
        message = said("{where} cannot be a {given}; it is a human or a bot", where=where, given=shown(spec.kind))
        raise BadSeats(message, given=spec.kind, where=where, allowed=["human", "bot"])
    if not is_plain(spec.name, NAME_LENGTH):
        allowed = said("1 to {most} printable characters", most=NAME_LENGTH)
        places = {"where": where, "given": shown(spec.name), "allowed": allowed}
        message = said("{where} cannot have the name {given}; it takes {allowed}", **places)
        raise BadSeats(message, given=spec.name, where=f"{where}.name", allowed=allowed)
    _check_bot(spec, where=where)


def _check_bot(spec: SeatSpec, *, where: str) -> None:
    if spec.kind == "human" and spec.bot is not None:
        message = said("{where} is a human's and cannot name a bot", where=where)
        raise BadSeats(message, given=spec.bot, where=f"{where}.bot")
    if spec.kind == "bot":
        if not is_plain(spec.bot, BOT_LENGTH):
            message = said("{where} is a bot's and must say which bot", where=where)
            raise BadSeats(message, given=spec.bot, where=f"{where}.bot")
        _check_repeats(str(spec.bot), where=where)


def _check_repeats(spec: str, *, where: str) -> None:
    """Refuse a bot that would choose otherwise when its move is played again, or that would keep a table waiting."""
    budget = getattr(find_bot(spec), "budget", None)
    if budget is not None and (budget.seconds is not None or budget.simulations > MOST_SIMULATIONS):
        allowed = said("simulations up to {most}", most=MOST_SIMULATIONS)
        message = said(
            "{where} cannot be taken by {given}: at a table a bot's budget is {allowed}, not a time",
            where=where,
            given=shown(spec),
            allowed=allowed,
        )
        raise BadSeats(message, given=spec, where=f"{where}.bot", allowed=allowed)
