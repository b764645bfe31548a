"""The parts of reviews that the warm-up compiles."""

from __future__ import annotations

from collections.abc import Iterator

from courtly.bots.search import warm as search
from courtly.engine.contract.game import Setup
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.warmup import WarmUpPart, WarmUpStep
from courtly.review.effort import Effort
from courtly.review.imagining import MatchSampler


def steps(setup: Setup) -> Iterator[WarmUpStep]:
    """Return the steps that compile imagined matches."""
    yield "reviews", lambda: _imagine(setup)


def _imagine(setup: Setup) -> None:
    match = Match(setup, Opening(seed=1))
    assert match.to_move is not None
    imagination = MatchSampler(setup, Effort(matches=8))
    imagination.play(match.state(), match.to_move, [()], 1, 0)
    imagination.ask(match.state(), match.to_move, [setup.codec.parse(match.legal_moves()[0])], 1, 0)


WARM_UP_PART = WarmUpPart(__name__, steps)
WARM_UP_PARTS = (search.WARM_UP_PART, WARM_UP_PART)
"""Parts that reviews need: the search, and imagined matches."""
