"""What each game adds to the pages, behind one protocol; a game without an entry here is not offered in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from courtly.engine.errors import UnknownGame, listed, shown
from courtly.web.contexts import LogLine
from courtly.web.games.courtisans import COURTISANS
from courtly.web.games.cursed_court import CURSED_COURT
from courtly.web.games.monarch import MONARCH
from courtly.web.seen import Seen
from courtly.web.text import Speaker


class GamePages(Protocol):
    """The parts of the pages that only one game has.

    `turn` and `final` return the typed context that the game's own templates, `<name>/turn.html` and
    `<name>/final.html`, draw; the rest is text.
    """

    name: str
    sheets: Sequence[str]
    """The game's own style sheets, under `static/`."""
    refusals: Mapping[str, str]
    """What to say to the reader in place of an error whose message has a certain part, by that part."""
    lists: Mapping[str, Callable[[str], Any]]
    """Options whose value is a list of the player's own, and what reads it from text."""

    def title(self, speaker: Speaker) -> str:
        """Return the game's name."""
        ...

    def pitch(self, speaker: Speaker) -> str:
        """Return a few sentences on what the game is."""
        ...

    def option_title(self, option: str, speaker: Speaker) -> str:
        """Return what an option is called."""
        ...

    def option_help(self, option: str, speaker: Speaker) -> str:
        """Return what an option does, in a sentence; empty where its values say it."""
        ...

    def option_value(self, option: str, value: str, speaker: Speaker) -> str:
        """Return what a value of an option is called."""
        ...

    def log(self, seen: Seen) -> list[LogLine]:
        """Return what has happened, in sentences."""
        ...

    def news(self, seen: Seen) -> list[LogLine]:
        """Return what has happened since the reader's last turn."""
        ...

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        ...

    def turn(self, seen: Seen) -> Any:
        """Return the context of the table during a match."""
        ...

    def final(self, seen: Seen) -> Any:
        """Return the context of the scoring."""
        ...


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
