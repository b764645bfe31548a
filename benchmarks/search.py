"""Benchmarks of the search: its simulations per second from the first position, with random playouts, on one core."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks import peers
from benchmarks.games import measure_with_peer
from benchmarks.measure import Benchmark, Effort, Measurement, processor_seconds
from courtly.bots import Budget
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match, Opening

_SPEC = "rollout=random,horizon=100000,prior=0,trees=1"
"""Random playouts to the end of the match, no priors, one tree."""

_PEER = "OpenSpiel hearts (C++): ISMCTSBot, random rollouts, from the first card"


def figures(game: str, bars: dict[str, float], **options: Any) -> list[Benchmark]:
    """Return the figures of the search in a game with these options; `bars` maps a figure to its target."""
    figure = partial(Benchmark, measure=partial(_simulations, game, options), peer=_PEER, higher_is_better=True)
    return [
        figure(name=f"{game}.ismcts", unit="simulations/s", bar=bars.get("ismcts")),
        figure(name=f"{game}.ismcts.ratio", unit="times", bar=bars.get("ismcts.ratio"), is_ratio=True),
    ]


def _simulations(game: str, options: dict[str, Any], effort: Effort) -> Measurement:
    """Measure one call of the bot: it builds one new tree in one thread, and playouts go to the end of the match."""
    match, bot = Match(set_up(game, options), Opening(seed=1)), Ismcts(_SPEC)
    assert match.to_move is not None
    knowledge, count = match.knowledge(match.to_move), effort.of(20_000)

    def work() -> float:
        return count / processor_seconds(lambda: bot.choose(knowledge, stream(1), Budget(simulations=count)))

    return measure_with_peer(effort, work, peers.simulations)
