"""The addresses of a finished match's pages. They are below its table, or below a read-only link with fewer pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from courtly.tables.table_views import FinishedMatch
from courtly.web.table_pages import finished_match_url, record_url, was_there

OPEN = "open"
"""The name of the perspective that shows all hands."""


@dataclass(frozen=True, slots=True)
class ShareLinks:
    """The addresses of a finished match; some are empty for viewers who came by a read-only link.

    Attributes
    ----------
    base
        The common prefix of the addresses.
    match, record
        The final page, and the record.
    may_share
        Whether the viewer may make links to the match.
    """

    base: str
    match: str = ""
    record: str = ""
    may_share: bool = False

    @property
    def moves(self) -> str:
        """The address of the form that chooses a move."""
        return f"{self.base}/moves"

    def step(self, number: int, eyes: str = "", better: str = "") -> str:
        """Return the address of the match after `number` moves, from a perspective. `better` is a move to mark."""
        return _with(f"{self.base}/moves/{number}", seat=eyes, better=better)

    def review(self, eyes: str = "", move: int | None = None) -> str:
        """Return the address of the review; `move` chooses the moment whose board it shows."""
        return _with(f"{self.base}/review", seat=eyes, move="" if move is None else str(move))

    def play(self, number: int) -> str:
        """Return the address of the form that plays on from a move; empty for viewers of a read-only link."""
        return f"{self.step(number)}/play" if self.record else ""

    @property
    def play_on(self) -> str:
        """The address to which forms that play on are sent; empty for viewers of a read-only link."""
        return f"{self.base}/play-on" if self.record else ""

    def share(self, eyes: str = "", move: int | None = None) -> str:
        """Return the address of the page that makes links to the match or a move; empty if the viewer may not."""
        return _with(f"{self.base}/share", seat=eyes, move="" if move is None else str(move)) if self.may_share else ""


def _with(address: str, **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    return f"{address}?{urlencode(given)}" if given else address


def table_links(table: str, match: int) -> ShareLinks:
    """Return the addresses of a match below its table."""
    return ShareLinks(
        finished_match_url(table, match), finished_match_url(table, match), record_url(table, match), may_share=True
    )


def links_of_match(finished_match: FinishedMatch) -> ShareLinks:
    """Return the addresses of a match for the viewer it was loaded for."""
    if finished_match.code:
        return shared_links(finished_match.code)
    assert finished_match.table_view.match is not None
    found = table_links(finished_match.table_view.table.id, finished_match.table_view.match.number)
    if finished_match.is_compared:
        # Only viewers of the table may see its final page; others get the last position instead.
        found = replace(found, match=found.step(finished_match.match.version))
    return found if was_there(finished_match.table_view) else replace(found, may_share=False)


def shared_links(code: str) -> ShareLinks:
    """Return the addresses of a match below a read-only link."""
    return ShareLinks(f"/shared/{code}")


def perspective_name(eyes: int | None) -> str:
    """Return the name of a perspective in addresses: a seat number, or `OPEN`."""
    return OPEN if eyes is None else str(eyes)
