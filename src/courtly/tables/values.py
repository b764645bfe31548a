"""What texts and bots from outside may be."""

from __future__ import annotations

from courtly.bots import find_bot
from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.tables.errors import BadSeats

MOST_SIMULATIONS = 20_000
"""What a bot at a live table may think at most for one move."""

NAME_LENGTH = 40
BOT_LENGTH = 200


def is_plain(text: object, limit: int) -> bool:
    """Return whether this is text of 1 to `limit` printable characters, not all of them blank."""
    return isinstance(text, str) and 0 < len(text) <= limit and text.isprintable() and bool(text.strip())


def check_bot(spec: str, *, where: str) -> None:
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
