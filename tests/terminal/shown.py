"""Screen output as text: a console of 80 columns that writes into memory."""

from __future__ import annotations

from io import StringIO

from rich.console import Console, RenderableType

from courtly.text.locales import Locale

NAMES = ("Ann", "Bo", "Cyd", "Émile", "Yann")


def locale(lang: str = "en", players: int = 5, domain: str = "courtisans") -> Locale:
    """A locale with a name for every seat."""
    return Locale(lang, NAMES[:players], domain=domain)


def paper(*, colour: bool = False) -> tuple[Console, StringIO]:
    """A console, and the buffer that it writes to."""
    written = StringIO()
    console = Console(
        file=written,
        width=80,
        color_system="truecolor" if colour else None,
        force_terminal=colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
    return console, written


def shown(block: RenderableType, *, colour: bool = False) -> str:
    """The text of a rendered block."""
    console, written = paper(colour=colour)
    console.print(block)
    return written.getvalue()
