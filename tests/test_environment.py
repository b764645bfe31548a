"""The clock of entries: it follows the system time, but does not jump with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.environment import DRIFT, SteadyClock

START = 1e9
seconds = st.floats(0, 1e5)
jumps = st.floats(-1e6, 1e6)


@given(steps=st.lists(st.tuples(seconds, jumps), max_size=20))
def test_time_passes_evenly_however_the_system_clock_jumps(steps: list[tuple[float, float]]) -> None:
    system, steady = [START], [0.0]
    clock = SteadyClock(lambda: system[0], lambda: steady[0])
    before = clock.time()
    for passed, jump in steps:
        steady[0] += passed
        system[0] += passed + jump
        now = clock.time()
        assert now - before == pytest.approx(passed, rel=0, abs=DRIFT * passed + 1e-5)
        before = now


def test_a_difference_to_the_system_time_disappears_slowly() -> None:
    system, steady = [START], [0.0]
    clock = SteadyClock(lambda: system[0], lambda: steady[0])
    system[0] += 60
    for _ in range(100):
        system[0] += 60
        steady[0] += 60
        clock.time()
    assert clock.time() == pytest.approx(system[0])
