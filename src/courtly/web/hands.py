"""The choice of a player to show the hand to spectators, and the stages where spectators see hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtly.tables.document import TableDocument
from courtly.text.locales import Locale
from courtly.web.contexts.table import Member
from courtly.web.pages import table_url


def stages_of(table: TableDocument, members: Sequence[Member], locale: Locale) -> Iterator[tuple[str, str]]:
    """Yield the stages for streams: without hands, and with the hand of each player who shows it."""
    if table.delay is None:
        return
    # Programs for streams have no identity here, so the link of the host has the code for spectators.
    url = f"{table_url(table.id)}/stage"
    code = f"watch={table.watch}" if table.watch else ""
    yield locale.say("Stage for streams"), f"{url}?{code}" if code else url
    for number, (seat, member) in enumerate(zip(table.seats, members, strict=True)):
        if seat.shows_hand:
            chosen = "&".join(filter(None, (f"seat={number}", code)))
            yield locale.say("Stage with the hand of {name}", name=member.name), f"{url}?{chosen}"


def hand_choices(table: TableDocument) -> list[str]:
    """Return the act by which the viewer shows or hides the hand, where spectators may see hands."""
    if table.delay is None or table.own_seat is None or table.status == "over":
        return []
    return ["hide_hand" if table.seats[table.own_seat].shows_hand else "show_hand"]
