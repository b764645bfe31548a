"""How a game without drawings of its own is shown: the view as JSON, moves in notation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from courtly.engine.words import SHARED
from courtly.terminal.screen import Menu, Reader, View, numbered

DOMAIN = SHARED
"""The catalogue of what is said around a game without drawings."""

NOT_SHOWN = ("legal", "log")
"""Parts of a view that are shown by themselves."""


def position(view: View, reader: Reader) -> RenderableType:
    """Return the view as it stands."""
    shown = {key: value for key, value in view.items() if key not in NOT_SHOWN}
    return Text(json.dumps(shown, indent=1, ensure_ascii=False))


def question(view: View, reader: Reader) -> str:
    """Return what the seat is asked."""
    return reader.say("Your move")


def menu(view: View, reader: Reader) -> Menu:
    """Return the legal moves as a numbered list."""
    return numbered(choices(view), lambda move: choice(move, view, reader), reader)


def choices(view: View) -> list[str]:
    """Return the legal moves as the view lists them."""
    return list(view["legal"])


def choice(move: str, view: View, reader: Reader) -> tuple[Text, str]:
    """Return no sign, and a move in notation."""
    return Text(), move


def log_lines(view: View, reader: Reader, *, start: int) -> list[Text]:
    """Return the lines of the log from number `start` on."""
    return [log_line(entry, reader) for entry in view["log"][start:]]


def log_line(entry: Mapping[str, Any], reader: Reader) -> Text:
    """Return who moved, and the move in notation; what nobody did, such as the scoring of a year, as it stands."""
    if "move" not in entry:
        return Text(json.dumps(entry, ensure_ascii=False))
    return Text(f"{reader.names[entry['seat']]}: {entry['move']}")


def round_begins(view: View) -> bool:
    """Tell whether the match begins; only then the whole view is shown."""
    return bool(view["version"] == 0)


def ending(view: View, reader: Reader) -> RenderableType:
    """Return the scores, seat by seat."""
    lines = zip(reader.names, view["result"]["scores"], strict=True)
    return Text("\n".join(f"{name}: {score}" for name, score in lines))


def notation(reader: Reader) -> str:
    """Return how a move is typed: as the choices show it."""
    return ""
