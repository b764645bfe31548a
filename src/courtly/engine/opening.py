"""Opening a match, its game compiled first if it never was."""

from __future__ import annotations

from typing import Any

from courtly.engine.game import Game, Setup, find_game, set_up
from courtly.engine.match import Choices, Match
from courtly.engine.warmup import ensure_warm


def open_match(setup: Setup, choices: Choices) -> Match:
    """Return a fresh match of a setup; raise `BadOption` or `BadDeal` for choices it cannot have."""
    ensure_warm(setup.game)
    return Match(setup, choices)


def new_match(game: str | Game, **choices: Any) -> Match:
    """Return a fresh match.

    Parameters
    ----------
    game
        The name of a game.
    **choices
        `seed` (default: drawn at random), `deal` (all or some keys of an explicit deal), `seats` (names), and the
        options of the game; `players` is needed.

    Raises
    ------
    UnknownGame, BadOption, BadDeal
    """
    made = {name: choices.pop(name) for name in ("seed", "deal", "seats") if name in choices}
    found = game if isinstance(game, Game) else find_game(game)
    return open_match(set_up(found, found.options.at_home(choices)), Choices(**made))
