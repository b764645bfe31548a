"""Traces: one hash over all results of a game's kernels in a few seeded matches.

Compiled code, plain Python and bounds-checked code must give the same hash. Only a change of the rules may change it.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States
from courtly.testing.positions import record_bytes

_THINK_EVERY = 7
"""Moves between calls of policy, observe and redeal, which are slow in plain Python. Each time another seat is used."""


def trace(setup: Setup, *, seed: int, matches: int = 1) -> str:
    """Return the hash of every state, every list of legal moves, and samples of the other kernels' results."""
    digest = hashlib.sha256()
    for number in range(matches):
        _follow(setup, digest, (seed, number))
    return digest.hexdigest()


def _follow(setup: Setup, digest: Any, seeds: tuple[int, int]) -> None:
    kernels, content, states = setup.game.rules.kernels, setup.content, setup.game.rules.state.empty()
    s, moves, rng = states[0], np.empty(setup.max_legal, np.int32), stream(*seeds)
    kernels.deal(content, s, rng)
    step = 0
    while s.to_move >= 0:
        n = int(kernels.legal(content, s, moves))
        digest.update(record_bytes(setup, s) + moves[:n].astype("<i2").tobytes())
        if step % _THINK_EVERY == 0:
            _think(setup, digest, states, step)
        kernels.apply(content, s, int(moves[below(rng, n)]))
        step += 1
    _think(setup, digest, states, step)


def _think(setup: Setup, digest: Any, states: States, step: int) -> None:
    """Add the results of the other kernels. Observations are rounded, since their last digits may differ."""
    kernels, content = setup.game.rules.kernels, setup.content
    scores, out = np.zeros(setup.players, np.int32), np.empty(setup.game.rules.observation.size, np.float32)
    sample, seat = states.copy(), step % setup.players
    kernels.score(content, states[0], scores)
    kernels.observe(content, states[0], seat, out)
    kernels.redeal(content, sample[0], seat, stream(step))
    digest.update(scores.astype("<i4").tobytes() + np.rint(out * 1e4).astype("<i4").tobytes())
    digest.update(record_bytes(setup, sample[0]))
    if states[0].to_move >= 0:
        digest.update(int(kernels.policy(content, states[0], stream(step, 1))).to_bytes(4, "little"))
