"""Find the module that renders a game: the `board` of its package, or the plain one."""

from __future__ import annotations

from typing import cast

from courtly.engine.contract.game import find_game
from courtly.scene.console import Drawer
from courtly.scene.parts import part
from courtly.terminal import plain as scenes


def find_renderer(game: str, *, plain: bool = False) -> Drawer:
    """Return the module that renders `game`; with `plain`, or for a game without a board, the scene renderer."""
    found = None if plain else part(find_game(game).package, "board")
    return cast(Drawer, found or scenes)
