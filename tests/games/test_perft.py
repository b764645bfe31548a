"""Exact node counts from a few positions: the engine, the naive twin and the stored counts agree."""

from __future__ import annotations

import numba
import pytest

from courtly.testing import nodes_from
from tests.games.twins import naive_counts, twin_of
from tests.golden.figures import POSITIONS, kept

FEW = {"courtisans": 4_500, "cursed_court": 1_500, "monarch": 1_000}
"""The maximum number of lines of play per depth in plain Python."""

MATCHES = {(game, name): match for game, positions in POSITIONS.items() for name, (match, _) in positions().items()}
every = pytest.mark.parametrize(("game", "name"), MATCHES)


def golden(game: str, name: str, *, at_most: int | None = None) -> list[int]:
    """Return the stored counts by depth, without depths with more than `at_most` lines of play."""
    counts: list[int] = kept(game)["nodes"][name]
    return counts if at_most is None else [count for count in counts if 0 < count <= at_most]


@every
def test_the_engine_finds_the_stored_number_of_lines(game: str, name: str) -> None:
    counts = golden(game, name, at_most=FEW[game] if numba.config.DISABLE_JIT else None)
    assert nodes_from(MATCHES[game, name], len(counts)) == counts


@every
def test_the_naive_twin_finds_the_stored_number_of_lines(game: str, name: str) -> None:
    counts = golden(game, name, at_most=FEW[game])
    assert naive_counts(twin_of(game, MATCHES[game, name]), len(counts)) == counts


@pytest.mark.parametrize("game", POSITIONS)
def test_counting_does_not_change_the_match(game: str) -> None:
    match, _depth = list(POSITIONS[game]().values())[-1]
    before = match.record()
    nodes_from(match, 2)
    assert match.record() == before
