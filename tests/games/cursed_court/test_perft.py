"""Exact node counts: every line of play from a few positions, counted by the engine, by the naive twin, and kept."""

from __future__ import annotations

import copy

import numba
import pytest

from courtly.testing import nodes_from
from tests.golden.cursed_court import positions
from tests.golden.figures import kept
from tests.naive.cursed_court import Naive

FEW = 1_500
"""Lines of one depth that are counted in plain Python."""

POSITIONS = positions()
every = pytest.mark.parametrize("name", POSITIONS)


def golden(name: str, *, at_most: int | None = None) -> list[int]:
    """The kept counts, as far as a depth has no more lines than that."""
    counts: list[int] = kept("cursed_court")["nodes"][name]
    return counts if at_most is None else [count for count in counts if 0 < count <= at_most]


def naive_counts(naive: Naive, depth: int) -> list[int]:
    """Count the lines of play of the naive twin, by trying them."""
    moves = naive.legal_moves()
    if depth == 1:
        return [len(moves)]
    below = []
    for move in moves:
        after = copy.deepcopy(naive)
        after.play(move)
        below.append(naive_counts(after, depth - 1))
    return [len(moves), *(sum(column) for column in zip(*below, strict=True))] if below else [0] * depth


@every
def test_the_engine_finds_as_many_lines_as_were_kept(name: str) -> None:
    match, _depth = POSITIONS[name]
    counts = golden(name, at_most=FEW if numba.config.DISABLE_JIT else None)
    assert nodes_from(match, len(counts)) == counts


@every
def test_the_naive_twin_finds_as_many_lines(name: str) -> None:
    match, _depth = POSITIONS[name]
    counts = golden(name, at_most=FEW)
    naive = Naive(match.options, match.deal_given)
    for move in match.moves:
        naive.play(move)
    assert naive_counts(naive, len(counts)) == counts


def test_counting_leaves_the_match_alone() -> None:
    match, _depth = positions()["the last bets of a match"]
    before = match.record()
    nodes_from(match, 3)
    assert match.record() == before
