"""Rate limits and limits on connections."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.settings import Settings
from courtly.tables.errors import NoSuchTable
from courtly.tables.fair_queue import Caller
from courtly.tables.journal import Player
from courtly.tables.refusals import TooMany, too_fast
from courtly.text.locales import Locale
from courtly.web.limits import ADDRESS_DRAFTS, DAY, DRAFTS, Limits, Rate
from courtly.web.measures import wait_words


def person(name: str) -> Player:
    """Return a player with this id and name."""
    return Player(name, name, "wine", environment().now())


def test_a_rate_is_a_sliding_window_per_sender() -> None:
    times = iter([0.0, 1.0, 2.0, 2.0, 9.9, 10.0, 10.5, 11.0])
    rate = Rate(2, 10.0, clock=lambda: next(times))
    assert [rate.allow("Ann") for _ in range(3)] == [True, True, False]
    assert rate.allow("Ben")
    assert [rate.allow("Ann") for _ in range(4)] == [False, True, False, True]


@given(st.lists(st.floats(0, 5), max_size=12), st.integers(1, 4), st.integers(1, 5))
def test_after_the_waiting_time_an_attempt_is_allowed_and_not_before(
    pauses: list[float], most: int, amount: int
) -> None:
    now = [0.0]
    rate = Rate(most, 10.0, clock=lambda: now[0])
    for pause in pauses:
        now[0] += pause
        rate.allow("Ann")
    wait = rate.wait("Ann", amount)
    assert 0 <= wait <= 10
    assert rate.is_below_limit("Ann", amount) == (wait == 0)
    if wait > 0.002:
        now[0] += wait - 0.001
        assert not rate.is_below_limit("Ann", amount)
        now[0] += 0.002
        assert rate.is_below_limit("Ann", amount) == (amount <= most)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 s"), (120.0, "120 s"), (120.5, "3 min"), (7200.0, "120 min"), (80_000.0, "23 h")]
)
def test_a_rate_limit_tells_the_time_to_wait(seconds: float, words: str) -> None:
    refused = too_fast(said("a few"), seconds)
    assert str(refused) == f"too many at once: the limit is a few; try again in {words}"
    assert seconds <= (refused.seconds or 0) < seconds + 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (119.5, "2 minutes"), (121.0, "3 minutes"), (7201.0, "3 hours"), (86_400.0, "1 day")],
)
def test_the_time_to_wait_is_rounded_up_in_words(seconds: float, words: str) -> None:
    assert wait_words(seconds, Locale("en")) == words


def asked_from(host: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1)})


def test_mails_are_limited_by_player_by_mailbox_and_by_address() -> None:
    limits = Limits(Settings(), clock=lambda: 0.0)

    def is_allowed(name: str, mailbox: str, host: str) -> bool:
        try:
            limits.count_mail(asked_from(host), person(name), mailbox)
        except TooMany:
            return False
        return True

    assert [is_allowed("Ann", f"{n}@a.example", f"1.1.1.{n}") for n in range(4)] == [True, True, True, False]
    assert [is_allowed(f"p{n}", "b@b.example", f"1.1.2.{n}") for n in range(4)] == [True, True, True, False]
    # The same mailbox, in another notation.
    assert not is_allowed("Ben", "B+more@B.example", "1.1.3.1")
    assert [is_allowed(f"q{n}", f"{n}@c.example", "1.1.4.1") for n in range(4)] == [True, True, True, False]


def test_drafts_have_their_own_higher_limit() -> None:
    limits, ann, ben = Limits(Settings(max_acts=1)), person("Ann"), person("Ben")
    limits.count_act(ann)
    for _ in range(DRAFTS):
        limits.count_draft(asked_from("192.0.2.1"), ann)
    with pytest.raises(TooMany, match="8 drafts in 10 seconds"):
        limits.count_draft(asked_from("192.0.2.1"), ann)
    limits.count_draft(asked_from("192.0.2.1"), ben)


def test_drafts_of_all_persons_of_an_address_are_limited() -> None:
    limits, players = Limits(Settings(max_acts=1)), [person(str(n)) for n in range(5)]
    for n in range(ADDRESS_DRAFTS):
        limits.count_draft(asked_from("192.0.2.1"), players[n // DRAFTS])
    with pytest.raises(TooMany, match="32 drafts from one address in 10 seconds"):
        limits.count_draft(asked_from("192.0.2.1"), players[4])
    limits.count_draft(asked_from("192.0.2.2"), players[4])


def test_new_persons_are_limited_per_ipv4_address_or_ipv6_network() -> None:
    limits = Limits(Settings(max_persons=1))
    for host in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:1::1"):
        limits.count_person(asked_from(host))
    for host in ("192.0.2.1", "::ffff:192.0.2.2", "2001:db8::2", "2001:db8:0:ffff::1"):
        with pytest.raises(TooMany, match="1 new players") as refused:
            limits.count_person(asked_from(host))
        assert refused.value.seconds == 600
    limits.count_person(asked_from("::ffff:192.0.2.3"))


def test_uploads_are_limited_by_size_per_person_and_address() -> None:
    times = [0.0]
    limits = Limits(Settings(max_upload=64 * 1024), clock=lambda: times[0])

    def uploads(address: str, person: str, kilobytes: int) -> bool:
        try:
            with limits.upload(Caller(address, person), "x" * (kilobytes * 1024 - 10)):
                return True
        except TooMany:
            return False

    assert [uploads("a", "Ann", 9), uploads("a", "Ann", 8), uploads("a", "Ann", 7)] == [True, False, True]
    assert [uploads("a", f"guest {n}", 16) for n in range(4)] == [True, True, True, False]
    assert uploads("b", "Ben", 16)
    times[0] = DAY
    assert [uploads("a", "Ann", 16), uploads("a", "Ann", 1)] == [True, False]


def test_a_refused_upload_does_not_count_and_small_options_are_no_uploads() -> None:
    limits, ann = Limits(Settings(max_upload=64 * 1024)), Caller("a", "Ann")
    for _ in range(3):
        with pytest.raises(NoSuchTable), limits.upload(ann, "x" * 15_000):
            raise NoSuchTable("the change was refused")
        with limits.options(ann, {"players": 2}):
            pass
    with limits.upload(ann, "x" * 15_000), pytest.raises(TooMany, match="16 kB of uploads in 24 hours"):
        limits.options(ann, {"card_set": "x" * 15_000}).__enter__()


@pytest.mark.anyio
async def test_one_whole_match_is_replayed_at_a_time_and_addresses_take_turns() -> None:
    limits, order, running = Limits(Settings()), list[str](), set[str]()

    async def replay(address: str, person: str) -> None:
        async with limits.replay(Caller(address, person)):
            assert not running
            running.add(person)
            order.append(person)
            await asyncio.sleep(0)
            running.remove(person)

    senders = [("a", "Ann"), ("a", "Ann"), ("a", "Ann"), ("b", "Ben")]
    await asyncio.gather(*(replay(address, person) for address, person in senders))
    assert order == ["Ann", "Ann", "Ben", "Ann"]


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
    limits, here = Limits(Settings(max_sockets=1, max_watchers=1)), asked_from("192.0.2.1")
    ann, ben = person("Ann"), person("Ben")
    with ExitStack() as stack:
        stack.enter_context(limits.socket(here, ann, "table"))
        assert limits.sockets == 1
        with pytest.raises(TooMany):
            stack.enter_context(limits.socket(here, ann, "other table"))
        with pytest.raises(TooMany):
            stack.enter_context(limits.socket(here, ben, "table"))
    assert limits.sockets == 0
    with limits.socket(here, ann, "table"):
        assert limits.sockets == 1


def test_spectators_never_keep_players_out_and_one_address_takes_a_quarter_of_the_places() -> None:
    limits = Limits(Settings(max_sockets=1, max_watchers=8))
    ann, ben, *watchers = (person(str(n)) for n in range(10))

    def connects(player: Player, host: str, *, is_seated: bool = False) -> bool:
        try:
            stack.enter_context(limits.socket(asked_from(host), player, "table", is_seated=is_seated))
        except TooMany:
            return False
        return True

    with ExitStack() as stack:
        assert [connects(watcher, "192.0.2.1") for watcher in watchers[:3]] == [True, True, False]
        assert connects(ann, "192.0.2.1", is_seated=True)
        assert [connects(watcher, f"192.0.2.{n}") for n, watcher in enumerate(watchers[2:], 2)] == [True] * 5 + [False]
        assert connects(ben, "192.0.2.9", is_seated=True)
