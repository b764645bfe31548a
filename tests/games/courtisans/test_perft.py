"""Move counts over the full tree of a tiny match."""

from __future__ import annotations

from courtly.testing import nodes_from
from tests.games.twins import naive_counts, twin_of
from tests.golden.courtisans import Box


def test_the_move_counts_of_a_tiny_match_equal_the_counts_of_the_naive_twin() -> None:
    match = Box((1, 0, 0, 0, 0), 6).match(5)
    counts = nodes_from(match, 8)
    assert counts == naive_counts(twin_of("courtisans", match), 8)
    assert counts[:6] == [12, 60, 72, 864, 4320, 5184]
    assert counts[6:] == [0, 0]
