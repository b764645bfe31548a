"""How much may be sent in which time."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from courtly.settings import Settings
from courtly.tables.refusals import TooMany
from courtly.web.api.limits import Limits, Rate


def test_a_rate_lets_more_pass_when_the_first_is_long_ago_and_counts_each_sender_alone() -> None:
    times = iter([0.0, 1.0, 2.0, 2.0, 9.9, 10.0, 10.5, 11.0])
    rate = Rate(2, 10.0, clock=lambda: next(times))
    assert [rate.is_within("Ann") for _ in range(3)] == [True, True, False]
    assert rate.is_within("Ben")
    assert [rate.is_within("Ann") for _ in range(4)] == [False, True, False, True]


def test_a_connection_counts_while_it_lasts_and_one_too_many_does_not() -> None:
    limits = Limits(Settings(most_sockets=1, most_watchers=1))
    with ExitStack() as stack:
        stack.enter_context(limits.socket("Ann", "table"))
        assert limits.sockets == 1
        with pytest.raises(TooMany):
            stack.enter_context(limits.socket("Ann", "other table"))
        with pytest.raises(TooMany):
            stack.enter_context(limits.socket("Ben", "table"))
    assert limits.sockets == 0
    with limits.socket("Ann", "table"):
        assert limits.sockets == 1
