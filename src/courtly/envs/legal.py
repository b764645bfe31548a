"""The space of move numbers that knows which are legal now, so that what is sampled can be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

Masks = Callable[[], npt.NDArray[np.int8]]


class LegalMoves(spaces.Discrete):
    """All move numbers of a game; without a mask of the caller's, `sample` draws from those that are legal now.

    After `seed` and before the next reset, `sample` draws from what is legal where `reset` with that seed begins, if
    the environment can look ahead: Gymnasium's checks seed the space, sample from it, and only then reset.

    Parameters
    ----------
    count
        How many moves there are.
    now
        Returns the mask of the legal ones.
    ahead
        Returns the mask with which a reset with a seed begins; None where that is not to be known.
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
        """Forget what was seeded: the match has begun."""
        self._coming = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a move at random, a legal one unless a mask or probabilities are given."""
        if mask is None and probability is None:
            mask = self._now() if self._ahead is None or self._coming is None else self._ahead(self._coming)
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """Return a plain space for copies and for what is saved with a model: they have no environment."""
        return spaces.Discrete, (int(self.n),)
