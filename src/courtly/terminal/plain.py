"""How a game without drawings of its own is shown: the view as JSON, moves in notation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from courtly.terminal.screen import Reader, View

NOT_SHOWN = ("legal", "log")
"""Parts of a view that are shown by themselves."""


def position(view: View, reader: Reader) -> RenderableType:
    """Return the view as it stands."""
    shown = {key: value for key, value in view.items() if key not in NOT_SHOWN}
    return Text(json.dumps(shown, indent=1, ensure_ascii=False))


def question(view: View, reader: Reader) -> str:
    """Return what the seat is asked."""
    return reader.say("Your move")


def choices(view: View) -> list[str]:
    """Return the legal moves as the view lists them."""
    return list(view["legal"])


def choice(move: str, view: View, reader: Reader) -> tuple[Text, str]:
    """Return no sign, and a move in notation."""
    return Text(), move


def log_line(entry: Mapping[str, Any], reader: Reader) -> Text:
    """Return who moved, and the move in notation."""
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
