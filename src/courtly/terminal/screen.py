"""What all drawings share: the reader, the shape of a drawing module, colours, rules and text made safe to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from rich.console import Console, RenderableType
from rich.text import Text

from courtly.engine.words import translator

WIDTH = 80
"""Drawings are made for a terminal this wide; a wider one shows them at its left."""

View = Mapping[str, Any]
"""What one seat may know, as `match.view(seat)` gives it."""

DRAWERS = {"courtisans": "courtly.terminal.courtisans"}
"""The module that draws each game."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a drawing is for: the language, and the names of the seats."""

    lang: str
    names: Sequence[str]

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence in the reader's language, its named places filled."""
        return translator(self.lang)(sentence).format(**places)


class Drawer(Protocol):
    """A module that draws one game; every function looks at a view only."""

    def position(self, view: View, reader: Reader) -> RenderableType:
        """Return the table as the seat of the view sees it, with what it holds."""
        ...

    def question(self, view: View, reader: Reader) -> str:
        """Return what the seat is asked."""
        ...

    def choices(self, view: View) -> list[str]:
        """Return the legal moves in the order in which they are offered."""
        ...

    def choice(self, move: str, view: View, reader: Reader) -> tuple[Text, str]:
        """Return a coloured sign for one legal move, and the move in words."""
        ...

    def log_line(self, entry: Mapping[str, Any], reader: Reader) -> Text:
        """Return a line of the log in words."""
        ...

    def round_begins(self, view: View) -> bool:
        """Tell whether this is where somebody who watches is shown the table again."""
        ...

    def ending(self, view: View, reader: Reader) -> RenderableType:
        """Return the scoring page."""
        ...

    def notation(self, reader: Reader) -> str:
        """Return how a move of this game is typed."""
        ...


def find_drawer(game: str) -> Drawer:
    """Return the module that draws `game`; games without one are drawn plainly."""
    return cast(Drawer, import_module(DRAWERS.get(game, "courtly.terminal.plain")))


def make_console(*, stderr: bool = False) -> Console:
    """Return a console that takes text as it is and never draws wider than `WIDTH`."""
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=False)
    console.width = min(console.width, WIDTH)
    return console


def printable(text: str, *, limit: int = 40) -> str:
    r"""Return a name that somebody typed, safe to print: one line, nothing that steers a terminal.

    Examples
    --------
    >>> printable("Ann\x1b[2J")
    'Ann�[2J'
    """
    clean = "".join(sign if sign.isprintable() else "\ufffd" for sign in text).strip()
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def ink(colour: str) -> str:
    """Return black or white, whichever reads better on `colour` (the luma of ITU-R BT.601).

    Examples
    --------
    >>> ink("#f2b548"), ink("#006044")
    ('#000000', '#ffffff')
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def on(colour: str, *, bold: bool = False) -> str:
    """Return the style of text on a coloured ground."""
    return f"{'bold ' if bold else ''}{ink(colour)} on {colour}"


def chip(text: str, colour: str) -> Text:
    """Return a word on a coloured ground, brackets standing in for the colour where there is none."""
    return Text.assemble((f"[{text}]", on(colour)))


def titled_rule(title: Text, *, left: str = "├", right: str = "┤") -> Text:
    """Return a line across the drawing with a title in it."""
    shown = title.copy()
    shown.truncate(WIDTH - 8, overflow="ellipsis")
    rest = WIDTH - 5 - shown.cell_len
    return Text.assemble((f"{left}─ ", "dim"), shown, (f" {'─' * rest}{right}", "dim"))


def heading(text: str) -> Text:
    """Return the heading of a block."""
    return Text(text, style="bold")


def signed(points: int) -> str:
    """Return points with their sign; nothing is a plain 0.

    Examples
    --------
    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '-1')
    """
    return f"{points:+d}" if points else "0"
