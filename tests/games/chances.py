"""Whether what was drawn comes as often as it should."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TypeVar

T = TypeVar("T")

SURE = 4.5
"""Standard deviations beyond which a distribution is wrong; as streams are fixed, a test always says the same."""


def excess(expected: Counter[T], found: Counter[T]) -> float:
    """How many standard deviations Pearson's statistic lies above what chance gives (Wilson and Hilferty 1931)."""
    total, drawn, free = expected.total(), found.total(), len(expected) - 1
    statistic = sum(
        (found[world] - drawn * weight / total) ** 2 * total / (drawn * weight) for world, weight in expected.items()
    )
    scale = 2 / (9 * free)
    return float(((statistic / free) ** (1 / 3) - (1 - scale)) / sqrt(scale))
