"""Benchmarks that every game has: playouts, vectors, copies, checked play and the operations that bots use.

Figures on one core are processor time of the measuring thread. Figures on several cores and figures of startup are
wall-clock time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from benchmarks import kernels, peers
from benchmarks.measure import (
    Benchmark,
    Effort,
    Measurement,
    Work,
    annotated,
    measure_alternately,
    processor_seconds,
    seconds,
)
from benchmarks.processes import run_python
from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import Setup, set_up
from courtly.engine.contract.layout import States
from courtly.engine.play.cores import cores
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.vector import Vector, random_matches

Measure = Callable[[Setup, Effort], Measurement]


@dataclass(frozen=True, slots=True)
class GameFigure:
    """A figure that every game has; `games.figures` creates a `Benchmark` from it."""

    name: str
    unit: str
    measure: Measure
    peer: str | None = None
    higher_is_better: bool = False
    is_ratio: bool = field(default=False, kw_only=True)


def figures(game: str, bars: Mapping[str, float], **options: Any) -> list[Benchmark]:
    """Return all figures of a game with these options; `bars` maps a figure to its target."""
    measures = {figure.measure: partial(_measured, figure.measure, game, options) for figure in _FIGURES}
    return [
        Benchmark(
            name=f"{game}.{figure.name}",
            unit=figure.unit,
            measure=measures[figure.measure],
            peer=figure.peer,
            bar=bars.get(figure.name),
            higher_is_better=figure.higher_is_better,
            is_ratio=figure.is_ratio,
        )
        for figure in _FIGURES
    ]


def _measured(measure: Measure, game: str, options: Mapping[str, Any], effort: Effort) -> Measurement:
    setup = set_up(game, options)
    return measure(setup, effort)


def measure_with_peer(effort: Effort, ours: Work, peer: peers.PeerWork) -> Measurement:
    """Measure our side and OpenSpiel alternately. Without OpenSpiel, measure only our side and add a note."""
    if not peers.HAS_PEER:
        return annotated(measure_alternately(effort, ours), peers.MISSING)
    return measure_alternately(effort, ours, peer(effort))


def positions(setup: Setup) -> States:
    """Return positions from random matches; every call returns equal positions."""
    states = setup.game.rules.state.empty(kernels.POSITIONS)
    kernels.scatter(setup.contents, states, 1, setup.max_legal)
    return states


def _each(count: int, work: Callable[[], object]) -> float:
    """Return nanoseconds of processor time per operation; `work` does `count` operations."""
    return processor_seconds(work) / count * 1e9


def _playouts(setup: Setup, effort: Effort) -> Measurement:
    return measure_with_peer(effort, _random_matches(setup, effort), peers.decisions)


def _matches(setup: Setup, effort: Effort) -> Measurement:
    """Measure whole random matches per second, each dealt, played and scored."""
    count = effort.of(50_000)

    def work() -> float:
        return count / processor_seconds(lambda: random_matches(setup, count, seed=1, threads=1))

    return measure_with_peer(effort, work, peers.matches)


def _playouts_by_action(setup: Setup, effort: Effort) -> Measurement:
    """Measure playouts. The peer deals cards one by one, and each dealt card counts as one of its decisions."""
    return measure_with_peer(effort, _random_matches(setup, effort), peers.actions)


def _random_matches(setup: Setup, effort: Effort) -> Work:
    """Return work that plays whole random matches on one core: deal, moves, score."""
    count = effort.of(100_000)

    def work() -> float:
        done = []
        spent = processor_seconds(lambda: done.append(random_matches(setup, count, seed=1, threads=1)))
        return sum(each.decisions for each in done) / spent

    return work


def _vector_playouts(setup: Setup, count: int, threads: int) -> float:
    """Return wall-clock decisions per second of a vector that is dealt, played out and scored."""
    decisions = []

    def work() -> None:
        with Vector(setup, count, seed=1, threads=threads) as vector:
            decisions.append(vector.play_out())
            vector.scores()

    spent = seconds(work)
    return decisions[0] / spent


def _vectors(setup: Setup, effort: Effort) -> Measurement:
    """Measure random matches through the vector interface, on two threads and on one."""
    count = effort.of(200_000)
    reading = measure_alternately(
        effort, lambda: _vector_playouts(setup, count, 2), lambda: _vector_playouts(setup, count, 1)
    )
    return annotated(reading, None if cores() > 1 else "this process may use only one core")


def _copies(setup: Setup, effort: Effort) -> Measurement:
    count, sources = effort.of(3_000_000), positions(setup)
    targets = setup.game.rules.state.empty(kernels.POSITIONS)
    return measure_with_peer(effort, lambda: _each(count, lambda: kernels.copies(sources, targets, count)), peers.clone)


def _script(setup: Setup, seed: int) -> list[str]:
    """Return the moves of a random match."""
    match, rng = Match(setup, Opening(seed=seed)), stream(seed)
    while not match.is_over:
        legal = match.legal_moves()
        match.play(legal[below(rng, len(legal))])
    return match.moves


def _checked_play(setup: Setup, effort: Effort) -> Measurement:
    """Measure text moves in Python matches, with checks and log."""
    scripts = [_script(setup, seed) for seed in range(effort.of(60))]

    def play(matches: list[Match]) -> None:
        for match, moves in zip(matches, scripts, strict=True):
            for move in moves:
                match.play(move)

    def work() -> float:
        matches = [Match(setup, Opening(seed=seed)) for seed in range(len(scripts))]
        return _each(sum(map(len, scripts)), lambda: play(matches)) / 1000

    return measure_with_peer(effort, work, peers.checked_play)


def _redeals(setup: Setup, effort: Effort) -> Measurement:
    count, states, rng = effort.of(500_000), positions(setup), stream(1)
    return measure_alternately(
        effort, lambda: _each(count, lambda: kernels.redeals(setup.contents, states, rng, count))
    )


def _observations(setup: Setup, effort: Effort) -> Measurement:
    count, states = effort.of(500_000), positions(setup)
    out = np.zeros((kernels.POSITIONS, setup.game.rules.observation.size), np.float32)
    return measure_with_peer(
        effort, lambda: _each(count, lambda: kernels.observations(setup.contents, states, out, count)), peers.tensor
    )


def _masks(setup: Setup, effort: Effort) -> Measurement:
    """Measure masks of legal moves through the vector interface, on one thread, after some random moves."""
    vector = Vector(setup, effort.of(20_000), seed=1, threads=1)
    rng = np.random.default_rng(1)
    for _ in range(10):
        mask = vector.legal_mask()
        vector.step((rng.random(mask.shape, np.float32) * mask).argmax(axis=1))
    return measure_with_peer(effort, lambda: _each(vector.size, vector.legal_mask), peers.mask)


def _policy(setup: Setup, effort: Effort) -> Measurement:
    """Measure whole matches with stewards in every seat, on one core."""
    count, states = effort.of(2_000), setup.game.rules.state.empty()
    scores = np.zeros((1, setup.players), np.int32)

    def work() -> float:
        return count / processor_seconds(lambda: kernels.policy_matches(setup.contents, states, scores, count, 1))

    return measure_alternately(effort, work)


_FIRST_MATCH = """
import courtly
from courtly.bots import find_bot
from courtly.engine.compile.rng import below, stream
match, bot, luck = courtly.new_match({game!r}, seed=1, **{options!r}), find_bot("steward"), stream(1)
while not match.is_over:
    match.play(bot.choose(match.knowledge(match.to_move), luck).move)
