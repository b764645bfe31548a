"""The figures of the arena: whole tournaments between compiled bots, by the clock, on two threads."""

from __future__ import annotations

from functools import partial
from typing import Any

from courtly.arena import Plan, Resources, play, summary
from courtly.bench.measure import Benchmark, Effort, Measurement, annotated, by_turns, seconds
from courtly.engine.play.cores import cores

_DEALS = {"random": 200_000, "steward": 20_000}
"""How many deals a tournament has; what it costs to begin and to sum up is part of it."""


def figures(game: str, bars: dict[str, float], **options: Any) -> list[Benchmark]:
    """Return, for each compiled bot, how many matches against itself are played and summed up in a second."""
    return [
        Benchmark(
            name=f"{game}.arena.{bot}",
            unit="matches/s",
            measure=partial(_tournament, game, options, bot),
            bar=bars.get(bot),
            higher_is_better=True,
        )
        for bot in _DEALS
    ]


def _tournament(game: str, options: dict[str, Any], bot: str, effort: Effort) -> Measurement:
    plan = Plan(game, options, (bot,) * options["players"], effort.of(_DEALS[bot]), seed=1)

    def work() -> float:
        return plan.matches / seconds(lambda: summary(play(plan, Resources(workers=2))))

    return annotated(by_turns(effort, work), None if cores() > 1 else "this process may use one core only")
