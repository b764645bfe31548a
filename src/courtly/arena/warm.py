"""What tournaments have to compile for a game; the warm-up asks for it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from courtly.arena import kernels, luck
from courtly.engine.game import Setup
from courtly.engine.warmup import Step, also_warm


def steps(setup: Setup) -> Iterator[Step]:
    """Return the steps that compile whole matches among compiled bots."""
    yield "tournaments", lambda: _play(setup)


def _play(setup: Setup) -> None:
    """Play one deal as `compiled` does; what it calls to play a match again is compiled on the way."""
    words = luck.stream_words(luck.deal_seeds(1, 0, 1))
    kinds = np.full((1, 1, setup.players), kernels.RANDOM, np.int32)
    scores, counts = np.zeros((1, setup.players), np.int32), np.zeros((1, 3), np.int32)
    span = (0, 1, luck.bots_family(1), setup.max_legal, 1, 0)
    kernels.play_range(setup.contents, setup.game.state.empty(2), (words, kinds), (scores, counts), span)


also_warm(__name__, steps)
