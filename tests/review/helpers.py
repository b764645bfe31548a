"""Finished matches for review, and cheap reviews of them."""

from __future__ import annotations

from functools import cache

import courtly
from courtly.bots import find_bot
from courtly.engine.compile.rng import stream
from courtly.engine.play.match import Match
from courtly.review import Effort, Review, review

QUICK = Effort(matches=16, simulations=32)


@cache
def finished(game: str, seed: int = 1, bot: str = "steward", players: int = 2) -> Match:
    """Return a finished match; copy it before changing it."""
    match, rng = courtly.new_match(game, players=players, seed=seed), stream(seed, 1)
    while match.to_move is not None:
        match.play(find_bot(bot).choose(match.knowledge(match.to_move), rng).move)
    return match


@cache
def quick_review(game: str, seed: int = 1, bot: str = "steward") -> Review:
    """Return a cheap review of a finished match."""
    return review(finished(game, seed, bot), QUICK)
