"""Turns that begin, and when to remind the player to move."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from courtly.tables.acts.matches import Started
from courtly.tables.acts.moves import Moved
from courtly.tables.acts.take_back import TakenBack
from courtly.tables.journal import Entry
from courtly.tables.state import TableState
from courtly.tables.store.rows import Asked

LEAST_TIME = timedelta(days=1)
"""The shortest time for a move after which a player gets a reminder."""

REMINDER = timedelta(hours=12)
"""The longest time before the end of a clock at which its player gets a reminder."""

_BEGIN_TURNS = Moved.act, Started.act, TakenBack.act


def asked_by(state: TableState, entries: Iterable[Entry]) -> Asked | None:
    """Return the turn that began with the given last entries of a table; None for no turn, or one that a bot plays."""
    since, seat = state.turn_since, state.to_move
    if since is None or seat is None or not any(entry.act in _BEGIN_TURNS for entry in entries):
        return None
    holder = state.seats[seat]
    if holder.player is None or holder.playing_bot is not None:
        return None
    return Asked(holder.player, since, reminder_time(since, state.clocks.runs_out(seat) if state.clocks else None))


def reminder_time(since: datetime, due: datetime | None) -> datetime | None:
    """Return when to remind a player of a turn: when a quarter of its time is left, but at most `REMINDER`.

    Return None without a clock, and if the turn has less than `LEAST_TIME`.
    """
    if due is None or due - since < LEAST_TIME:
        return None
    return due - min((due - since) / 4, REMINDER)
