"""Where a game keeps what it teaches with: the folder `teaching` of its package."""

from __future__ import annotations

from pathlib import Path

from courtly.engine.contract.game import find_game
from courtly.scene.parts import folder

FOLDER = "teaching"


def taught(game: str, name: str) -> Path | None:
    """Return a file of the folder, None where the game has none of that name."""
    return _file(game, f"{FOLDER}/{name}")


def clauses_file(game: str) -> Path | None:
    """Return the numbered rules of a game, None where it has none."""
    return _file(game, "RULES.md")


def _file(game: str, name: str) -> Path | None:
    try:
        path = folder(find_game(game), name)
    except TypeError:  # a game of one module has no folder
        return None
    return path if path.is_file() else None
