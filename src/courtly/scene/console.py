"""Helpers for output in a terminal: the interface of a game's `board`, colours, rules and safe text."""

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
from courtly.text.locales import Locale

WIDTH = 80
"""Width of all output in columns; a wider terminal shows it at the left."""

View = Mapping[str, Any]
"""The knowledge of one seat, as returned by `match.view(seat)`."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The texts that a player may type instead of a move in notation, such as numbers.

    Attributes
    ----------
    moves
        The move in notation for each of these texts. An illegal move is refused with its reason.
    shown
        The list as it is displayed.
    wanted
        The expected input, as the end of a sentence: "1 to 12".
    """

    moves: Mapping[str, str]
    shown: RenderableType
    wanted: str


class Drawer(Protocol):
    """A module that renders one game in the terminal; every function reads only a view."""

    def position(self, view: View, locale: Locale) -> RenderableType:
        """Return the table and its contents as the seat of the view sees them."""
        ...

    def question(self, view: View, locale: Locale) -> str:
        """Return the question that the seat must answer."""
        ...

    def menu(self, view: View, locale: Locale) -> Menu:
        """Return the texts that the seat may type; `numbered` makes a menu of numbered moves."""
        ...

    def log_lines(self, view: View, locale: Locale, *, start: int) -> list[Text]:
        """Return the lines of the view's log, from number `start` on, as text."""
        ...

    def round_begins(self, view: View) -> bool:
        """Return whether a spectator should see the table again at this point."""
        ...

    def ending(self, view: View, locale: Locale) -> RenderableType:
        """Return the final scoring."""
        ...

    def notation(self, locale: Locale) -> str:
        """Return an explanation of the game's move notation."""
        ...


def make_console(*, stderr: bool = False) -> Console:
    """Return a console that prints text unchanged and is at most `WIDTH` columns wide."""
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=False)
    console.width = min(console.width, WIDTH)
    return console


def printable(text: str, *, limit: int = 40) -> str:
    r"""Return a user-supplied name in a form that is safe to print: one line, no control characters.

    Examples
    --------
    >>> printable("Ann\x1b[2J")
    'Ann�[2J'
    """
    clean = "".join(sign if sign.isprintable() else "\ufffd" for sign in text).strip()
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def ink(colour: str) -> str:
    """Return black or white, the one with more contrast to `colour` (the luma of ITU-R BT.601).

    Examples
    --------
    >>> ink("#f2b548"), ink("#006044")
    ('#000000', '#ffffff')
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def on(colour: str, *, bold: bool = False) -> str:
    """Return the style for text on a coloured background."""
    return f"{'bold ' if bold else ''}{ink(colour)} on {colour}"


def chip(text: str, colour: str) -> Text:
    """Return a word on a coloured background; its brackets mark it on terminals without colours."""
    return Text.assemble((f"[{text}]", on(colour)))


def numbered(moves: Sequence[str], words: Callable[[str], tuple[Text, str]], locale: Locale) -> Menu:
    """Return a menu with one numbered move per line.

    Parameters
    ----------
    moves
        The legal moves in display order.
    words
        Returns a coloured symbol for a move, and the move in words.
    locale
        The language and the names of the seats.
    """
    listed = Table.grid(padding=(0, 1))
    listed.add_column(justify="right", width=4, style="bold")
    for number, move in enumerate(moves, 1):
        listed.add_row(str(number), *words(move))
    answers = {str(number): move for number, move in enumerate(moves, 1)}
    return Menu(answers, listed, locale.say("1 to {count}", count=len(moves)))


def columns(*justify: Any) -> Table:
    """Return a table without borders, with one column for each item of `justify`: `left`, `right` or `center`."""
    grid = Table.grid(padding=(0, 2))
    for side in justify:
        grid.add_column(justify=side)
    return grid


def indented(block: RenderableType) -> Padding:
    """Return a block indented by two columns."""
    return Padding(block, (0, 0, 0, 2))


def hanging(text: str) -> str:
    """Return wrapped lines with a hanging indent, so that a bullet fits before the first line."""
    first, *others = text.splitlines()
    lines = wrap(first, WIDTH - 4, subsequent_indent="  ", break_on_hyphens=False)
    for line in others:
        lines += wrap(line, WIDTH - 4, initial_indent=" " * 4, subsequent_indent=" " * 6, break_on_hyphens=False)
    return "\n".join(lines)


def ranking(view: View, locale: Locale) -> list[RenderableType]:
    """Return the winners and the total of every seat, best first."""
    result = view["result"]
    winners = ", ".join(locale.names[seat] for seat in result["winners"])
    alone = len(result["winners"]) == 1
    sentence = marked("Winner: {names}") if alone else marked("Shared victory: {names}")
    grid = columns("right", "left")
    for seat in sorted(range(view["players"]), key=lambda seat: (-result["scores"][seat], seat)):
        grid.add_row(str(result["scores"][seat]), locale.names[seat])
    return [heading(locale.say(sentence, names=winners)), indented(grid)]


def titled_rule(title: Text, *, left: str = "├", right: str = "┤") -> Text:
    """Return a line across the output with a title in it."""
    shown = title.copy()
    shown.truncate(WIDTH - 8, overflow="ellipsis")
    rest = WIDTH - 5 - shown.cell_len
    return Text.assemble((f"{left}─ ", "dim"), shown, (f" {'─' * rest}{right}", "dim"))


def heading(text: str) -> Text:
    """Return the heading of a block."""
    return Text(text, style="bold")


def signed(points: int) -> str:
    """Return points with their sign; zero has no sign.

    Examples
    --------
    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '-1')
    """
    return f"{points:+d}" if points else "0"
