"""Information given away by each seat's moves: how much they reduce the opponents' uncertainty about its hidden cards.

The figure is in bits, the mean over the opponents. An opponent assumes that the seat moves like the rule-based player,
or at random with probability `DOUBT`. In matches sampled from the opponent's knowledge, a move then makes some hidden
cards more likely than others. Facts that follow from the rules alone, or from revealed cards, do not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from courtly.engine.arrays import Float64Array, Int64Array
from courtly.engine.contract.hidden import Hidden
from courtly.review.model import Given
from courtly.review.walk import Purpose, ReviewStep, Walk

DOUBT = 0.3
"""Probability that a move was chosen at random instead of by the rule-based player."""

Item = tuple[str, int]
"""A hidden item: its kind and its number."""


def given_away(walk: Walk, steps: Sequence[ReviewStep]) -> list[tuple[Given, ...]]:
    """Return, by seat, the information that its moves gave away about each kind of hidden card.

    The result is empty for every seat if the game defines no hidden cards.
    """
    hidden, players = walk.match.setup.game.study.hidden, walk.match.players
    if hidden is None:
        return [()] * players
    found = []
    for seat in range(players):
        bits: defaultdict[str, float] = defaultdict(float)
        for observer in range(players):
            if observer != seat:
                for kind, fell in _seen_by(walk, steps, hidden, seat, observer).items():
                    bits[kind] += fell / (players - 1)
        found.append(tuple(Given(kind=kind, bits=round(value, 4)) for kind, value in sorted(bits.items())))
    return found


def _seen_by(walk: Walk, steps: Sequence[ReviewStep], hidden: Hidden, seat: int, observer: int) -> dict[str, float]:
    """Return how much a seat's moves reduced one opponent's uncertainty about its hidden cards, in bits by kind."""
    beliefs: dict[Item, Float64Array] = {}
    fell: defaultdict[str, float] = defaultdict(float)
    for step in steps:
        if step.seat != seat or step.judged.choices == 1:
            continue
        truth = walk.positions[step.version].state()
        alike = hidden.alike(walk.match.setup, truth[0], step.move)
        count, purpose = walk.effort.matches, (step.version, Purpose.GIVEN, observer)
        afters, weights = walk.imagination.ask(truth, observer, alike, count, *purpose)
        if len(afters):
            # Observers also learn from the moves of a stand-in, but its player gave nothing away by them.
            counted = defaultdict[str, float](float) if step.by_stand_in else fell
            _learn(hidden.items(walk.match.setup, afters, seat), weights, beliefs, counted)
    return fell


def _learn(
    items: dict[Item, Int64Array], weights: Float64Array, beliefs: dict[Item, Float64Array], fell: dict[str, float]
) -> None:
    """Update the belief about each item after one move, and add the decrease of the uncertainty to `fell`."""
    likely = (1 - DOUBT) * weights[:, 0] + DOUBT * weights[:, 1]
    for item, values in items.items():
        size = int(values.max()) + 1
        if size <= 0:
            continue
        before = beliefs.get(item, np.ones(size))
        if len(before) < size:
            before = np.concatenate([before, np.ones(size - len(before))])
        at_all = np.bincount(values[values >= 0], weights[values >= 0, 1], minlength=len(before))
        factor = _likelihood(values, likely, weights[:, 1], len(before))
        after = before * factor
        fell[item[0]] += _uncertainty(at_all * before) - _uncertainty(at_all * after)
        beliefs[item] = after / after.max()


def _likelihood(values: Int64Array, likely: Float64Array, at_all: Float64Array, size: int) -> Float64Array:
    """Return the relative likelihood of the move for each value of an item.

    The mean of a value with few samples is noisy. So each mean is moved towards the overall mean: the larger the share
    of noise in the differences, the further (Efron and Morris 1975).
    """
    present = values >= 0
    number = np.bincount(values[present], minlength=size)
    weight = np.bincount(values[present], at_all[present], minlength=size)
    hits = np.bincount(values[present], likely[present], minlength=size)
    mean = hits.sum() / weight.sum()
    means = np.divide(hits, weight, out=np.full(size, mean), where=weight > 0)
    off = (likely - means[np.maximum(values, 0)] * at_all)[present]
    scatter = np.bincount(values[present], off**2, minlength=size)
    noise = np.divide(scatter, weight**2, out=np.zeros(size), where=weight > 0)
    seen = number > 0
    apart = float(((means[seen] - mean) ** 2).mean() - noise[seen].mean())
    trust = apart / (apart + noise) if apart > 0 else np.zeros(size)
    return np.asarray((mean + trust * (means - mean)) / mean, np.float64)


def _uncertainty(weights: Float64Array) -> float:
    """Return the entropy of a distribution, in bits."""
    shares = weights[weights > 0] / weights.sum()
    return float(-(shares * np.log2(shares)).sum())
