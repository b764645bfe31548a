"""Check a result file: its figures follow from its results, and a repetition gives the same results.

A deterministic agent must repeat every match exactly. For any other agent, the shares of the repetition must agree with
those of the file. For each opponent the mean difference over the repeated deals must be within its interval. The levels
of these intervals are such that all of them hold in 95 % of all honest repetitions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import NormalDist

import numpy as np

from courtly.arena.benchmark.document import Document
from courtly.arena.benchmark.figures import deal_shares, figures
from courtly.arena.benchmark.pool import Pool
from courtly.arena.benchmark.protocol import Cell, MatchResult, Protocol, Task
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said

_FALSE_ALARMS = 0.05
_CLOSE = 1e-4
"""Relative tolerance of a figure."""


class NotReproduced(CourtlyError):
    """The results of a file differ from its figures or from a repetition."""

    code = "not-reproduced"


@dataclass(frozen=True, slots=True)
class Agreement:
    """The repetition against one opponent: repeated matches, matches with another result, and the difference of shares.

    `limit` is the largest difference, in absolute value, that is still within the interval.
    """

    opponent: str
    matches: int
    different: int
    difference: float
    limit: float

    @property
    def is_close(self) -> bool:
        """Whether the difference is within its interval."""
        return self.different == 0 or abs(self.difference) <= self.limit


def check_figures(found: Document, pool: Pool) -> None:
    """Raise `NotReproduced` if the figures of a file do not follow from its results."""
    computed = figures(pool, found.protocol(pool), found.results())
    for name in ("rating", "ratings", "cells", "matches", "illegal"):
        if not _equal(found.figures.get(name), computed[name]):
            message = said("the figure {name} of the file does not follow from its results", name=name)
            raise NotReproduced(message, given=found.figures.get(name), where=name, allowed=str(computed[name]))


def _equal(one: object, other: object) -> bool:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, float | int) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return one == other


def sampled(protocol: Protocol, sample: int | None, rng: Random) -> list[Task]:
    """Return the matches of `sample` deals of each cell, chosen at random, or all matches."""
    tasks = list(protocol.tasks())
    if sample is None:
        return tasks
    deals = [set(rng.sample(range(cell.deals), min(sample, cell.deals))) for cell in protocol.cells]
    return [task for task in tasks if task.match // protocol.cells[task.cell].seats in deals[task.cell]]


def agreements(
    protocol: Protocol, held: Sequence[Sequence[MatchResult]], repeated: Mapping[Task, MatchResult]
) -> list[Agreement]:
    """Return the agreement of a repetition with the results of a file, for each opponent."""
    names = list(dict.fromkeys(cell.opponent for cell in protocol.cells))
    sigmas = NormalDist().inv_cdf(1 - _FALSE_ALARMS / (2 * len(names)))
    pairs: dict[str, list[tuple[Cell, list[MatchResult], list[MatchResult]]]] = {name: [] for name in names}
    for at, cell in enumerate(protocol.cells):
        matches = sorted(task.match for task in repeated if task.cell == at)
        old, new = [held[at][match] for match in matches], [repeated[Task(at, match)] for match in matches]
        pairs[cell.opponent].append((cell, old, new))
    return [_agreement(name, pairs[name], sigmas) for name in names]


def _agreement(
    name: str, pairs: Sequence[tuple[Cell, list[MatchResult], list[MatchResult]]], sigmas: float
) -> Agreement:
    """Return the agreement against one opponent, given the old and the new results of each cell."""
    different = sum(one.outcome != other.outcome for _, old, new in pairs for one, other in zip(old, new, strict=True))
    by_deal = np.concatenate([deal_shares(cell, new) - deal_shares(cell, old) for cell, old, new in pairs])
    deals, matches = len(by_deal), sum(len(new) for _, _, new in pairs)
    # Few equal differences say little about the spread, so it has a lower bound.
    error = max(float(by_deal.std(ddof=1)), 1 / deals) / math.sqrt(deals) if deals > 1 else math.inf
    return Agreement(name, matches, different, float(by_deal.mean()), sigmas * error)


def require(agreed: Sequence[Agreement], *, deterministic: bool) -> None:
    """Raise `NotReproduced` if a repetition does not agree with the file."""
    for each in agreed:
        if deterministic and each.different:
            places = {"count": each.different, "matches": each.matches, "opponent": each.opponent}
            message = said("{count} of {matches} matches against {opponent} have another result", **places)
            raise NotReproduced(message, given=each.different, where=each.opponent, allowed="0")
        if not each.is_close:
            limit = f"{each.limit:.3f}"
            places = {"opponent": each.opponent, "found": f"{each.difference:+.3f}", "limit": limit}
            message = said("the share against {opponent} differs by {found}; at most {limit} can be chance", **places)
            raise NotReproduced(message, given=each.difference, where=each.opponent, allowed=limit)
