"""Checks of observations and vectors: shapes, types and bounds, fully written buffers, and unchanged states."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.observation import Values
from courtly.engine.play.match import Match
from courtly.engine.play.vector import Vector
from courtly.testing.positions import stages, state_bytes
from courtly.testing.subject import Case


def observed(match: Match, seat: int, *, fill: float = 0.0) -> npt.NDArray[np.float32]:
    """Return the observation of a seat, written to a buffer filled with `fill`."""
    out = np.full(match.setup.game.rules.observation.size, fill, np.float32)
    match.setup.game.rules.kernels.observe(match.setup.content, match.state()[0], seat, out)
    return out


def check_observations(case: Case) -> None:
    """Check that all numbers are written and are between 0 and 1, and that observing changes nothing."""
    for match in stages(case.setup, seed=91, at_most=25):
        before = state_bytes(match)
        for seat in range(match.players):
            out = observed(match, seat, fill=np.nan)
            assert ((out >= 0) & (out <= 1)).all(), f"outside 0 to 1: {np.flatnonzero(~((out >= 0) & (out <= 1)))}"
            assert np.array_equal(out, observed(match, seat))
        assert state_bytes(match) == before


def check_pieces(case: Case) -> None:
    """Check that the numbers of every piece have their declared kind."""
    observation = case.setup.game.rules.observation
    for match in stages(case.setup, seed=95, at_most=25):
        for seat in range(match.players):
            for name, numbers in observation.split(observed(match, seat)).items():
                flags = observation[name].values == Values.FLAG
                assert not flags or np.isin(numbers, (0, 1)).all(), f"{name} is neither 0 nor 1"


def check_observations_tell(case: Case) -> None:
    """Check that observations differ between positions and between seats."""
    seen = [
        observed(match, seat).tobytes()
        for match in stages(case.setup, seed=92, at_most=25)
        for seat in range(match.players)
    ]
    assert len(set(seen)) > len(seen) / 2


def check_vector(case: Case) -> None:
    """Check that a vector agrees with the kernels, for any number of threads."""
    one, two = (Vector(case.setup, 5, seed=93, threads=threads) for threads in (1, 2))
    while (one.to_move >= 0).any():
        mask, tensor = one.legal_mask(), one.observe()
        assert mask.shape == (5, case.setup.codec.count)
        assert tensor.shape == (5, case.setup.game.rules.observation.size)
        assert tensor.dtype == np.dtype(np.float32)
        assert np.array_equal(mask, two.legal_mask())
        assert np.array_equal(tensor, two.observe())
        assert np.array_equal(mask.any(axis=1), one.to_move >= 0)
        # Play the legal move with the highest number, which ends matches sooner than a move that does nothing.
        moves = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
        one.step(moves)
        two.step(moves)
    scores = one.scores()
    assert np.array_equal(scores, two.scores())
    won = scores == scores.max(axis=1, keepdims=True)
    assert np.allclose(one.rewards(), won / won.sum(axis=1, keepdims=True))
    one, two = (Vector(case.setup, 40, seed=94, threads=threads) for threads in (1, 2))
    assert one.play_out() == two.play_out()
    assert np.array_equal(one.scores(), two.scores())
