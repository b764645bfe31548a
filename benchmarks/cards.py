"""Measure loading a Monarch card set and compiling it into tables, compared with the parser alone."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

from benchmarks.measure import Benchmark, Effort, Measurement, measure_alternately, processor_seconds
from courtly.games.monarch.cardset import house_text, parse_cards
from courtly.games.monarch.rules.tables import fill_tables
from courtly.games.monarch.state import Content


def _load(effort: Effort) -> Measurement:
    """Measure the processor time in milliseconds to parse, check and compile the house set."""
    text, count = house_text(), effort.of(10)

    def each(work: Callable[[], object]) -> float:
        def repeat() -> None:
            for _ in range(count):
                work()

        return processor_seconds(repeat) / count * 1000

    return measure_alternately(
        effort,
        lambda: each(lambda: fill_tables(Content.empty()[0], parse_cards(text))),
        lambda: each(lambda: tomllib.loads(text)),
    )


BENCHMARKS = [
    Benchmark(name="monarch.cards", unit="ms", measure=_load, peer="tomllib alone, on the same file", bar=50.0),
]
