"""What a card or an option is worth: the same deals, played with and without it, by the same bots.

`experiment` plays the matches, `estimates` computes the figures.
"""

from courtly.arena.effect.experiment import Question, measure

__all__ = ["Question", "measure"]
