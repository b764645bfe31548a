"""What the search has to compile for a game; the warm-up asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from courtly.bots.base import Budget
from courtly.bots.search.bot import Ismcts
from courtly.engine.game import Setup
from courtly.engine.match import Choices, Match
from courtly.engine.rng import stream
from courtly.engine.warmup import Step, also_warm


def steps(setup: Setup) -> Iterator[Step]:
    """Return the steps that compile the search."""
    yield "search", lambda: _search(setup)


def _search(setup: Setup) -> None:
    match = Match(setup, Choices(seed=1))
    assert match.to_move is not None
    Ismcts().choose(match.knowledge(match.to_move), stream(1), Budget(simulations=2))


also_warm(__name__, steps)
