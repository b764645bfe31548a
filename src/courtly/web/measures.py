"""Times in words: the terms of a clock, what it shows, and how long ago something was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from courtly.text.reader import Reader

MINUTE, HOUR, DAY = 60, 3600, 86_400


def clock_words(terms: Mapping[str, Any] | None, reader: Reader) -> str:
    """Return the terms of a clock in words."""
    if terms is None:
        return reader.say("No clock")
    if terms["kind"] == "days":
        return reader.count("{n} day for each move", "{n} days for each move", terms["days"])
    if terms["kind"] == "move":
        return reader.say("{time} for each move", time=time_words(terms["seconds"], reader))
    whole, more = time_words(terms["seconds"], reader), time_words(terms["increment"], reader)
    return reader.say("{time} for the match, {more} more with each turn", time=whole, more=more)


def time_words(seconds: int, reader: Reader) -> str:
    """Return a length of time in the largest unit that it is a whole number of."""
    if seconds and seconds % DAY == 0:
        return reader.count("{n} day", "{n} days", seconds // DAY)
    if seconds and seconds % HOUR == 0:
        return reader.count("{n} hour", "{n} hours", seconds // HOUR)
    if seconds and seconds % MINUTE == 0:
        return reader.count("{n} minute", "{n} minutes", seconds // MINUTE)
    return reader.count("{n} second", "{n} seconds", seconds)


def remaining_words(seconds: int, reader: Reader) -> str:
    """Return what a clock shows: minutes and seconds, or from a day on days."""
    if seconds >= DAY:
        return reader.count("{n} day", "{n} days", round(seconds / DAY))
    hours, rest = divmod(seconds, HOUR)
    minutes, left = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def ago_words(at: str, reader: Reader, now: datetime | None = None) -> str:
    """Return how long ago something was, by its time in ISO 8601."""
    passed = ((now or datetime.now(UTC)) - datetime.fromisoformat(at)).total_seconds()
    if passed < MINUTE:
        return reader.say("just now")
    if passed < HOUR:
        return reader.count("{n} minute ago", "{n} minutes ago", int(passed // MINUTE))
    if passed < DAY:
        return reader.count("{n} hour ago", "{n} hours ago", int(passed // HOUR))
    return reader.count("{n} day ago", "{n} days ago", int(passed // DAY))


def since_words(at: str, reader: Reader, now: datetime | None = None) -> str:
    """Return for how long something has been so, by the time when it began in ISO 8601."""
    passed = int(((now or datetime.now(UTC)) - datetime.fromisoformat(at)).total_seconds())
    if passed < MINUTE:
        return reader.say("just now")
    if passed < HOUR:
        return reader.count("for {n} minute", "for {n} minutes", passed // MINUTE)
    if passed < DAY:
        return reader.count("for {n} hour", "for {n} hours", passed // HOUR)
    return reader.count("for {n} day", "for {n} days", passed // DAY)
