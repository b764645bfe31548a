"""Where the pages of a finished match lie: below its table, or below a read-only link, where nothing else is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from courtly.tables.looking import Past
from courtly.web.table_pages import past_url, record_url, was_there

OPEN = "open"
"""The eyes that see every hand."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The addresses of a finished match; those that followers of a link do not have are empty.

    Attributes
    ----------
    base
        What the others begin with.
    match, record
        Its final page, and its record.
    may_share
        Whether its reader may make links to it.
    """

    base: str
    match: str = ""
    record: str = ""
    may_share: bool = False

    @property
    def moves(self) -> str:
        """Where the form goes that chooses a move."""
        return f"{self.base}/moves"

    def step(self, number: int, eyes: str = "") -> str:
        """Return the address of the match after a move, seen through somebody's eyes."""
        return _with(f"{self.base}/moves/{number}", seat=eyes)

    def review(self, eyes: str = "", move: int | None = None) -> str:
        """Return the address of its review, with the board after a move."""
        return _with(f"{self.base}/review", seat=eyes, move="" if move is None else str(move))

    def play(self, number: int) -> str:
        """Return where one plays on from a move; empty for followers of a link."""
        return f"{self.step(number)}/play" if self.record else ""

    @property
    def play_on(self) -> str:
        """Where the forms go that play on; empty for followers of a link."""
        return f"{self.base}/play-on" if self.record else ""

    def share(self, eyes: str = "", move: int | None = None) -> str:
        """Return where links to it are made, to a move if one is given; empty for whoever may not make any."""
        return _with(f"{self.base}/share", seat=eyes, move="" if move is None else str(move)) if self.may_share else ""


def _with(address: str, **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    return f"{address}?{urlencode(given)}" if given else address


def table_ways(table: str, match: int) -> Ways:
    """Return the addresses of a match below its table."""
    return Ways(past_url(table, match), past_url(table, match), record_url(table, match), may_share=True)


def ways_of(past: Past) -> Ways:
    """Return the addresses of a match as whoever sees it knows them."""
    if past.code:
        return shared_ways(past.code)
    assert past.look.match is not None
    found = table_ways(past.look.table["id"], past.look.match.number)
    if past.is_compared:
        # The final page of a table is for those who may see the table.
        found = replace(found, match=found.step(past.match.version))
    return found if was_there(past.look) else replace(found, may_share=False)


def shared_ways(code: str) -> Ways:
    """Return the addresses of a match below a read-only link."""
    return Ways(f"/shared/{code}")


def eyes_name(eyes: int | None) -> str:
    """Return what eyes are called in an address."""
    return OPEN if eyes is None else str(eyes)
