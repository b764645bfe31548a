"""Checks of the notifications that a device showed: no turn is missed, and none is announced twice.

They know the requirements and not the code: when a turn begins, and when a reminder is due, is computed here once more.
All times are in virtual seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from courtly.testing.simulation.checks import DAY, milliseconds, moments
from courtly.testing.simulation.environment import EPOCH

Json = Mapping[str, Any]
Spans = Sequence[tuple[float, float]]
"""Times from and until."""

PROMPT = 60.0
"""Seconds within which a device shows a turn when nothing is wrong."""

LINGERING = 60.0
"""Seconds for which a server may take a cut connection for a player who is at the table."""

READING = 5.0
"""Seconds that may pass between reading the waiting tables and sending their message."""


class Alert(NamedTuple):
    """A notification that a device showed because it named a new turn.

    Attributes
    ----------
    sent
        The time when the server sent it.
    is_reminder
        Whether it only reminds of turns that were announced before.
    tables
        The tables that it names.
    new
        The number of turns and reminders that the device was not told of before.
    """

    sent: float
    is_reminder: bool
    tables: frozenset[str]
    new: int


class Ask(NamedTuple):
    """A moment when a player has to move, and no stand-in plays.

    Attributes
    ----------
    since, until
        When the player has to move, and when the table goes on.
    remind
        When a reminder is due, infinite without one.
    """

    table: str
    since: float
    until: float
    remind: float


def asks(table: str, entries: Sequence[Json], seat: int) -> Iterator[Ask]:
    """Yield the moments of a finished match at which a seat has to move."""
    known = moments(entries, None)
    for number, (entry, moment) in enumerate(zip(entries, known, strict=True)):
        if entry["act"] in ("start", "move") and moment.to_move == seat and seat not in moment.replaced:
            later = entries[number + 1 :]
            ends = (one for one in later if one["act"] in ("move", "stop") or _replaces(one, seat))
            since = _time(milliseconds(entry["at"]))
            until = next((_time(milliseconds(one["at"])) for one in ends), inf)
            due = inf if moment.ends is None else _time(moment.ends)
            yield Ask(table, since, until, _reminder_after(_times_off(later, seat, until), since, due))


def _times_off(later: Sequence[Json], seat: int, until: float) -> Iterator[tuple[float, float]]:
    """Yield the times at which a player took days off during a turn, and their seconds."""
    for entry in later:
        at = _time(milliseconds(entry["at"]))
        if entry["act"] == "time_off" and entry["seat"] == seat and at < until:
            yield at, DAY * entry["event"]["args"]["days"]


def _reminder_after(times_off: Iterable[tuple[float, float]], since: float, due: float) -> float:
    """Return when a reminder is due: days off move it, unless it has been sent before."""
    remind = _reminder(since, due)
    for at, more in times_off:
        if at < remind:
            due += more
            remind = _reminder(since, due)
    return remind


def _replaces(entry: Json, seat: int) -> bool:
    return entry["act"] in ("mind", "forfeit") and entry["seat"] == seat


def _time(at: int) -> float:
    return at / 1000 - EPOCH


def _reminder(since: float, due: float) -> float:
    """Return when a quarter of the time is left, at most twelve hours; infinite if a turn has less than a day."""
    return due - min((due - since) / 4, DAY / 2) if DAY <= due - since < inf else inf


def alert_problems(
    turns: Sequence[Ask],
    alerts: Sequence[Alert],
    connected: Mapping[str, Spans],
    is_calm: Callable[[float, float], bool],
) -> Iterator[str]:
    """Check the alerts of a device against the turns of its owner at all tables.

    Parameters
    ----------
    connected
        For each table, the times in which the owner was connected.
    is_calm
        Returns whether no fault disturbs the server or the push service between two times.
    """
    yield from _missed(turns, alerts, connected, is_calm)
    yield from _repeated(turns, alerts)


def _missed(
    turns: Sequence[Ask],
    alerts: Sequence[Alert],
    connected: Mapping[str, Spans],
    is_calm: Callable[[float, float], bool],
) -> Iterator[str]:
    for turn in turns:
        begin, end = turn.since, turn.since + PROMPT
        spans = connected.get(turn.table, ())
        is_here = any(since <= end and until + LINGERING >= begin for since, until in spans)
        if turn.until < end or is_here or not is_calm(begin, end):
            continue
        if not any(begin <= alert.sent <= end and turn.table in alert.tables for alert in alerts):
            yield f"no notification tells that it is the player's turn at {turn.table} since {begin:.3f}"


def _repeated(turns: Sequence[Ask], alerts: Sequence[Alert]) -> Iterator[str]:
    """Find a place for each alert: a turn at one of its tables that no earlier alert announced, or its reminder."""
    announced: set[tuple[Ask, bool]] = set()
    for alert in alerts:
        waiting = [
            turn for turn in turns if turn.table in alert.tables and turn.since <= alert.sent <= turn.until + READING
        ]
        possible = [(turn, False) for turn in waiting if not alert.is_reminder]
        possible += [(turn, True) for turn in waiting if turn.remind <= alert.sent]
        free = [one for one in possible if one not in announced]
        if not free:
            yield f"the notification of {alert.sent:.3f} tells of no new turn: {sorted(alert.tables)}"
        announced.update(free[: alert.new])
