"""The two bots that do not search: `random`, and `steward`, who plays by each game's own rules of thumb."""

from __future__ import annotations

from courtly.bots.base import Budget, Choice
from courtly.engine.knowledge import Knowledge
from courtly.engine.rng import Stream, below


class RandomBot:
    """Plays any legal move, each as likely as the others."""

    name = "random"

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: Budget | None = None) -> Choice:
        """Return a legal move at random."""
        return Choice(knowledge.legal[below(rng, len(knowledge.legal))])


class StewardBot:
    """Plays by the game's rule-based policy, which is shown a redealt state: what is hidden there is not the truth."""

    name = "steward"

    def choose(self, knowledge: Knowledge, rng: Stream, _budget: Budget | None = None) -> Choice:
        """Return the move of the game's policy."""
        sample = knowledge.redeal(rng)
        setup = knowledge.setup
        move = setup.game.kernels.policy(setup.content, sample[0], rng)
        return Choice(setup.codec.format(int(move)))
