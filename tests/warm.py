"""Compiles, once and for several processes, the code that tests need in addition to `courtly warmup`.

    python -m tests.warm

These are the kernels of environments, benchmarks and reviews. Otherwise each process of the tests would compile them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import courtly
from benchmarks import kernels
from benchmarks.games import positions
from courtly import envs
from courtly.arena.warm import WARM_UP_PARTS
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.play.warmup import WarmUpPart, WarmUpStep, warm
from courtly.review import warm as review


def steps(setup: Setup) -> Iterator[WarmUpStep]:
    """Return the steps that compile environments and benchmarks."""
    yield "environments", lambda: _step(setup)
    yield "benchmarks", lambda: _measure(setup)


def _step(setup: Setup) -> None:
    name, options = setup.game.name, setup.options.given()
    single: Any = envs.aec(name, **options)
    single.reset(seed=1)
    single.step(int(single.last()[0]["action_mask"].argmax()))
    seat = envs.gym(name, **options)
    seat.reset(seed=1)
    seat.close()
    vector = envs.vector(name, num_envs=2, bots=None, **options)
    mask, actions = vector.reset(seed=1)[1]["action_mask"], np.zeros(2, np.int64)
    kernels.draw_legal(mask, stream(1), actions)
    vector.step(actions)
    vector.close()


def _measure(setup: Setup) -> None:
    states = positions(setup)
    contents, targets = setup.contents, setup.game.rules.state.empty(kernels.POSITIONS)
    kernels.copies(states, targets, 1)
    kernels.redeals(contents, states, stream(1), 1)
    seen = np.zeros((kernels.POSITIONS, setup.game.rules.observation.size), np.float32)
    kernels.observations(contents, states, seen, 1)
    scores = np.zeros((1, setup.players), np.int32)
    kernels.policy_matches(contents, setup.game.rules.state.empty(), scores, 1, 1)


WARM_UP_PART = WarmUpPart("tests.warm", steps)

if __name__ == "__main__":
    warm(courtly.game_names(), warm_up_parts=[*WARM_UP_PARTS, review.WARM_UP_PART, WARM_UP_PART])
