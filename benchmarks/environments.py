"""Benchmarks of environments: PettingZoo's loop, and thousands of matches in Gymnasium's vector environment.

All players are random. On both sides, the PettingZoo loop includes the choice of an action, and the vector figures
exclude it.
"""

from __future__ import annotations

import importlib
import random
import time
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks import kernels
from benchmarks.measure import (
    Benchmark,
    Effort,
    Measurement,
    Work,
    annotated,
    measure_alternately,
    processor_seconds,
)
from courtly import envs
from courtly.engine.compile.rng import stream
from courtly.engine.play.cores import cores

MISSING = "{name} is not installed (dependency group peers), so there is no peer"

MANY, FEW = 4096, 64
"""Matches in one vector."""

PEERS = {"leduc": "leduc_holdem_v4", "hanabi": "hanabi_v5", "tictactoe": "tictactoe_v3"}
"""PettingZoo games, by the suffix of the figure."""


def figures(game: str, bars: Mapping[str, float], **options: Any) -> list[Benchmark]:
    """Return the figures of a game's environments; `bars` maps a figure to its target."""
    figure = partial(Benchmark, higher_is_better=True)
    loop = partial(_loops, game, options)
    raw_loop, wrapped = partial(loop, "raw_", "leduc"), partial(loop, "", "leduc")
    many, few = (partial(_vectors, game, options, count) for count in (MANY, FEW))
    leduc, pgx = "PettingZoo's leduc, raw", "Pgx leduc_holdem, compiled by JAX for the CPU"
    found = [
        figure(name="aec", unit="steps/s", measure=raw_loop, peer=leduc),
        figure(name="aec.ratio", unit="times", measure=raw_loop, peer=leduc, is_ratio=True),
        figure(name="aec.wrapped", unit="steps/s", measure=wrapped, peer="PettingZoo's leduc, wrapped"),
        figure(name="vector", unit="decisions/s", measure=many, peer=f"{pgx}, the same number of games"),
        figure(name="vector.64", unit="decisions/s", measure=few, peer=f"{pgx}, the same number of games"),
    ]
    return [_named(each, game, bars) for each in found]


def further(game: str, bars: Mapping[str, float], **options: Any) -> list[Benchmark]:
    """Return figures that are measured for one game only: other peers of the loop, and memory."""
    others = [
        Benchmark(
            name=f"aec.{name}",
            unit="steps/s",
            measure=partial(_loops, game, options, "raw_", name),
            peer=f"PettingZoo's {name}, raw",
            higher_is_better=True,
        )
        for name in ("hanabi", "tictactoe")
    ]
    memory = Benchmark(name="vector.memory", unit="MB", measure=partial(_memory, game, options))
    return [_named(each, game, bars) for each in (*others, memory)]


def _named(figure: Benchmark, game: str, bars: Mapping[str, float]) -> Benchmark:
    fields = {name: getattr(figure, name) for name in figure.__slots__}
    return Benchmark(**{**fields, "name": f"{game}.{figure.name}", "bar": bars.get(figure.name)})


def _loops(game: str, options: dict[str, Any], kind: str, peer: str, effort: Effort) -> Measurement:
    """Measure random matches on one core: observation, mask, choice and step; `kind` is `raw_` or empty (wrapped)."""
    count = effort.of(20_000)
    mine = _loop(getattr(envs, f"{kind}aec")(game, **options), count)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings of libraries that the peers use
            module = importlib.import_module(f"pettingzoo.classic.{PEERS[peer]}")
            env = getattr(module, f"{kind}env")()
    except ImportError:
        return annotated(measure_alternately(effort, mine), MISSING.format(name=f"PettingZoo's {peer}"))
    return measure_alternately(effort, mine, _loop(env, count))


def _loop(env: Any, count: int) -> Work:
    # The choice takes equal time on both sides, which moves the ratio towards 1. So the choice is as fast as possible.
    draw = random.Random(1).random

    def play() -> None:
        env.reset(seed=1)
        left = count
        while left:
            seen, _, over, late, _ = env.last()
            if over or late:
                env.reset()
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))
            left -= 1

    return lambda: count / processor_seconds(play)


def _vectors(game: str, options: dict[str, Any], count: int, effort: Effort) -> Measurement:
    """Measure wall-clock steps of many matches on all cores, with observations, masks and rewards written."""
    steps = effort.of(10_000 * round(count**0.5)) // count + 1
    mine = _vector(game, options, count, steps)
    if find_spec("pgx") is None:
        return annotated(measure_alternately(effort, mine), MISSING.format(name="Pgx"))
    reading = measure_alternately(effort, mine, _pgx(count, steps))
    return annotated(reading, None if cores() > 1 else "this process may use only one core")


def _vector(game: str, options: dict[str, Any], count: int, steps: int) -> Work:
    def work() -> float:
        vector = envs.vector(game, num_envs=count, bots=None, **options)
        mask, rng, actions = vector.reset(seed=1)[1]["action_mask"], stream(1), np.zeros(count, np.int64)

        def draw() -> Any:
            kernels.draw_legal(mask, rng, actions)
            return actions

        spent = _spent(vector.step, draw, steps)
        vector.close()
        return count * steps / spent

    return work


def _pgx(count: int, steps: int) -> Work:
    """Return the corresponding work for Pgx: compiled, vectorized, with finished games restarted within the step."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    ready: Any = jax.block_until_ready
    env = pgx.make("leduc_holdem")
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=1))

    def work() -> float:
        state, key = begin(jax.random.split(jax.random.PRNGKey(1), count)), jax.random.PRNGKey(2)

        def draw() -> Any:
            nonlocal key
            key, one, two = jax.random.split(key, 3)
            return ready((choose(one, state.legal_action_mask), jax.random.split(two, count)))

        def play(drawn: Any) -> None:
            nonlocal state
            state = ready(step(state, *drawn))

        return count * steps / _spent(play, draw, steps)

    return work


def _spent(step: Callable[[Any], Any], draw: Callable[[], Any], steps: int) -> float:
    """Return the wall-clock seconds of `steps` steps, without the time to draw their actions."""
    spent = 0.0
    for _ in range(steps):
        actions = draw()
        began = time.perf_counter()
        step(actions)
        spent += time.perf_counter() - began
    return spent


def _memory(game: str, options: dict[str, Any], _effort: Effort) -> Measurement:
    """Measure the memory of 65,536 matches, without observation and mask buffers, in 10⁶ bytes."""
    return Measurement(envs.vector(game, num_envs=65_536, bots=None, **options).nbytes / 1e6)
