"""What each game adds to the pages, behind one protocol; a game without an entry here is not offered in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from courtly.engine.errors import UnknownGame, listed, shown
from courtly.web.games.courtisans import COURTISANS
from courtly.web.seen import Seen
from courtly.web.text import Speaker


class GamePages(Protocol):
    """The parts of the pages that only one game has.

    `turn` and `final` return the typed context that the game's own templates, `<name>/turn.html` and
    `<name>/final.html`, draw; the rest is text.
    """

    name: str

    def title(self, speaker: Speaker) -> str:
        """Return the game's name."""
        ...

    def pitch(self, speaker: Speaker) -> str:
        """Return a few sentences on what the game is."""
        ...

    def option_title(self, option: str, speaker: Speaker) -> str:
        """Return what an option is called."""
        ...

    def option_value(self, option: str, value: str, speaker: Speaker) -> str:
        """Return what a value of an option is called."""
        ...

    def log_words(self, entry: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
        """Return a line of the log as a sentence."""
        ...

    def turn(self, seen: Seen) -> Any:
        """Return the context of the table during a match."""
        ...

    def final(self, seen: Seen) -> Any:
        """Return the context of the scoring."""
        ...


_PAGES: dict[str, GamePages] = {pages.name: pages for pages in (COURTISANS,)}


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
