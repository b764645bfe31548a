"""How much may be sent in which time."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from starlette.requests import HTTPConnection

from courtly.settings import Settings
from courtly.tables.actor import now
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.refusals import TooMany
from courtly.web.limits import DRAFTS, Limits, Rate


def test_a_rate_lets_more_pass_when_the_first_is_long_ago_and_counts_each_sender_alone() -> None:
    times = iter([0.0, 1.0, 2.0, 2.0, 9.9, 10.0, 10.5, 11.0])
    rate = Rate(2, 10.0, clock=lambda: next(times))
    assert [rate.is_within("Ann") for _ in range(3)] == [True, True, False]
    assert rate.is_within("Ben")
    assert [rate.is_within("Ann") for _ in range(4)] == [False, True, False, True]


def test_drafts_are_counted_apart_from_acts_and_there_may_be_more_of_them() -> None:
    limits, (ann, ben) = Limits(Settings(most_acts=1)), (Player(name, name, "wine", now()) for name in ("Ann", "Ben"))
    limits.count_act(ann)
    for _ in range(DRAFTS):
        limits.count_draft(ann)
    with pytest.raises(TooMany, match="8 drafts"):
        limits.count_draft(ann)
    limits.count_draft(ben)


def asked_from(host: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1)})


def test_so_many_new_persons_come_from_an_address_and_an_ipv6_household_is_one() -> None:
    limits = Limits(Settings(most_persons=1))
    for host in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
        limits.count_person(asked_from(host))
    for host in ("192.0.2.1", "2001:db8::2"):
        with pytest.raises(TooMany, match="1 new persons") as refused:
            limits.count_person(asked_from(host))
        assert refused.value.seconds == 600


def test_wrong_codes_count_for_their_address_and_right_ones_do_not() -> None:
    limits = Limits(Settings(most_guesses=1))
    for _ in range(3):
        with limits.guessing(asked_from("192.0.2.1")):
            pass
    with pytest.raises(NoSuchTable), limits.guessing(asked_from("192.0.2.1")):
        raise NoSuchTable("no table has this code")
    with pytest.raises(TooMany), limits.guessing(asked_from("192.0.2.1")):
        pytest.fail("a guess too many is not looked at")
    with limits.guessing(asked_from("192.0.2.2")):
        pass


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
