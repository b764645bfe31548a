"""Setups of the environments, including mini games.

A game defines its mini games in a module `mini`, which contains two names. `MINI` is a game with an option `mini`.
`longest(options)` returns the maximum number of moves in a match. A game whose full matches have a known maximum has a
module `bounds` with the same function.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from courtly.engine.contract.game import Game, Setup, find_game, set_up

MINI, BOUNDS = "mini", "bounds"
"""The names of the modules; `mini` is also the option that selects a mini game."""


def has_mini(name: str) -> bool:
    """Return whether a game has mini games."""
    return _has(find_game(name), MINI)


def _has(game: Game, module: str) -> bool:
    try:
        return find_spec(f"{game.package}.{module}") is not None
    except ModuleNotFoundError:
        return False  # the game is a single module


def mini_setup(name: str, options: Mapping[str, Any]) -> Setup:
    """Return the setup of a mini game; raise `BadOption` for invalid options."""
    game: Game = import_module(f"{find_game(name).package}.{MINI}").MINI
    return set_up(game, options)


def setup_of(name: str, options: Mapping[str, Any]) -> Setup:
    """Return the setup of a game or, with the option `mini`, of a mini game; raise `BadOption` for invalid options."""
    return mini_setup(name, options) if MINI in options and has_mini(name) else set_up(name, options)


def longest(setup: Setup) -> int | None:
    """Return the maximum number of moves of a match; None if it is not known."""
    module = MINI if MINI in type(setup.options).model_fields else BOUNDS
    if not _has(setup.game, module):
        return None
    most: int = import_module(f"{setup.game.package}.{module}").longest(setup.options)
    return most
