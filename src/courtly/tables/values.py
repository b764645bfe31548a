"""Limits for texts and bots that come from outside."""

from __future__ import annotations

import re
from unicodedata import category

from courtly.bots import find_bot
from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.tables.errors import BadSeats

MAX_SIMULATIONS = 20_000
"""The largest number of simulations for one move of a bot at a live table."""

BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that look like spaces, though Unicode counts them as printable."""

JOINER = re.compile("(?<=[\u2190-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u27bf\U0001f000-\U0001faff])")
"""The sign between two emoji that joins them to one, such as a family. Elsewhere it would be invisible."""

NAME_LENGTH = 40
BOT_LENGTH = 200


def is_plain(text: object, limit: int) -> bool:
    """Return whether a value is a text of 1 to `limit` printable characters, at least one of them visible by itself.

    Emoji may be joined.
    """
    if not isinstance(text, str) or len(text) > limit or not BLANK.isdisjoint(text):
        return False
    if not JOINER.sub("", text).isprintable():
        return False
    # A mark, such as an accent, is visible only with a letter.
    return any(category(sign)[0] not in "MZ" for sign in text)


def storable(text: str) -> str:
    """Return a text without the characters that a database cannot store: NUL, and surrogates without a partner.

    Examples
    --------
    >>> storable("ro" + chr(0) + "se")
    'rose'
    """
    return text.replace("\0", "").encode("utf-8", "ignore").decode()


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
