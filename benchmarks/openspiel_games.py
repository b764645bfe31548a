"""Benchmarks of Courtly games in OpenSpiel, compared with OpenSpiel's own Python games: random matches, one core."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

from benchmarks import peers
from benchmarks.measure import (
    Benchmark,
    Effort,
    Measurement,
    Work,
    annotated,
    measure_alternately,
    processor_seconds,
)

PEERS = {"tic_tac_toe": "python_tic_tac_toe", "dominoes": "python_team_dominoes"}
"""OpenSpiel games in Python, by the suffix of the figure: the simplest one, and the longest one with hidden tiles."""


def figures(game: str, bars: Mapping[str, float], **options: Any) -> list[Benchmark]:
    """Return the figures of a game; `bars` maps a figure to its target."""
    given = ",".join(f"{name}={value}" for name, value in options.items())
    return [
        Benchmark(
            name=f"{game}.openspiel.{name}{end}",
            unit=unit,
            measure=measure,
            peer=f"OpenSpiel's {peer}",
            bar=bars.get(f"openspiel.{name}{end}"),
            higher_is_better=True,
            is_ratio=bool(end),
        )
        for name, peer in PEERS.items()
        for measure in [partial(_measured, f"courtly_{game}({given})", peer)]
        for end, unit in (("", "steps/s"), (".ratio", "times"))
    ]


def _measured(game: str, peer: str, effort: Effort) -> Measurement:
    """Measure decisions per second of random matches: state, chance, legal actions, choice, action, returns."""
    if not peers.HAS_PEER:
        return annotated(Measurement(None), peers.MISSING)
    from open_spiel.python import games  # noqa: F401 - registers the games written in Python

    from courtly.envs import openspiel

    openspiel.register()
    return measure_alternately(effort, _matches(game, effort.of(10_000)), _matches(peer, effort.of(10_000)))


def _matches(name: str, least: int) -> Work:
    """Return work that plays matches until at least `least` decisions were made."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def work() -> float:
        made = 0

        def play() -> None:
            nonlocal made
            while made < least:
                made += _match(game.new_initial_state(), rng)

        spent = processor_seconds(play)
        return made / spent

    return work


def _match(state: Any, rng: random.Random) -> int:
    """Play a random match; return the number of decisions of its seats."""
    made = 0
    while not state.is_terminal():
        is_chance = state.is_chance_node()
        actions = [outcome for outcome, _ in state.chance_outcomes()] if is_chance else state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        made += not is_chance
    state.returns()
    return made
