"""The warm-up part of the search: the code that it compiles for a game."""

from __future__ import annotations

from collections.abc import Iterator

from courtly.bots.base import Budget
from courtly.bots.learned.net_store import has_net
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.warmup import WarmUpPart, WarmUpStep


def steps(setup: Setup) -> Iterator[WarmUpStep]:
    """Return the steps that compile the search."""
    yield "search", lambda: _search(setup, "")
    if has_net(setup):
        yield "search with a net", lambda: _search(setup, "leaf=net")


def _search(setup: Setup, parameters: str) -> None:
    match = Match(setup, Opening(seed=1))
    assert match.to_move is not None
    Ismcts(parameters).choose(match.knowledge(match.to_move), stream(1), Budget(simulations=2))


WARM_UP_PART = WarmUpPart(__name__, steps)
