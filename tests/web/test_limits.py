"""Rate limits and limits on connections."""

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


def test_a_rate_is_a_sliding_window_per_sender() -> None:
    times = iter([0.0, 1.0, 2.0, 2.0, 9.9, 10.0, 10.5, 11.0])
    rate = Rate(2, 10.0, clock=lambda: next(times))
    assert [rate.allow("Ann") for _ in range(3)] == [True, True, False]
    assert rate.allow("Ben")
    assert [rate.allow("Ann") for _ in range(4)] == [False, True, False, True]


def test_drafts_have_their_own_higher_limit() -> None:
    limits, (ann, ben) = Limits(Settings(max_acts=1)), (Player(name, name, "wine", now()) for name in ("Ann", "Ben"))
    limits.count_act(ann)
    for _ in range(DRAFTS):
        limits.count_draft(ann)
    with pytest.raises(TooMany, match="8 drafts"):
        limits.count_draft(ann)
    limits.count_draft(ben)


def asked_from(host: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1)})


def test_new_persons_are_limited_per_ipv4_address_or_ipv6_network() -> None:
    limits = Limits(Settings(max_persons=1))
    for host in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
        limits.count_person(asked_from(host))
    for host in ("192.0.2.1", "2001:db8::2"):
        with pytest.raises(TooMany, match="1 new players") as refused:
            limits.count_person(asked_from(host))
        assert refused.value.seconds == 600


def test_only_wrong_codes_count_against_an_address() -> None:
    limits = Limits(Settings(max_guesses=1))
    for _ in range(3):
        with limits.count_wrong_codes(asked_from("192.0.2.1")):
            pass
    with pytest.raises(NoSuchTable), limits.count_wrong_codes(asked_from("192.0.2.1")):
        raise NoSuchTable("no table has this code")
    with pytest.raises(TooMany), limits.count_wrong_codes(asked_from("192.0.2.1")):
        pytest.fail("a guess too many is not looked at")
    with limits.count_wrong_codes(asked_from("192.0.2.2")):
        pass


def test_connections_are_limited_while_they_are_open() -> None:
    limits = Limits(Settings(max_sockets=1, max_watchers=1))
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
