"""What all drawings in a terminal share: the shape of a game's `board`, colours, rules and text made safe to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Protocol

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from courtly.text.languages import marked
from courtly.text.reader import Reader

WIDTH = 80
"""Drawings are made for a terminal this wide; a wider one shows them at its left."""

View = Mapping[str, Any]
"""What one seat may know, as `match.view(seat)` gives it."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What may be typed beside moves in notation.

    Attributes
    ----------
    moves
        A move in notation for each answer; one that is not legal is refused with its reason.
    shown
        How they are listed.
    wanted
        What to type, as the end of a sentence: "1 to 12".
    """

    moves: Mapping[str, str]
    shown: RenderableType
    wanted: str


class Drawer(Protocol):
    """A module that draws one game; every function looks at a view only."""

    def position(self, view: View, reader: Reader) -> RenderableType:
        """Return the table as the seat of the view sees it, with what it holds."""
        ...

    def question(self, view: View, reader: Reader) -> str:
        """Return what the seat is asked."""
        ...

    def menu(self, view: View, reader: Reader) -> Menu:
        """Return what the seat may type; `numbered` makes the usual list."""
        ...

    def log_lines(self, view: View, reader: Reader, *, start: int) -> list[Text]:
        """Return the lines of the view's log from number `start` on, in words."""
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


def numbered(moves: Sequence[str], words: Callable[[str], tuple[Text, str]], reader: Reader) -> Menu:
    """Return a menu that lists moves one below the other.

    Parameters
    ----------
    moves
        The legal moves in the order in which they are offered.
    words
        Returns a coloured sign for a move, and the move in words.
    reader
        Whom it is for.
    """
    listed = Table.grid(padding=(0, 1))
    listed.add_column(justify="right", width=4, style="bold")
    for number, move in enumerate(moves, 1):
        listed.add_row(str(number), *words(move))
    answers = {str(number): move for number, move in enumerate(moves, 1)}
    return Menu(answers, listed, reader.say("1 to {count}", count=len(moves)))


def columns(*justify: Any) -> Table:
    """Return a table without borders, one column per justification."""
    grid = Table.grid(padding=(0, 2))
    for side in justify:
        grid.add_column(justify=side)
    return grid


def indented(block: RenderableType) -> Padding:
    """Return a block set in by two signs."""
    return Padding(block, (0, 0, 0, 2))


def hanging(text: str) -> str:
    """Return lines of which all but the first are set in; they leave room for a bullet before the first."""
    first, *others = text.splitlines()
    lines = wrap(first, WIDTH - 4, subsequent_indent="  ", break_on_hyphens=False)
    for line in others:
        lines += wrap(line, WIDTH - 4, initial_indent=" " * 4, subsequent_indent=" " * 6, break_on_hyphens=False)
    return "\n".join(lines)


def ranking(view: View, reader: Reader) -> list[RenderableType]:
    """Return who won, and every seat's total, best first."""
    result = view["result"]
    winners = ", ".join(reader.names[seat] for seat in result["winners"])
    alone = len(result["winners"]) == 1
    sentence = marked("Winner: {names}") if alone else marked("Shared victory: {names}")
    grid = columns("right", "left")
    for seat in sorted(range(view["players"]), key=lambda seat: (-result["scores"][seat], seat)):
        grid.add_row(str(result["scores"][seat]), reader.names[seat])
    return [heading(reader.say(sentence, names=winners)), indented(grid)]


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
