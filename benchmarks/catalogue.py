"""The list of all figures. A game adds its figures with one call: its name, the target of each figure, and options."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from benchmarks import (
    arena,
    cards,
    environments,
    native,
    notifications,
    openspiel_games,
    pages,
    processes,
    ratings,
    regions,
    reviews,
    search,
    tables,
)
from benchmarks.games import figures
from benchmarks.live import attacks
from benchmarks.live import figures as live
from benchmarks.measure import Benchmark
from courtly.engine.errors import BadOption, listing, shown
from courtly.engine.sentences import said

_COURTISANS_BARS = {
    "playouts": 15e6,
    "playouts.ratio": 15.0,
    "batch.ratio": 1.7,
    "copy": 50.0,
    "play": 50.0,
    "load": 2.0,
}

_CURSED_COURT_BARS = {
    "playouts": 8e6,
    "redeal": 1000.0,
}

_MONARCH_BARS = {
    "playouts": 4e6,
    "redeal": 1000.0,
}

BENCHMARKS: list[Benchmark] = [
    *figures("courtisans", _COURTISANS_BARS, players=2),
    *native.figures({"native.ratio": 0.65}, players=2),
    *figures("cursed_court", _CURSED_COURT_BARS, players=4),
    *figures("monarch", _MONARCH_BARS, players=3),
    *search.figures("courtisans", {"ismcts": 100e3, "ismcts.ratio": 2.0}, players=3),
    *search.figures("cursed_court", {"ismcts": 50e3}, players=4),
    *search.figures("monarch", {"ismcts": 20e3}, players=3),
    *arena.figures("courtisans", {"random": 300e3, "steward": 20e3, "trajectories": 150e3}, players=2),
    *cards.BENCHMARKS,
    *environments.figures("courtisans", {"aec": 60e3, "aec.ratio": 5.0, "vector": 4e6, "vector.64": 2e6}, players=2),
    *environments.further("courtisans", {"vector.memory": 100.0}, players=2),
    *environments.figures(
        "cursed_court", {"aec": 60e3, "aec.ratio": 5.0, "vector": 5e6, "vector.64": 2.5e6}, players=4
    ),
    *environments.figures("monarch", {"aec": 60e3, "aec.ratio": 5.0, "vector": 0.6e6, "vector.64": 0.3e6}, players=3),
    *openspiel_games.figures(
        "courtisans", {f"openspiel.{peer}.ratio": 1.0 for peer in openspiel_games.PEERS}, players=2
    ),
    *tables.figures("courtisans", 150.0),
    *notifications.figures(),
    *ratings.BENCHMARKS,
    *live.figures("courtisans"),
    *attacks.figures(),
    *regions.figures("courtisans", 3),
    *regions.figures("cursed_court", 4),
    *regions.figures("monarch", 3),
    *pages.figures("courtisans", 4),
    *pages.figures("cursed_court", 4),
    *pages.figures("monarch", 4),
    *reviews.figures("courtisans", {"review": 30, "step": 100}, players=3),
    *reviews.figures("cursed_court", {"step": 100}, players=3),
    *reviews.figures("monarch", {"step": 100}, players=3),
    *processes.BENCHMARKS,
]


def chosen(benchmarks: Sequence[Benchmark], only: str | None) -> list[Benchmark]:
    """Return the benchmarks whose names contain `only` or match it as a pattern with `*` and `?`; all if it is None.

    Raises
    ------
    BadOption
        If no name matches.
    """
    if only is None:
        return list(benchmarks)
    found = [each for each in benchmarks if (only and only in each.name) or fnmatchcase(each.name, only)]
    if not found:
        names = [each.name for each in benchmarks]
        known = listing(names, limit=len(names))
        message = said("there is no figure {given}; choose from {known}", given=shown(only), known=known)
        raise BadOption(message, given=only, where="only", allowed=names)
    return found
