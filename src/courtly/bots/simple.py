"""The two bots that do not search: `random`, and `steward`, which follows each game's rule-based policy."""

from __future__ import annotations

from courtly.bots.base import Budget, Choice
from courtly.engine.compile.rng import Stream, below
from courtly.engine.play.knowledge import Knowledge


class RandomBot:
    """Plays a random legal move with uniform probability."""

    name = "random"

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: Budget | None = None) -> Choice:
        """Return a random legal move."""
        return Choice(knowledge.legal[below(rng, len(knowledge.legal))])


class StewardBot:
    """Plays the game's rule-based policy on a redealt state, which does not contain the true hidden cards."""

    name = "steward"

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: Budget | None = None) -> Choice:
        """Return the move of the game's policy."""
        sample = knowledge.redeal(rng)
        setup = knowledge.setup
        move = setup.game.rules.kernels.policy(setup.content, sample[0], rng)
        return Choice(setup.codec.format(int(move)))
