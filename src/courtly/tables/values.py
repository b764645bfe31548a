"""Limits for texts and bots that come from outside."""

from __future__ import annotations

from courtly.bots import find_bot
from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.tables.errors import BadSeats

MAX_SIMULATIONS = 20_000
"""The largest number of simulations for one move of a bot at a live table."""

NAME_LENGTH = 40
BOT_LENGTH = 200


def is_plain(text: object, limit: int) -> bool:
    """Return whether a value is a text of 1 to `limit` printable characters, at least one of them not blank."""
    return isinstance(text, str) and 0 < len(text) <= limit and text.isprintable() and bool(text.strip())


def check_bot(spec: str, *, where: str) -> None:
    """Raise for a bot with a time budget, whose moves are not reproducible, and for one with too many simulations."""
    budget = getattr(find_bot(spec), "budget", None)
    if budget is not None and (budget.seconds is not None or budget.simulations > MAX_SIMULATIONS):
        allowed = said("at most {most} simulations", most=MAX_SIMULATIONS)
        message = said(
            "{where} cannot have {given}: at a table a bot's budget must be {allowed}, not a time",
            where=where,
            given=shown(spec),
            allowed=allowed,
        )
        raise BadSeats(message, given=spec, where=f"{where}.bot", allowed=allowed)
