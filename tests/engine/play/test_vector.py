"""Vectors: many matches stepped together, with equal results for any number of threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadOption, IllegalMove, NotOver
from courtly.engine.play import vector as module
from courtly.engine.play.vector import Vector, random_matches


def vector(size: int = 6, **details: Any) -> Vector:
    return Vector(set_up("courtisans", {"players": 2}), size, **{"seed": 7, **details})


def first_moves(playing: Vector) -> npt.NDArray[np.int64]:
    return np.asarray(np.argmax(playing.legal_mask(), axis=1), np.int64)


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the grains so that threads share even small amounts of work."""
    for name in ("STEP_GRAIN", "OBSERVE_GRAIN", "PLAYOUT_GRAIN"):
        monkeypatch.setattr(module, name, 1)


def course(playing: Vector) -> list[bytes]:
    """Return all output of a vector that is stepped, partly reset and played to the end."""
    told = []
    for which in ([1, 3], [1], []):
        playing.step(first_moves(playing))
        told += [playing.observe().tobytes(), playing.legal_mask().tobytes()]
        playing.reset(which)
    playing.play_out()
    return [*told, playing.scores().tobytes(), playing.rewards().tobytes()]


@pytest.mark.usefixtures("shared")
def test_every_thread_count_gives_the_same_matches() -> None:
    alone = course(vector(threads=1))
    assert course(vector(threads=3)) == alone
    with ThreadPoolExecutor(1) as pool:
        assert course(vector(threads=2, pool=pool)) == alone


@pytest.mark.usefixtures("shared")
def test_random_matches_do_not_depend_on_the_number_of_threads() -> None:
    setup = set_up("courtisans", {"players": 3})
    one, two = (random_matches(setup, 20, seed=1, threads=threads) for threads in (1, 2))
    assert one.decisions == two.decisions
    assert (one.scores == two.scores).all()
    assert (random_matches(setup, 20, seed=2).scores != one.scores).any()


def test_matches_of_a_vector_differ() -> None:
    assert len({row.tobytes() for row in vector(8).observe()}) == 8


def test_a_match_does_not_depend_on_the_size_of_the_vector() -> None:
    few, many = vector(3), vector(9)
    for playing in (few, many):
        playing.reset([2])
    assert (few.observe() == many.observe()[:3]).all()
    few.play_out()
    many.play_out()
    assert (few.scores() == many.scores()[:3]).all()


def test_a_reset_deals_only_the_chosen_matches_again() -> None:
    playing = vector()
    before = playing.observe()
    playing.reset([4, 1, 4])
    assert np.flatnonzero((playing.observe() != before).any(axis=1)).tolist() == [1, 4]


def test_every_reset_deals_another_match() -> None:
    playing = vector(1)
    seen = {playing.observe().tobytes()}
    for _ in range(5):
        playing.reset()
        seen.add(playing.observe().tobytes())
    assert len(seen) == 6


def test_the_deal_after_a_reset_depends_only_on_how_often_that_match_was_reset() -> None:
    one, other = vector(), vector()
    one.reset([0, 2])
    one.reset([2])
    other.step(first_moves(other))
    other.reset(np.arange(6) == 2)
    other.play_out()
    other.reset([2, 5])
    assert (one.observe()[2] == other.observe()[2]).all()


def test_playouts_differ_after_a_reset() -> None:
    playing = vector(20)
    playing.play_out()
    before = playing.scores()
    playing.reset()
    playing.play_out()
    assert (playing.scores() != before).any(axis=1).sum() > 10


@pytest.mark.parametrize("which", [[6], [-1], [0.5], [[0]], [True, False], 3, "all"])
def test_only_matches_of_the_vector_can_be_reset(which: Any) -> None:
    with pytest.raises(BadOption, match="whole numbers from 0 to 5, or bools of shape"):
        vector().reset(which)


def test_rewards_are_victory_shares_and_zero_while_running() -> None:
    playing = vector(60)
    assert not playing.rewards().any()
    playing.play_out()
    scores, rewards = playing.scores(), playing.rewards()
    assert rewards.dtype == np.float32
    assert (rewards.sum(axis=1) == 1).all()
    assert ((rewards > 0) == (scores == scores.max(axis=1, keepdims=True))).all()
    assert set(rewards.ravel().tolist()) <= {0.0, 0.5, 1.0}


def test_results_can_be_written_into_buffers() -> None:
    playing = vector()
    playing.play_out()
    playing.reset([0])
    mask, seen = np.ones((6, playing.setup.codec.count), np.bool_), np.ones((6, playing.observation.size), np.float32)
    rewards = np.ones((6, 2), np.float32)
    assert playing.legal_mask(out=mask) is mask
    assert playing.observe(out=seen) is seen
    assert playing.rewards(out=rewards) is rewards
    assert (mask == playing.legal_mask()).all()
    assert (seen == playing.observe()).all()
    assert (rewards == playing.rewards()).all()
    playing.play_out()
    scores = np.ones((6, 2), np.int32)
    assert playing.scores(out=scores) is scores
    assert (scores == playing.scores()).all()


READ_ONLY = np.zeros((6, 2), np.float32)
READ_ONLY.setflags(write=False)


@pytest.mark.parametrize(
    "out", [np.zeros((5, 2), np.float32), np.zeros((6, 2)), np.zeros((2, 6), np.float32).T, READ_ONLY]
)
def test_a_buffer_that_does_not_fit_is_refused(out: npt.NDArray[Any]) -> None:
    with pytest.raises(BadOption, match=r"use a contiguous array of float32, shape \(6, 2\)"):
        vector().rewards(out=out)


def test_an_observation_splits_into_the_pieces_of_the_game() -> None:
    playing = vector()
    hands = playing.observation.split(playing.observe())["hand"]
    assert np.allclose(hands.sum(axis=1), 1)


def test_one_illegal_move_stops_the_whole_step() -> None:
    playing = vector()
    moves = first_moves(playing)
    before = playing.observe()
    moves[3:5] = 10_000
    with pytest.raises(IllegalMove, match="move 10000 of match 3 cannot be played") as caught:
        playing.step(moves)
    assert caught.value.allowed == np.flatnonzero(playing.legal_mask()[3]).tolist()
    assert (playing.observe() == before).all()


@pytest.mark.parametrize("moves", [[0], [0.5] * 6, [[0]] * 6])
def test_a_step_takes_one_integer_per_match(moves: Any) -> None:
    with pytest.raises(IllegalMove, match=r"use integers of shape \(6,\)"):
        vector().step(moves)


def test_a_finished_match_ignores_steps_and_its_observation_is_zero() -> None:
    playing = vector(2)
    with pytest.raises(NotOver, match="match 0 is not over"):
        playing.scores()
    playing.play_out()
    assert (playing.to_move == -1).all()
    playing.step([0, 0])
    assert not playing.observe().any()
    assert not playing.legal_mask().any()


def test_a_vector_needs_at_least_one_match() -> None:
    with pytest.raises(BadOption, match="cannot hold 0 matches"):
        vector(0)


def test_a_vector_can_be_closed() -> None:
    with vector(threads=2) as playing:
        assert playing.play_out() > 0
