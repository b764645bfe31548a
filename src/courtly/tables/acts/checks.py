"""The checks that several acts share."""

from __future__ import annotations

from typing import Literal

from courtly.engine.sentences import said
from courtly.tables.fields import Seat, TableFields
from courtly.tables.journal import Player
from courtly.tables.refusals import BadAct, NotAllowed, NotNow, SeatTaken

Wanted = Literal["waiting", "playing"] | None
"""The status that a table must have, None if any will do."""


def own_seat(state: TableFields, sender: Player, wanted: Wanted = None) -> int:
    """Return the seat of the sender; raise `NotAllowed` without one, or `NotNow`."""
    if (seat := state.seat_of(sender.id)) is None:
        message = said("you have no seat at this table")
        raise NotAllowed(message, where="seat", allowed=said("a player with a seat"))
    status(state, wanted)
    return seat


def host(state: TableFields, sender: Player, wanted: Wanted = None) -> None:
    """Raise `NotAllowed` unless the sender is the host, or `NotNow`. Strangers who have just met have no host."""
    if state.meets:
        raise NotAllowed(said("this table has no host: its players looked for opponents"), where="act")
    _opener(state, sender)
    status(state, wanted)


def filler(state: TableFields, sender: Player) -> None:
    """Raise unless the sender may fill seats with bots: the host, where strangers meet only after a minute."""
    _opener(state, sender)
    status(state, "waiting")
    if state.meets and not state.has_waited:
        allowed = said("a minute after the table was opened")
        raise NotNow(said("people may still come, so bots cannot fill the seats yet"), where="act", allowed=allowed)


def _opener(state: TableFields, sender: Player) -> None:
    if state.host != sender.id:
        raise NotAllowed(said("only the host can do this"), where="act", allowed=said("the host"))


def status(state: TableFields, wanted: Wanted) -> None:
    """Raise `NotNow` unless the table has the wanted status."""
    if wanted is None or state.status == wanted:
        return
    before, during = said("this can only be done before a match begins"), said("this can only be done during a match")
    message = before if wanted == "waiting" else during
    raise NotNow(message, given=state.status, where="status", allowed=wanted)


def not_rated(state: TableFields) -> None:
    """Raise `NotNow` at a rated table: its matches are played to their end, and players who leave have lost."""
    if state.is_rated:
        message = said("a rated match is played to its end, without stand-ins; a player who leaves the seat has lost")
        raise NotNow(message, where="act")


def not_in_event(state: TableFields) -> None:
    """Raise `NotNow` at a table of an event, whose match is played to its end, once and in fixed seats."""
    if state.round_of is not None:
        message = said(
            "this is not possible at a table of an event: its match is played once, to its end, in fixed seats"
        )
        raise NotNow(message, where="act")


def seat_at(state: TableFields, seat: int) -> Seat:
    """Return a seat; raise `BadAct` if there is no such seat."""
    if seat >= len(state.seats):
        allowed = said("{low} to {high}", low=0, high=len(state.seats) - 1)
        message = said("there is no seat {given}; choose from {known}", given=seat, known=allowed)
        raise BadAct(message, given=seat, where="seat", allowed=allowed)
    return state.seats[seat]


def open_seats(state: TableFields) -> list[int]:
    """Return the numbers of the open seats."""
    return [n for n, seat in enumerate(state.seats) if seat.kind == "open"]


def open_seat(state: TableFields, seat: int) -> None:
    """Raise `SeatTaken` unless a seat is open."""
    if seat_at(state, seat).kind != "open":
        message = said("seat {seat} is taken", seat=seat)
        raise SeatTaken(message, given=seat, where="seat", allowed=[str(n) for n in open_seats(state)])
