"""The stage of a table: a later view of its match for spectators, with the hands of players who agree to show them."""

from __future__ import annotations

from datetime import datetime, timedelta

from courtly.tables.fields import TableFields


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


def shows_hand(state: TableFields, viewer: str | None, seat: int) -> bool:
    """Return whether the stage may show a viewer the present match with the hand of a seat.

    The player in the seat must agree, and the viewer must not play. The hands of a stopped match stay hidden, those of
    a match that was played to its end do not.
    """
    if not 0 <= seat < len(state.seats):
        return False
    if state.played[-1].match.is_over:
        return True
    is_watching = state.status == "playing" and state.seat_of(viewer) is None
    return is_watching and state.delay is not None and state.seats[seat].shows_hand
