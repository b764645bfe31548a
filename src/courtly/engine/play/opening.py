"""Opens matches, and compiles a game's kernels before its first match."""

from __future__ import annotations

from typing import Any

from courtly.engine.contract.game import Game, Setup, find_game, set_up
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.warmup import ensure_warm


def open_match(setup: Setup, opening: Opening) -> Match:
    """Return a new match of a setup; raise `BadOption` or `BadDeal` for an invalid opening."""
    ensure_warm(setup.game)
    return Match(setup, opening)


def new_match(game: str | Game, **choices: Any) -> Match:
    """Return a new match.

    Parameters
    ----------
    game
        The name of a game.
    **choices
        `seed` (default: drawn at random), `deal` (all or some keys of an explicit deal), `seats` (names), `fair` (a
        `FairShuffle` instead of seed and deal), and the options of the game; `players` is required.

    Raises
    ------
    UnknownGame, BadOption, BadDeal
    """
    made = {name: choices.pop(name) for name in ("seed", "deal", "seats", "fair") if name in choices}
    found = game if isinstance(game, Game) else find_game(game)
    return open_match(set_up(found, found.rules.options.load_documents(choices)), Opening(**made))
