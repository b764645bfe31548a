"""The two bots that do not search: `random`, and `steward`, who plays by each game's own rules of thumb."""

from __future__ import annotations

from courtly.bots.base import Budget, Choice
from courtly.engine.compile.rng import Stream, below
from courtly.engine.play.knowledge import Knowledge


class RandomBot:
    """Plays any legal move, each as likely as the others."""

    name = "random"

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: Budget | None = None) -> Choice:
        """Return a legal move at random."""
        return Choice(knowledge.legal[below(rng, len(knowledge.legal))])


class StewardBot:
    """Plays by the game's rule-based policy, which gets a redealt state, so the true hidden cards are not in it."""

    name = "steward"

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: Budget | None = None) -> Choice:
        """Return the move of the game's policy."""
        sample = knowledge.redeal(rng)
        setup = knowledge.setup
        move = setup.game.rules.kernels.policy(setup.content, sample[0], rng)
        return Choice(setup.codec.format(int(move)))
