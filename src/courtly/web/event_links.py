"""The addresses of events, and the words for an event on the pages of its tables."""

from __future__ import annotations

from courtly.tables.document import EventRoundDocument, TableDocument
from courtly.text.locales import Locale
from courtly.web.members import isolated


def event_url(code: str) -> str:
    """Return the address of an event."""
    return f"/events/{code}"


def event_deal_url(code: str, number: int) -> str:
    """Return the address of the results of a round of an event."""
    return f"{event_url(code)}/deals/{number}"


def event_words(event: EventRoundDocument, locale: Locale) -> str:
    """Return the event and the round of a table, in words."""
    places = {"event": isolated(event.name), "round": event.round, "rounds": event.rounds}
    return locale.say("{event}: round {round} of {rounds}", **places)


def event_link(table: TableDocument, locale: Locale) -> tuple[str, str] | None:
    """Return the address and the title of the event of a table; None without one, and for viewers who have no link."""
    if table.event is None or table.event.code is None:
        return None
    return event_url(table.event.code), event_words(table.event, locale)


def round_words(table: TableDocument, locale: Locale) -> str:
    """Return the round of a table's event, in words; empty without one, and for viewers who have no link."""
    if (event := table.event) is None or event.code is None:
        return ""
    return locale.say("round {round} of {rounds}", round=event.round, rounds=event.rounds)
