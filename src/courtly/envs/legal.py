"""An action space that knows the legal moves, so that its samples can be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

Masks = Callable[[], npt.NDArray[np.int8]]


class LegalMoves(spaces.Discrete):
    """All move numbers of a game. Without an explicit mask, `sample` draws from the moves that are legal now.

    Gymnasium's checks seed the space, sample from it, and only then reset. So between `seed` and the next reset,
    `sample` draws from the moves that are legal after a reset with that seed, if the environment can look ahead.

    Parameters
    ----------
    count
        Number of moves.
    now
        Returns the mask of the legal moves.
    ahead
        Returns the mask after a reset with a given seed; None disables looking ahead.
    """

    def __init__(self, count: int, now: Masks, ahead: Callable[[int], npt.NDArray[np.int8]] | None = None) -> None:
        super().__init__(count)
        self._now, self._ahead = now, ahead
        self._coming: int | None = None

    def seed(self, seed: int | None = None) -> Any:
        """Seed the space."""
        if hasattr(self, "_now"):
            self._coming = seed
        return super().seed(seed)

    def has_reset(self) -> None:
        """Forget the seed, because the match has begun."""
        self._coming = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random move, which is legal unless a mask or probabilities are given."""
        if mask is None and probability is None:
            mask = self._now() if self._ahead is None or self._coming is None else self._ahead(self._coming)
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """Return a plain space for copies and saved models, which have no environment."""
        return spaces.Discrete, (int(self.n),)
