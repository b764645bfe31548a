"""The words of notifications. They name games, players and times, all of them public at their tables."""

from __future__ import annotations

from courtly.tables.journal import Head
from courtly.tables.notifications import Message
from courtly.text.locales import Locale
from courtly.web.games import title_of
from courtly.web.measures import left_words
from courtly.web.members import names_of
from courtly.web.pages import table_url


def content_of(message: Message, locale: Locale) -> dict[str, str]:
    """Return the title, the text and the address of a notification."""
    first, *others = message.tables
    if others:
        count = len(message.tables)
        body = locale.count("{n} table waits for you.", "{n} tables wait for you.", count)
        url = "/tables"
    else:
        body, url = _turn(first, message.player, locale), table_url(first.table)
    due = min((head.due for head in message.tables if head.due is not None), default=None)
    if message.kind == "reminder" and due is not None:
        left = left_words(due.isoformat(), locale)
        body = f"{body} {left[:1].upper()}{left[1:]}."
    return {"title": "Courtly", "body": body, "url": url}


def _turn(head: Head, player: str, locale: Locale) -> str:
    others = ", ".join(
        name for name, seat in zip(names_at(head, locale), head.seats, strict=True) if seat.player != player
    )
    return locale.say("It is your turn in {game} with {others}.", game=title_of(head.game, locale), others=others)


def names_at(head: Head, locale: Locale) -> list[str]:
    """Return the names of the players at a table, in the order of the seats."""
    return names_of(head.seats, locale)
