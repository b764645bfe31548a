"""Times in words: the terms of a clock, its remaining time, and the age of something."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import ceil
from typing import Any

from courtly.environment import environment
from courtly.text.locales import Locale

MINUTE, HOUR, DAY = 60, 3600, 86_400


def clock_words(terms: Mapping[str, Any] | None, locale: Locale) -> str:
    """Return the terms of a clock in words."""
    if terms is None:
        return locale.say("No clock")
    if terms["kind"] == "days":
        return locale.count("{n} day for each move", "{n} days for each move", terms["days"])
    if terms["kind"] == "move":
        return locale.say("{time} for each move", time=time_words(terms["seconds"], locale))
    whole, more = time_words(terms["seconds"], locale), time_words(terms["increment"], locale)
    return locale.say("{time} for the match, plus {more} with each turn", time=whole, more=more)


def time_words(seconds: int, locale: Locale) -> str:
    """Return a duration in the largest unit that divides it."""
    if seconds and seconds % DAY == 0:
        return locale.count("{n} day", "{n} days", seconds // DAY)
    if seconds and seconds % HOUR == 0:
        return locale.count("{n} hour", "{n} hours", seconds // HOUR)
    if seconds and seconds % MINUTE == 0:
        return locale.count("{n} minute", "{n} minutes", seconds // MINUTE)
    return locale.count("{n} second", "{n} seconds", seconds)


def wait_words(seconds: float, locale: Locale) -> str:
    """Return the time to wait in words, rounded up: to whole minutes or hours if it is long."""
    unit = HOUR if seconds > 2 * HOUR else MINUTE if seconds > 2 * MINUTE else 1
    return time_words(unit * ceil(seconds / unit), locale)


def remaining_words(seconds: int, locale: Locale) -> str:
    """Return the remaining time on a clock: in days if there is at least one, otherwise in minutes and seconds."""
    if seconds >= DAY:
        return locale.count("{n} day", "{n} days", round(seconds / DAY))
    hours, rest = divmod(seconds, HOUR)
    minutes, left = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def left_words(until: str, locale: Locale, now: datetime | None = None) -> str:
    """Return the time until an ISO 8601 timestamp, as "2 days left", rounded to the nearest number."""
    left = max(0.0, (datetime.fromisoformat(until) - (now or environment().now())).total_seconds())
    if round(left / HOUR) >= 24:
        return locale.count("{n} day left", "{n} days left", round(left / DAY))
    if round(left / MINUTE) >= 60:
        return locale.count("{n} hour left", "{n} hours left", round(left / HOUR))
    return locale.count("{n} minute left", "{n} minutes left", round(left / MINUTE))


def ago_words(at: str, locale: Locale, now: datetime | None = None) -> str:
    """Return the time since an ISO 8601 timestamp, as "5 minutes ago"."""
    passed = ((now or environment().now()) - datetime.fromisoformat(at)).total_seconds()
    if passed < MINUTE:
        return locale.say("just now")
    if passed < HOUR:
        return locale.count("{n} minute ago", "{n} minutes ago", int(passed // MINUTE))
    if passed < DAY:
        return locale.count("{n} hour ago", "{n} hours ago", int(passed // HOUR))
    return locale.count("{n} day ago", "{n} days ago", int(passed // DAY))


def since_words(at: str, locale: Locale, now: datetime | None = None) -> str:
    """Return the time since an ISO 8601 timestamp, as "for 5 minutes"."""
    passed = int(((now or environment().now()) - datetime.fromisoformat(at)).total_seconds())
    if passed < MINUTE:
        return locale.say("just now")
    if passed < HOUR:
        return locale.count("for {n} minute", "for {n} minutes", passed // MINUTE)
    if passed < DAY:
        return locale.count("for {n} hour", "for {n} hours", passed // HOUR)
    return locale.count("for {n} day", "for {n} days", passed // DAY)


def delay_words(delay: Mapping[str, Any] | None, locale: Locale) -> str:
    """Return how much later the stage of a table shows moves; empty without a delay."""
    if delay is None:
        return ""
    if delay["kind"] == "moves":
        return locale.count("{n} move later", "{n} moves later", delay["count"])
    return locale.count("{n} minute later", "{n} minutes later", delay["count"])
