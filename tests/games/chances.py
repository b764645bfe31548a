"""Whether what was drawn or dealt comes as often as it should.

Every figure is a number of standard deviations, so that one limit serves all; as streams are fixed, a test always says
the same. `test_chances.py` shows that a shuffle which is a little wrong is far beyond that limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.contract.layout import States

T = TypeVar("T")
Numbers = npt.NDArray[Any]

SURE = 4.5
"""Standard deviations beyond which a distribution is wrong: one in 300,000 fair ones is."""

DEALS = 1_500 if numba.config.DISABLE_JIT else 20_000
"""How many deals are counted; plain Python is slow, and still sees what `test_chances.py` shows."""


def sigmas(statistic: float, free: int) -> float:
    """How many standard deviations a chi-squared statistic lies above what chance gives (Wilson and Hilferty 1931)."""
    scale = 2 / (9 * free)
    return float(((statistic / free) ** (1 / 3) - (1 - scale)) / sqrt(scale))


def excess(expected: Counter[T], found: Counter[T]) -> float:
    """How far draws are from the expected weights."""
    total, drawn = expected.total(), found.total()
    assert found.keys() <= expected.keys(), "something was drawn that cannot be"
    statistic = sum(
        (found[world] - drawn * weight / total) ** 2 * total / (drawn * weight) for world, weight in expected.items()
    )
    return sigmas(statistic, len(expected) - 1)


def draw_excess(found: Numbers, choices: int) -> float:
    """How far draws are from choosing each of the numbers below `choices` equally often."""
    return excess(Counter(range(choices)), Counter(found.tolist()))


def place_excess(dealt: Numbers, box: Sequence[int]) -> float:
    """How far deals are from putting every card of the box into every place equally often.

    `dealt` has a row for each deal and a column for each place. What lies in no place was put aside, and counts as one
    place more. As a card that is here is not there, Pearson's statistic of the table comes out larger than chi-squared
    says, by n / (n - 1) for a box of n cards.
    """
    kinds, copies = np.unique(box, return_counts=True)
    deals, places = dealt.shape
    cells = np.searchsorted(kinds, dealt) + len(kinds) * np.arange(places)
    found = np.bincount(cells.ravel(), minlength=places * len(kinds)).reshape(places, len(kinds))
    sizes = np.ones(places)
    if len(box) > places:
        found = np.vstack([found, deals * copies - found.sum(axis=0)])
        sizes = np.append(sizes, len(box) - places)
    expected = deals * np.outer(sizes, copies) / len(box)
    statistic = float(((found - expected) ** 2 / expected).sum())
    return sigmas(statistic * (len(box) - 1) / len(box), (len(sizes) - 1) * (len(kinds) - 1))


def pair_excess(one: Numbers, other: Numbers, box: Sequence[int]) -> float:
    """How far two places of each deal are from holding any two cards of the box equally often.

    What is counted is the step around the kinds that leads from the one to the other: of pairs there are too many.
    """
    return excess(_steps(box, box) - Counter({0: len(box)}), _found_steps(one, other, len(set(box))))


def independence_excess(one: Numbers, other: Numbers, boxes: tuple[Sequence[int], Sequence[int]]) -> float:
    """How far two things, each drawn from a box of its own, are from having nothing to do with each other."""
    return excess(_steps(*boxes), _found_steps(one, other, len(set(boxes[1]))))


def _steps(box: Sequence[int], other: Sequence[int]) -> Counter[int]:
    """All steps from a card of the one box to a card of the other, whose kinds are numbered from 0."""
    kinds = len(set(other))
    return Counter((high - low) % kinds for low in box for high in other)


def _found_steps(one: Numbers, other: Numbers, kinds: int) -> Counter[int]:
    return Counter(((other.astype(int) - one) % kinds).tolist())


def in_any_order(hands: Numbers) -> Numbers:
    """Return hands that are kept sorted as they may have been dealt: the cards of each, the last axis, shuffled."""
    return np.random.default_rng(7).permuted(hands, axis=-1)


def fresh_states(setup: Setup, *, seed: int) -> States:
    """Return as many deals as are counted, one after the other from one stream."""
    states, rng = setup.game.rules.state.empty(DEALS), stream(seed)
    for number in range(DEALS):
        setup.game.rules.kernels.deal(setup.content, states[number], rng)
    return states
