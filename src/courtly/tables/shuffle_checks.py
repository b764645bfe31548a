"""A test of many shuffles: whether all items come equally often to each part of a list."""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from courtly.engine.arrays import Float64Array
from courtly.engine.contract.deals import Shuffle
from courtly.engine.play.fair import FairShuffle

PARTS = 8
"""The number of parts of a list in which the items are counted; a shorter list has one part for each place."""

LEAST_EXPECTED = 5.0
"""The chi-squared test needs at least this many expected items in each cell."""

Cell = tuple[str, str]
"""The name of a list, and an item with its part, such as `owl@3`; without an item, the shuffle itself is counted."""


class ListCheck(NamedTuple):
    """The check of one shuffled list.

    Attributes
    ----------
    name
        The name of the list, such as `deck`.
    deals
        The number of shuffles.
    distance, expected
        The chi-squared statistic of the items in the parts of the list, and its mean for a fair shuffle; 0 with too few
        deals.
    chance
        The probability that a fair shuffle gives a distance at least as large; None with too few deals.
    """

    name: str
    deals: int
    distance: float
    expected: int
    chance: float | None


def places_in_list(fair: FairShuffle, shuffle: Shuffle) -> dict[Cell, int]:
    """Return how many copies of each item are in each part of a shuffled list, and one shuffle of the list.

    Lists with the same name and other items are counted apart: a signature of the items follows the name.
    """
    items = sorted(map(str, shuffle.items))
    name = f"{shuffle.name}#{hashlib.sha256(repr(items).encode()).hexdigest()[:8]}"
    parts = min(PARTS, len(items))
    whole = fair.shuffled(Shuffle(shuffle.name, shuffle.items, len(items)))
    found = Counter(f"{item}@{place * parts // len(whole)}" for place, item in enumerate(whole))
    return {(name, ""): 1, **{(name, item): count for item, count in found.items()}}


def list_checks(counts: Iterable[tuple[str, str, int]]) -> list[ListCheck]:
    """Return the check of each list, from the counts of its cells; the tests of lists with the same name are added."""
    deals: Counter[str] = Counter()
    cells: dict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
    for name, cell, count in counts:
        item, _, part = cell.rpartition("@")
        if part:
            cells[name][item, int(part)] += count
        else:
            deals[name] += count
    tests: dict[str, list[tuple[int, float, int]]] = defaultdict(list)
    for name, found in sorted(cells.items()):
        tests[name.partition("#")[0]].append((deals[name], *distance_of(_table(found), deals[name])))
    return [_added(name, found) for name, found in tests.items()]


def _added(name: str, tests: Iterable[tuple[int, float, int]]) -> ListCheck:
    deals, distance, free = (sum(column) for column in zip(*tests, strict=True))
    return ListCheck(name, deals, distance, free, chance_of(distance, free) if free else None)


def _table(cells: Mapping[tuple[str, int], int]) -> Float64Array:
    """Return counts as an array with a row for each item and a column for each part."""
    items = sorted({item for item, _ in cells})
    table = np.zeros((len(items), 1 + max(part for _, part in cells)))
    for (item, part), count in cells.items():
        table[items.index(item), part] = count
    return table


def distance_of(table: Float64Array, deals: int) -> tuple[float, int]:
    """Return the chi-squared statistic of the items in the parts of a list, and its degrees of freedom.

    An item has only one place in each deal. So Pearson's statistic is larger than chi-squared by the factor n / (n - 1)
    for a list of n items. Neighbouring parts are joined until the smallest expected count is large enough; without two
    such parts the result is 0 with 0 degrees of freedom.

    Parameters
    ----------
    table
        The counts, shape (items, parts).
    deals
        The number of shuffles.
    """
    while table.shape[1] > 1:
        expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
        if expected.min() >= LEAST_EXPECTED:
            length = table.sum() / deals
            distance = float(((table - expected) ** 2 / expected).sum()) * (length - 1) / length
            return distance, (table.shape[0] - 1) * (table.shape[1] - 1)
        table = np.add.reduceat(table, np.arange(0, table.shape[1], 2), axis=1)
    return 0.0, 0


def chance_of(distance: float, free: int) -> float:
    """Return the probability that a chi-squared variable is at least as large (Wilson and Hilferty 1931).

    Examples
    --------
    >>> round(chance_of(124.3, 100), 2)
    0.05
    """
    scale = 2 / (9 * free)
    return 1 - NormalDist().cdf(((distance / free) ** (1 / 3) - (1 - scale)) / math.sqrt(scale))
