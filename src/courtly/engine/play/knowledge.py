"""What one seat knows, as a bot is given it: a view, the legal moves, and samples of what it cannot know.

The constructor redeals its copy of the state, so the truth is gone before anyone can read it. A redeal depends only on
the seat's knowledge and the stream, so redealing the sample gives what redealing the truth would give.
"""

from __future__ import annotations

from typing import Any

from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States


class Knowledge:
    """All that a bot gets.

    Attributes
    ----------
    setup
        The game and its options, all public.
    seat
        The seat that knows this.
    view
        What it may read: see the game's `view`.
    legal
        What it may play, as lines of notation; empty when another seat decides.
    """

    __slots__ = ("_sample", "legal", "seat", "setup", "view")

    def __init__(self, setup: Setup, seat: int, view: dict[str, Any], states: States) -> None:
        self.setup = setup
        self.seat = seat
        self.view = view
        self.legal: list[str] = view["legal"]
        self._sample = states.copy()
        setup.game.rules.kernels.redeal(setup.content, self._sample[0], seat, stream(0))

    def redeal(self, rng: Stream) -> States:
        """Return an array of one state in which all that the seat cannot know is sampled afresh."""
        sample = self._sample.copy()
        self.setup.game.rules.kernels.redeal(self.setup.content, sample[0], self.seat, rng)
        return sample
