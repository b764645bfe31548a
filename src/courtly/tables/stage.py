"""The stage of a table: a later view of its match for spectators, with the hands of players who agree to show them."""

from __future__ import annotations

from datetime import datetime, timedelta

from courtly.engine.sentences import said
from courtly.tables.fields import TableFields
from courtly.tables.refusals import NotAllowed, NotNow


def version_on_stage(state: TableFields, now: datetime) -> int:
    """Return the number of moves of the present match that the stage shows.

    A delay in moves ends with the match. A delay in minutes goes on after its end.
    """
    played, delay = state.played[-1], state.delay
    if delay is None:
        return played.match.version
    if delay.kind == "moves":
        return played.match.version if state.status == "over" else max(0, played.match.version - delay.count)
    until = now - timedelta(minutes=delay.count)
    later = (entry for entry in state.entries[played.start :] if entry.match == state.number and entry.at > until)
    first = next(later, None)
    return played.match.version if first is None else min(played.version_at(first.turn), played.match.version)


def check_hand(state: TableFields, viewer: str | None, seat: int) -> None:
    """Raise unless the stage may show a viewer the present match with the hand of a seat.

    Raises
    ------
    NotAllowed
        The viewer plays, or the player in the seat does not show the hand.
    NotNow
        The match was stopped: its hands stay hidden.
    """
    if state.played[-1].match.is_over:
        return
    if state.status != "playing":
        raise NotNow(said("the hands of a stopped match stay hidden"), given=seat, where="seat")
    if state.seat_of(viewer) is not None:
        raise NotAllowed(said("a player of the match cannot see another hand"), given=seat, where="seat")
    if state.delay is None or not 0 <= seat < len(state.seats) or not state.seats[seat].shows_hand:
        known = [n for n, held in enumerate(state.seats) if held.shows_hand and state.delay]
        message = said("the player in seat {seat} does not show their hand to spectators", seat=seat)
        raise NotAllowed(message, given=seat, where="seat", allowed=known)