match.scores()
"""

_FIRST_HEARTS = """
import random
import pyspiel
state = pyspiel.load_game("hearts").new_initial_state()
while not state.is_terminal():
    state.apply_action(random.choice(state.legal_actions()))
state.returns()
"""


def _load(setup: Setup, effort: Effort) -> Measurement:
    """Measure a fresh Python process that plays one match between stewards with cached kernels."""
    text = _FIRST_MATCH.format(game=setup.game.name, options=setup.options.given())
    return measure_with_peer(effort, lambda: run_python(text), lambda _effort: lambda: run_python(_FIRST_HEARTS))


_HEARTS = "OpenSpiel hearts (C++) from Python"
_FIGURES = [
    GameFigure("playouts", "decisions/s", _playouts, f"{_HEARTS}: random matches", higher_is_better=True),
    GameFigure(
        "playouts.ratio", "times", _playouts, f"{_HEARTS}: random matches", higher_is_better=True, is_ratio=True
    ),
    GameFigure(
        "playouts.by-action",
        "decisions/s",
        _playouts_by_action,
        f"{_HEARTS}: with the deal counted",
        higher_is_better=True,
    ),
    GameFigure("matches", "matches/s", _matches, f"{_HEARTS}: random matches", higher_is_better=True),
    GameFigure("batch", "decisions/s", _vectors, "the same vector on one core", higher_is_better=True),
    GameFigure("batch.ratio", "times", _vectors, "the same vector on one core", higher_is_better=True, is_ratio=True),
    GameFigure("copy", "ns", _copies, f"{_HEARTS}: state.clone()"),
    GameFigure("play", "µs", _checked_play, f"{_HEARTS}: apply_action_with_legality_check"),
    GameFigure("load", "s", _load, "the same with OpenSpiel and a random match of hearts"),
    GameFigure("redeal", "ns", _redeals),
    GameFigure("observe", "ns", _observations, f"{_HEARTS}: information_state_tensor"),
    GameFigure("legal-mask", "ns", _masks, f"{_HEARTS}: legal_actions_mask"),
    GameFigure("steward", "matches/s", _policy, higher_is_better=True),
]
