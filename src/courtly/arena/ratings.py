"""Bradley-Terry ratings of the bots, fitted by `choix`, on the scale of chess ratings.

Every match compares each pair of its bots: the higher score wins, equal scores are half a win each, and a bot that
forfeits loses to all others. A difference of 400 points means odds of ten to one. The mean of all participants is 1500.
If a bot always won or always lost, the true rating differences are at least as large as the listed ones, and there are
no intervals.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from courtly.arena.intervals import Figure, figure, weights
from courtly.engine.arrays import Float64Array
from courtly.engine.extras import library
from courtly.engine.sentences import said

MEAN = 1500.0
_SCALE = 400 / math.log(10)
_REFITS = 200
_PRIOR = 0.5
"""Wins added to both sides of each pair that met, so that a bot that always wins has a finite rating."""


def ratings(wins: Float64Array) -> list[Figure]:
    """Return the rating of each bot, given the wins of each bot over each other: shape (groups, bots, bots)."""
    groups, bots, _ = wins.shape
    size = [round(float(wins[:, bot].sum() + wins[:, :, bot].sum())) for bot in range(bots)]
    if bots == 1 or not wins.sum():
        return [Figure(MEAN, None, None, size[bot], np.empty(0)) for bot in range(bots)]
    best = _fitted(wins.sum(axis=0))
    drawn = weights(groups)[:_REFITS] @ wins.reshape(groups, bots * bots)
    draws = np.array([_fitted(each.reshape(bots, bots)) for each in drawn])
    shown = groups if _is_bounded(wins.sum(axis=0)) else 0
    return [figure(float(best[bot]), draws[:, bot], size[bot], groups=shown) for bot in range(bots)]


def _is_bounded(wins: Float64Array) -> bool:
    """Return whether the wins alone determine all ratings.

    They do if, for every split of the bots into two parts, each part has beaten the other at least once (Ford 1957).
    Otherwise only the prior keeps the ratings finite.
    """
    graphs = library("scipy.sparse.csgraph", said("ratings"), where="arena")
    parts, _ = graphs.connected_components(wins > 0, connection="strong")
    return bool(parts == 1)


def fitter() -> Any:
    """Return the library that fits ratings, or raise `BadOption`. Call it before the first match."""
    return library("choix", said("ratings"), where="arena")


def _fitted(wins: Float64Array) -> Float64Array:
    """Return the ratings fitted to a table of wins."""
    met = (wins + wins.T) > 0
    found = fitter().ilsr_pairwise_dense(wins + _PRIOR * met, max_iter=1000)
    centred: Float64Array = MEAN + _SCALE * (found - found.mean())
    return centred
