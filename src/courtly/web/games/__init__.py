"""The games that are offered in the browser: one without an entry here is not."""

from __future__ import annotations

from courtly.engine.errors import CourtlyError, UnknownGame, listed, shown
from courtly.web.games.base import REFUSALS, GamePages
from courtly.web.games.courtisans import COURTISANS
from courtly.web.games.cursed_court import CURSED_COURT
from courtly.web.games.monarch import MONARCH

__all__ = ["GamePages", "offered", "pages_of", "refusal"]

_PAGES: dict[str, GamePages] = {pages.name: pages for pages in (COURTISANS, CURSED_COURT, MONARCH)}


def offered() -> list[GamePages]:
    """Return the pages of every game that can be played in the browser."""
    return list(_PAGES.values())


def pages_of(name: str) -> GamePages:
    """Return the pages of a game, or raise `UnknownGame`."""
    if name not in _PAGES:
        names = list(_PAGES)
        message = f"there is no game {shown(name)} in the browser; there are {listed(names)}"
        raise UnknownGame(message, given=name, where="game", allowed=names)
    return _PAGES[name]


def refusal(error: CourtlyError) -> str | None:
    """Return what is said to the reader in place of an error's own message, untranslated; None for most errors."""
    tables = (REFUSALS, *(pages.refusals for pages in offered()))
    return next((sentence for table in tables for part, sentence in table.items() if part in str(error)), None)
