"""Paths of a game's teaching files, in the folder `teaching` of its package."""

from __future__ import annotations

from pathlib import Path

from courtly.engine.contract.game import find_game
from courtly.scene.parts import folder

FOLDER = "teaching"


def teaching_file(game: str, name: str) -> Path | None:
    """Return the path of a teaching file, None if the game has no such file."""
    return _file(game, f"{FOLDER}/{name}")


def clauses_file(game: str) -> Path | None:
    """Return the path of a game's numbered rules, None if it has none."""
    return _file(game, "RULES.md")


def _file(game: str, name: str) -> Path | None:
    try:
        path = folder(find_game(game), name)
    except TypeError:  # a game of one module has no folder
        return None
    return path if path.is_file() else None
