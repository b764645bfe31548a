"""The pace of bots: a move comes at a whole step after the beginning of the turn, not at the end of the thinking."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.tables.pace import PACE, due

times = st.integers(0, 10**6)


def test_a_step_is_600_milliseconds() -> None:
    assert PACE == 0.6


@pytest.mark.parametrize(
    ("by", "comes"),
    [(100.0, 100.5), (100.1, 100.5), (100.5, 100.5), (100.6, 101.0), (101.0, 101.0), (90.0, 100.5)],
)
def test_a_move_comes_at_the_first_step_after_it_was_chosen(by: float, comes: float) -> None:
    assert due(100.0, by, 0.5) == comes


def test_without_a_pace_a_move_comes_immediately() -> None:
    assert due(100.0, 107.3, 0.0) == 100.0


# Whole seconds, because floats represent them exactly.
@given(times, times, st.integers(1, 1000))
def test_a_move_comes_after_whole_steps_and_no_step_late(came: int, took: int, pace: int) -> None:
    comes = due(came, came + took, pace)
    assert (comes - came) % pace == 0
    assert max(took, 1) <= comes - came < max(took, 1) + pace


@given(times, st.integers(1, 1000), st.data())
def test_moves_chosen_within_one_step_come_at_the_same_time(came: int, pace: int, data: st.DataObject) -> None:
    step = data.draw(st.integers(0, 5))
    one, other = (data.draw(st.integers(step * pace + 1, (step + 1) * pace)) for _ in range(2))
    assert due(came, came + one, pace) == due(came, came + other, pace)
