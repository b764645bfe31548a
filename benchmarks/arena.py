"""Benchmarks of the arena: wall-clock speed of tournaments between compiled bots, and of their data sets."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measure import Benchmark, Effort, Measurement, annotated, measure_alternately, seconds
from courtly.arena import Plan, Resources, play, summary
from courtly.arena.trajectories import write_trajectories
from courtly.engine.play.cores import cores

_DEALS = {"random": 200_000, "steward": 20_000}
"""Number of deals in a tournament, by bot. The measured time includes the start and the summary."""

_WRITTEN = 2_000
"""Deals of the tournament whose decisions are written as a data set."""


def figures(game: str, bars: dict[str, float], **options: Any) -> list[Benchmark]:
    """Return the figures: matches per second of each compiled bot against itself, and decisions written per second."""
    tournaments = [
        Benchmark(
            name=f"{game}.arena.{bot}",
            unit="matches/s",
            measure=partial(_tournament, game, options, bot),
            bar=bars.get(bot),
            higher_is_better=True,
        )
        for bot in _DEALS
    ]
    written = Benchmark(
        name=f"{game}.arena.trajectories",
        unit="decisions/s",
        measure=partial(_data_set, game, options),
        bar=bars.get("trajectories"),
        higher_is_better=True,
    )
    return [*tournaments, written]


def _tournament(game: str, options: dict[str, Any], bot: str, effort: Effort) -> Measurement:
    plan = Plan(game, options, (bot,) * options["players"], effort.of(_DEALS[bot]), seed=1)

    def work() -> float:
        return plan.matches / seconds(lambda: summary(play(plan, Resources(workers=2))))

    return annotated(measure_alternately(effort, work), None if cores() > 1 else "this process may use only one core")


def _data_set(game: str, options: dict[str, Any], effort: Effort) -> Measurement:
    """Measure how fast the decisions of a tournament are written, including the replay of its matches."""
    plan = Plan(game, options, ("random",) * options["players"], effort.of(_WRITTEN), seed=1)
    results = play(plan, Resources(workers=2))
    decisions = int(results.rows["decisions"].sum())

    def work() -> float:
        with TemporaryDirectory() as folder:
            return decisions / seconds(lambda: write_trajectories(results, Path(folder) / "decisions.parquet"))

    return measure_alternately(effort, work)
