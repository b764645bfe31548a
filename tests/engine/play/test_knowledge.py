"""The tensors of a seat: they depend on its knowledge alone, and agree with its view."""

from __future__ import annotations

import random

import numpy as np
import pytest

import courtly
from courtly.engine.compile.rng import stream


@pytest.mark.parametrize("game", courtly.game_names())
def test_the_tensors_of_a_seat_depend_on_its_knowledge_alone(game: str) -> None:
    dice, match = random.Random(1), courtly.new_match(game, seed=1, players=2)
    for _ in range(12):
        if match.to_move is None:
            break
        known = match.knowledge(match.to_move)
        assert [known.setup.codec.format(int(move)) for move in np.flatnonzero(known.mask)] == sorted(
            known.legal, key=known.setup.codec.parse
        )
        seen = np.zeros_like(known.observation)
        known.setup.game.rules.kernels.observe(
            known.setup.content, known.redeal(stream(dice.randrange(99)))[0], known.seat, seen
        )
        assert np.array_equal(seen, known.observation)
        match.play(dice.choice(known.legal))
