"""Which module draws a game: the `board` of its package, or the plain one."""

from __future__ import annotations

from typing import cast

from courtly.engine.contract.game import find_game
from courtly.scene.console import Drawer
from courtly.scene.parts import part
from courtly.terminal import plain as scenes


def find_drawer(game: str, *, plain: bool = False) -> Drawer:
    """Return the module that draws `game`; one without a board is drawn from its scene, any other if asked to."""
    found = None if plain else part(find_game(game).package, "board")
    return cast(Drawer, found or scenes)
