"""The warm-up part of tournaments, which compiles the code that they need for a game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from courtly.arena import kernels, random_streams
from courtly.arena.compiled import deals_of, not_watched, play_span
from courtly.bots.search import warm as search
from courtly.engine.contract.game import Setup
from courtly.engine.play.warmup import WarmUpPart, WarmUpStep


def steps(setup: Setup) -> Iterator[WarmUpStep]:
    """Return the steps that compile whole matches between compiled bots."""
    yield "tournaments", lambda: _play(setup)


def _play(setup: Setup) -> None:
    """Play one deal as `compiled` does, which also compiles the functions for a replay."""
    kinds = np.full((1, 1, setup.players), kernels.RANDOM, np.int32)
    span = kernels.Span(0, 1, random_streams.bots_family(1), setup.max_legal, 1, 0)
    play_span(setup, setup.contents, deals_of(1, 0, 1, kinds), not_watched(1), span)
    states = setup.game.rules.state.empty(2)
    seen, seats = np.empty((1, setup.game.rules.observation.size), np.float32), np.empty(1, np.int16)
    decided = kernels.Decisions(seen, np.zeros((1, setup.codec.count), np.bool_), seats)
    legal, moves = np.empty(setup.max_legal, np.int32), np.empty(1, np.int32)
    setup.game.rules.kernels.deal(setup.content, states[0], random_streams.family_stream(1, 0))
    setup.game.rules.kernels.legal(setup.content, states[0], legal)
    moves[0] = legal[0]
    kernels.replay_observations(setup.contents, states, moves, legal, decided)


WARM_UP_PART = WarmUpPart(__name__, steps)
WARM_UP_PARTS = (search.WARM_UP_PART, WARM_UP_PART)
"""Warm-up parts that tournaments need: bots that search, and matches between compiled bots."""
