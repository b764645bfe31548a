"""The knowledge of one seat, as input of a bot: a view, the legal moves, and samples of the hidden information.

The constructor redeals its copy of the state, so the truth is gone before a bot can read it. A redeal depends only on
the seat's knowledge and the stream. So a redeal of the sample has the same result as a redeal of the true state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States


class Knowledge:
    """The complete input of a bot.

    Attributes
    ----------
    setup
        The game and its options; all of it is public.
    seat
        The seat with this knowledge.
    view
        The seat's view, see the game's `view`.
    legal
        The legal moves as lines of notation; empty if another seat decides.
    observation, mask
        The same knowledge as the tensors of the environments: shape (size,), float32, and shape (moves,), bool.
    """

    __slots__ = ("_sample", "legal", "seat", "setup", "view")

    def __init__(self, setup: Setup, seat: int, view: dict[str, Any], states: States) -> None:
        self.setup = setup
        self.seat = seat
        self.view = view
        self.legal: list[str] = view["legal"]
        self._sample = states.copy()
        setup.game.rules.kernels.redeal(setup.content, self._sample[0], seat, stream(0))

    @property
    def observation(self) -> npt.NDArray[np.float32]:
        """The seat's observation, in a new array."""
        seen = np.zeros(self.setup.game.rules.observation.size, np.float32)
        self.setup.game.rules.kernels.observe(self.setup.content, self._sample[0], self.seat, seen)
        return seen

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Whether each move number is legal, in a new array."""
        found = np.zeros(self.setup.codec.count, np.bool_)
        found[[self.setup.codec.parse(line) for line in self.legal]] = True
        return found

    def after(self, move: str) -> Knowledge | None:
        """Return the knowledge of this seat after its legal move.

        It is None if another seat decides then, or if the move may reveal something that the seat does not know yet.
        """
        rules, audience_view = self.setup.game.rules, self.setup.game.audience_view
        if audience_view.reveals(self.view, move):
            return None
        states = self._sample.copy()
        rules.kernels.apply(self.setup.content, states[0], self.setup.codec.parse(move))
        if int(states[0].to_move) != self.seat:
            return None
        legal = np.empty(self.setup.max_legal, np.int32)
        count = rules.kernels.legal(self.setup.content, states[0], legal)
        view = {
            **self.view,
            "version": self.view["version"] + 1,
            **audience_view.view(self.setup, states[0], self.seat),
            "legal": sorted(self.setup.codec.format(int(each)) for each in legal[:count]),
        }
        return Knowledge(self.setup, self.seat, view, states)

    def redeal(self, rng: Stream) -> States:
        """Return an array of one state with new samples of everything that the seat cannot know."""
        sample = self._sample.copy()
        self.setup.game.rules.kernels.redeal(self.setup.content, sample[0], self.seat, rng)
        return sample
