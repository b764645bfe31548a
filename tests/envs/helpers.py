"""Helpers for the tests of environments: the games, including a fourth one, and random play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from courtly.engine.contract.game import Setup, set_up
from courtly.envs.base import Board
from courtly.envs.fast import FastMatch
from tests.testing.lots import GAME as LOTS

PLAYERS = {"courtisans": 3, "cursed_court": 3, "monarch": 2}
games = pytest.mark.parametrize("game", PLAYERS)
few_warnings = pytest.mark.filterwarnings("ignore:Observation :UserWarning")
"""PettingZoo's tests warn about dictionary observations, which all games with masks have."""


def prepared(game: str) -> Setup:
    """Return the setup of a game with the number of players that these tests use."""
    return set_up(game, {"players": PLAYERS[game]})


def fast_match(game: str, *, moves: int, seed: int = 5) -> FastMatch:
    """Return a match after `moves` random moves, or at its end."""
    play, rng = FastMatch(prepared(game), seed), np.random.default_rng(seed)
    for _ in range(moves):
        if not play.is_over:
            play.play(int(rng.choice(np.flatnonzero(play.mask))))
    return play


def board_of(play: FastMatch, **given: Any) -> Board:
    """Return a board with a match."""
    board = Board(play.setup, **{"reward": "share", "render_mode": None, "lang": "en", **given})
    board.play = play
    return board


__all__ = ["LOTS", "PLAYERS", "board_of", "fast_match", "few_warnings", "games", "prepared"]
