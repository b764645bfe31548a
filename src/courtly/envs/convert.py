"""Convert observations to other number types, and report the loss of precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.game import Setup
from courtly.engine.errors import cannot_be, listing
from courtly.envs.errors import as_value_errors

SCALES = {"float32": 1.0, "float16": 1.0, "uint8": 255.0}
"""Types of an observation's numbers, with the value that represents 1."""


@dataclass(frozen=True, slots=True)
class ConversionLoss:
    """Loss of a conversion in one piece: the largest difference, and the number of distinct values that were merged."""

    piece: str
    most: float
    merged: int


@dataclass(frozen=True, slots=True)
class Converted:
    """Converted observations, and the loss in each piece; pieces without any loss are not listed."""

    values: npt.NDArray[Any]
    lost: tuple[ConversionLoss, ...]


def converted(setup: Setup, seen: npt.NDArray[np.float32], dtype: str) -> Converted:
    """Convert observations to another number type and report the loss.

    Parameters
    ----------
    setup
        The game and options: `vector.setup`.
    seen
        One observation or many, float32, the pieces in the last dimension.
    dtype
        `float32`, `float16`, or `uint8`, where 255 represents 1.

    Raises
    ------
    BadValue
        If `dtype` is none of these.

    Examples
    --------
    >>> from courtly import envs
    >>> with_bots = envs.vector("courtisans", players=2, num_envs=8)
    >>> found = envs.converted(with_bots.setup, with_bots.reset(seed=1)[0], "uint8")
    >>> found.values.dtype, max(lost.merged for lost in found.lost)
    (dtype('uint8'), 0)
    """
    if dtype not in SCALES:
        with as_value_errors():
            raise cannot_be("dtype", dtype, listing(list(SCALES)))
    scale = np.float32(SCALES[dtype])
    values = (seen * scale + np.float32(0.5) if dtype == "uint8" else seen).astype(dtype)  # as the vector rounds
    back = values.astype(np.float32) / scale
    before, after = (setup.game.rules.observation.split(each) for each in (seen, back))
    lost = (_lost(name, before[name], after[name]) for name in before)
    return Converted(values, tuple(each for each in lost if each.most))


def _lost(name: str, before: npt.NDArray[np.float32], after: npt.NDArray[np.float32]) -> ConversionLoss:
    merged = len(np.unique(before)) - len(np.unique(after))
    return ConversionLoss(name, float(np.abs(before - after).max(initial=0.0)), merged)
