"""Positions from self-play of a search with the current net, used as starts of training matches.

A search moves towards positions that its net overrates. Stewards' matches do not contain such positions.
"""

from __future__ import annotations

from functools import partial
from itertools import chain

import numpy as np

from courtly.arena.train.task import TrainTask
from courtly.bots.learned.leaf import learned
from courtly.bots.learned.net import Net
from courtly.bots.search.bot import Ismcts
from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.threads import Span, Threads

SIMULATIONS = (60, 120, 240)
"""Simulations per move, alternating between matches. They are so few that the search follows errors of the net."""

_STRAY = 25
"""One move in `_STRAY` is random, on average."""

_SPACING = 2
"""One position in `_SPACING` is kept, on average."""

_STREAM_KEY = 0x736561
"""Key that separates the random streams of these matches from all others."""


def searched(task: TrainTask, net: Net, round_number: int, workers: int) -> States:
    """Return positions from a round's matches, with the hidden cards redealt for the seat to move."""
    found: dict[int, list[States]] = {}

    def work(span: Span) -> None:
        for match in range(span.low, span.high):
            found[match] = _played(task, net, round_number, match)

    with Threads(workers) as threads:
        threads.share(work, task.matches)
    return np.concatenate(list(chain.from_iterable(found[match] for match in range(task.matches))))


def _played(task: TrainTask, net: Net, round_number: int, number: int) -> list[States]:
    """Play one match of the search against itself and return the positions kept."""
    rng = stream(task.seed, _STREAM_KEY, round_number, number)
    simulations = SIMULATIONS[number % len(SIMULATIONS)]
    bot = Ismcts(f"sims={simulations},threads=1", begin=partial(learned, net))
    match = Match(task.setup, Opening(seed=int(rng[0]) >> 1))
    kept: list[States] = []
    while match.to_move is not None:
        knowledge = match.knowledge(match.to_move)
        if not kept or below(rng, _SPACING) == 0:
            kept.append(knowledge.redeal(rng))
        strays = below(rng, _STRAY) == 0
        chosen = knowledge.legal[below(rng, len(knowledge.legal))] if strays else bot.choose(knowledge, rng).move
        match.play(chosen)
    return kept
