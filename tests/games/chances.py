"""Statistical tests of deals and draws.

Every result is a number of standard deviations, so one limit fits all tests. The random streams are fixed, so a test
always has the same result. `test_chances.py` shows that a slightly biased shuffle is far beyond the limit.
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

MAX_SIGMAS = 4.5
"""The limit in standard deviations. One fair shuffle in 300,000 exceeds it."""

DEALS = 1_500 if numba.config.DISABLE_JIT else 20_000
"""The number of deals. In plain Python it is smaller, but enough to detect the faults of `test_chances.py`."""


def sigmas(statistic: float, free: int) -> float:
    """Return a chi-squared statistic as standard deviations above its mean (Wilson and Hilferty 1931)."""
    scale = 2 / (9 * free)
    return float(((statistic / free) ** (1 / 3) - (1 - scale)) / sqrt(scale))


def excess(expected: Counter[T], found: Counter[T]) -> float:
    """Return the deviation of draws from the expected weights."""
    total, drawn = expected.total(), found.total()
    assert found.keys() <= expected.keys(), "an impossible outcome was drawn"
    statistic = sum(
        (found[outcome] - drawn * weight / total) ** 2 * total / (drawn * weight)
        for outcome, weight in expected.items()
    )
    return sigmas(statistic, len(expected) - 1)


def draw_excess(found: Numbers, choices: int) -> float:
    """Return the deviation of draws from a uniform choice of the numbers below `choices`."""
    return excess(Counter(range(choices)), Counter(found.tolist()))


def place_excess(dealt: Numbers, box: Sequence[int]) -> float:
    """Return the deviation of deals from a uniform assignment of cards to places.

    `dealt` has a row for each deal and a column for each place. Cards without a place count as one more place. A card
    has only one place, so Pearson's statistic of the table is larger than chi-squared by the factor n / (n - 1) for a
    box of n cards.
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
    """Return the deviation of two places of each deal from a uniform choice of two cards.

    There are too many pairs to count each. So the test counts the differences of the kinds, modulo the number of kinds.
    """
    return excess(_steps(box, box) - Counter({0: len(box)}), _found_steps(one, other, len(set(box))))


def independence_excess(one: Numbers, other: Numbers, boxes: tuple[Sequence[int], Sequence[int]]) -> float:
    """Return how far two draws from separate boxes deviate from independence."""
    return excess(_steps(*boxes), _found_steps(one, other, len(set(boxes[1]))))


def _steps(box: Sequence[int], other: Sequence[int]) -> Counter[int]:
    """Return all differences between a card of one box and a card of the other, with kinds numbered from 0."""
    kinds = len(set(other))
    return Counter((high - low) % kinds for low in box for high in other)


def _found_steps(one: Numbers, other: Numbers, kinds: int) -> Counter[int]:
    return Counter(((other.astype(int) - one) % kinds).tolist())


def in_any_order(hands: Numbers) -> Numbers:
    """Return hands with the cards of each hand in random order, along the last axis."""
    return np.random.default_rng(7).permuted(hands, axis=-1)


def fresh_states(setup: Setup, *, seed: int) -> States:
    """Return `DEALS` deals. All use the same random stream."""
    states, rng = setup.game.rules.state.empty(DEALS), stream(seed)
    for number in range(DEALS):
        setup.game.rules.kernels.deal(setup.content, states[number], rng)
    return states
