"""Recorded matches of the steward, so that optimisations do not change its moves."""

from __future__ import annotations

from hashlib import sha256

import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up

# Recorded before the kernels were optimised. Only new weights in steward.json justify new digests.
DIGESTS = {
    (2, "2024"): "f0e5879d11f01162",
    (2, "2023"): "2cebad2f88433328",
    (3, "2024"): "0a05684c0ec5ae61",
    (3, "2023"): "d72c157007f84508",
    (4, "2024"): "c103e11326d8bc3c",
    (4, "2023"): "67e9df6d894c415a",
    (5, "2024"): "0ae15340bef6f3e9",
    (5, "2023"): "436549e563585c36",
}


def moves_of_stewards(players: int, edition: str) -> list[int]:
    """Return the moves of one match with the steward in every seat."""
    setup, rng = set_up("courtisans", {"players": players, "edition": edition}), stream(players)
    kernels, s = setup.game.rules.kernels, setup.game.rules.state.empty()[0]
    kernels.deal(setup.content, s, rng)
    moves: list[int] = []
    while s.to_move >= 0:
        moves.append(int(kernels.policy(setup.content, s, rng)))
        kernels.apply(setup.content, s, moves[-1])
    return moves


@pytest.mark.parametrize(("players", "edition"), DIGESTS)
def test_the_steward_plays_the_recorded_moves(players: int, edition: str) -> None:
    moves = moves_of_stewards(players, edition)
    assert sha256(bytes(str(moves), "ascii")).hexdigest()[:16] == DIGESTS[players, edition]
