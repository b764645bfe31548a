"""Batches: many matches side by side, the same however many threads share the work."""

import os
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from courtly.engine.batch import Batch, cores, limit_cores, random_matches
from courtly.engine.errors import BadOption, IllegalMove, NotOver
from courtly.engine.game import set_up


def batch(size: int = 6, **details: Any) -> Batch:
    return Batch(set_up("courtisans", {"players": 2}), size, **{"seed": 7, **details})


def first_moves(playing: Batch) -> npt.NDArray[np.int64]:
    return np.asarray(np.argmax(playing.legal_mask(), axis=1), np.int64)


def test_a_process_can_be_told_to_leave_cores_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.engine.batch._limits", [])
    limit_cores(1)
    assert cores() == 1
    limit_cores(0)
    assert cores() == 1


def test_every_thread_count_gives_the_same_matches() -> None:
    alone, shared = batch(threads=1), batch(threads=3)
    for playing in (alone, shared):
        playing.step(first_moves(playing))
    assert (alone.observe() == shared.observe()).all()
    assert alone.play_out() == shared.play_out()
    assert (alone.scores() == shared.scores()).all()


def test_random_matches_are_the_same_on_one_core_and_on_two() -> None:
    setup = set_up("courtisans", {"players": 3})
    one, two = (random_matches(setup, 20, seed=1, threads=threads) for threads in (1, 2))
    assert one.decisions == two.decisions
    assert (one.scores == two.scores).all()
    assert (random_matches(setup, 20, seed=2).scores != one.scores).any()


def test_matches_of_a_batch_differ() -> None:
    assert len({row.tobytes() for row in batch(8).observe()}) == 8


def test_a_step_with_one_illegal_move_moves_nothing() -> None:
    playing = batch()
    moves = first_moves(playing)
    before = playing.observe()
    moves[3] = 10_000
    with pytest.raises(IllegalMove, match="move 10000 of match 3 cannot be played") as caught:
        playing.step(moves)
    assert caught.value.allowed == np.flatnonzero(playing.legal_mask()[3]).tolist()
    assert (playing.observe() == before).all()


@pytest.mark.parametrize("moves", [[0], [0.5] * 6, [[0]] * 6])
def test_moves_are_one_whole_number_for_each_match(moves: Any) -> None:
    with pytest.raises(IllegalMove, match=r"they are integers of shape \(6,\)"):
        batch().step(moves)


def test_finished_matches_wait_for_the_others() -> None:
    playing = batch(2)
    with pytest.raises(NotOver, match="match 0 is not over"):
        playing.scores()
    playing.play_out()
    assert (playing.to_move == -1).all()
    playing.step([0, 0])
    assert not playing.observe().any()
    assert not playing.legal_mask().any()


def test_a_batch_has_a_match_at_least() -> None:
    with pytest.raises(BadOption, match="cannot hold 0 matches"):
        batch(0)


def test_cores_are_counted_where_affinity_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1
