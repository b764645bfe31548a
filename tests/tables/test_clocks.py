"""Clocks: what they may be, how they run, and that no time is won or lost on the way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.engine.errors import BadOption
from courtly.tables.clocks import (
    BankClock,
    Clocks,
    DaysClock,
    Minder,
    MoveClock,
    Terms,
    Tick,
    clocks_after,
    read_clock,
    read_minder,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
BANK = BankClock(seconds=60, increment=5)
MOVE = MoveClock(seconds=30)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def left(clocks: Clocks, seconds: float) -> list[float]:
    """What every seat has left, so many seconds after noon."""
    return [clocks.left(seat, after(seconds)).total_seconds() for seat in range(len(clocks.kept))]


# Reading


@pytest.mark.parametrize(
    ("given_", "terms"),
    [
        (None, None),
        ({"kind": "move", "seconds": 30}, MoveClock(seconds=30)),
        ({"kind": "bank", "seconds": 300, "increment": 5}, BankClock(seconds=300, increment=5)),
        ({"kind": "bank", "seconds": 300}, BankClock(seconds=300, increment=0)),
        ({"kind": "days", "days": 2}, DaysClock(days=2)),
    ],
)
def test_a_clock_is_read_from_json_and_is_written_as_it_was_read(given_: Any, terms: Terms | None) -> None:
    assert read_clock(given_) == terms
    if terms is not None:
        assert read_clock(json.loads(terms.model_dump_json())) == terms


@pytest.mark.parametrize(
    ("given_", "where", "message"),
    [
        ("fast", "clock", "clock cannot be 'fast'; it is null or an object"),
        ([], "clock", "clock cannot be []; it is null or an object"),
        ({}, "clock.kind", "clock.kind cannot be None; it is move, bank, days"),
        ({"kind": "sand"}, "clock.kind", "clock.kind cannot be 'sand'; it is move, bank, days"),
        ({"kind": ["move"]}, "clock.kind", "clock.kind cannot be ['move']; it is move, bank, days"),
        ({"kind": "move"}, "clock.seconds", "option clock.seconds is missing; it takes 1 to 86400"),
        ({"kind": "move", "seconds": 0}, "clock.seconds", "clock.seconds cannot be 0; it is 1 to 86400"),
        ({"kind": "move", "seconds": 86401}, "clock.seconds", "clock.seconds cannot be 86401; it is 1 to 86400"),
        ({"kind": "move", "seconds": "30"}, "clock.seconds", "clock.seconds cannot be '30'; it is 1 to 86400"),
        ({"kind": "move", "seconds": True}, "clock.seconds", "clock.seconds cannot be True; it is 1 to 86400"),
        (
            {"kind": "bank", "seconds": 9, "increment": -1},
            "clock.increment",
            "clock.increment cannot be -1; it is 0 to",
        ),
        ({"kind": "days", "days": 31}, "clock.days", "clock.days cannot be 31; it is 1 to 30"),
        ({"kind": "days", "days": 1, "hours": 2}, "clock", "there is no option 'clock.hours'; there are kind, days"),
    ],
)
def test_what_is_no_clock_is_refused_with_its_place(given_: Any, where: str, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_clock(given_)
    assert str(refused.value).startswith(message)
    assert refused.value.where == where


def test_a_minder_is_read_from_json_and_what_is_left_out_is_as_usual() -> None:
    assert read_minder(None) == read_minder({}) == Minder()
    assert read_minder({"bot": "courtier", "after": 90}) == Minder(bot="courtier", after=90)
    assert read_minder({"after": 90}).bot == Minder().bot


@pytest.mark.parametrize(
    ("given_", "where", "message"),
    [
        (60, "minder", "minder cannot be 60; it is null or an object"),
        ({"bot": "jester"}, "minder.bot", "there is no bot 'jester'"),
        ({"bot": None}, "minder.bot", "there is no bot None"),
        ({"bot": "ismcts:sims=0"}, "minder.bot", "a bot cannot think for 0 simulations"),
        ({"after": 0}, "minder.after", "minder.after cannot be 0; it is 1 to 604800"),
        ({"who": "courtier"}, "minder", "there is no option 'minder.who'; there are bot, after"),
    ],
)
def test_what_is_no_minder_is_refused_with_its_place(given_: Any, where: str, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_minder(given_)
    assert str(refused.value).startswith(message)
    assert refused.value.where == where


# Running


def test_before_the_deal_nothing_runs_and_all_have_the_same() -> None:
    clocks = Clocks.new(BANK, 3)
    assert left(clocks, 1000) == [60, 60, 60]
    assert [clocks.runs_out(seat) for seat in range(3)] == [None, None, None]


def test_the_clock_of_who_decides_runs_and_nobody_elses() -> None:
    clocks = Clocks.new(MOVE, 3).start(1, NOON)
    assert left(clocks, 12.5) == [30, 17.5, 30]
    assert [clocks.runs_out(seat) for seat in range(3)] == [None, after(30), None]


def test_a_clock_never_shows_less_than_nothing() -> None:
    assert left(Clocks.new(MOVE, 2).start(0, NOON).stop(after(31)), 40) == [0, 30]


def test_every_move_has_its_own_time_in_a_row_of_moves_too() -> None:
    clocks = Clocks.new(MOVE, 2).start(0, NOON).start(0, after(10)).start(1, after(20))
    assert left(clocks, 25) == [20, 25]
    assert left(clocks.start(0, after(26)), 26) == [30, 24]


def test_days_are_days() -> None:
    assert Clocks.new(DaysClock(days=2), 2).start(0, NOON).runs_out(0) == NOON + timedelta(days=2)


def test_a_bank_gets_its_increment_once_a_turn_when_the_turn_comes() -> None:
    clocks = Clocks.new(BANK, 2).start(0, NOON)
    assert left(clocks, 0) == [65, 60]
    clocks = clocks.start(0, after(10))
    assert left(clocks, 10) == [55, 60]
    clocks = clocks.start(1, after(15)).start(0, after(16))
    assert left(clocks, 16) == [55, 64]


def test_who_takes_a_seat_back_has_what_was_left_and_comes_and_goes_for_nothing() -> None:
    for terms, full in ((BANK, 65), (MOVE, 30)):
        clocks = Clocks.new(terms, 2).start(0, NOON).stop(after(10)).resume(0, after(100))
        assert left(clocks, 100)[0] == full - 10
        assert clocks.runs_out(0) == after(100 + full - 10)
        assert left(clocks.stop(after(101)).resume(0, after(200)), 201)[0] == full - 12


def test_who_used_up_a_bank_plays_on_by_the_increment() -> None:
    out = Clocks.new(BANK, 2).start(0, NOON).stop(after(70))
    assert left(out, 70)[0] == 0
    assert out.resume(0, after(71)).runs_out(0) == after(71)
    assert out.start(1, after(72)).start(0, after(80)).runs_out(0) == after(85)


def test_a_clock_set_back_takes_nothing_and_gives_nothing() -> None:
    assert left(Clocks.new(MOVE, 2).start(0, after(100)), 90) == [30, 30]


def test_ticks_start_stop_and_resume() -> None:
    ticks = [
        Tick(after(0), runs=0, moved=True),  # the deal
        Tick(after(1), runs=0, moved=False),  # somebody comes to look on
        Tick(after(4), runs=None, moved=False),  # seat 0 is minded
        Tick(after(9), runs=0, moved=False),  # and taken back
        Tick(after(10), runs=None, moved=True),  # she moves, a bot is next
        Tick(after(11), runs=1, moved=True),  # the bot has moved
    ]
    assert clocks_after(BANK, 2, ticks) == Clocks(BANK, (timedelta(seconds=60), timedelta(seconds=65)), 1, after(11))


def test_clocks_are_plain_json_that_does_not_change_while_they_run() -> None:
    clocks = Clocks.new(BANK, 2).start(0, NOON).start(1, after(1.2345))
    shown = {"left": [63.766, 65.0], "running": 1, "since": "2026-05-01T12:00:01.234Z"}
    assert json.loads(json.dumps(clocks.as_dict())) == shown
    assert clocks.stop(after(2.2345)).as_dict() == {"left": [63.766, 64.0], "running": None, "since": None}


# Any match


class Match(NamedTuple):
    """Terms of a clock, and what happened at the table."""

    terms: Terms
    ticks: list[Tick]


PLAYERS = 3
MICROSECOND = timedelta(microseconds=1)
NOTHING = timedelta(0)

all_terms = st.one_of(
    st.builds(MoveClock, seconds=st.integers(1, 120)),
    st.builds(DaysClock, days=st.integers(1, 2)),
    st.builds(BankClock, seconds=st.integers(1, 120), increment=st.integers(0, 10)),
)
banks = st.builds(BankClock, seconds=st.integers(1, 120), increment=st.integers(0, 10))
gaps = st.one_of(st.just(NOTHING), st.timedeltas(NOTHING, timedelta(seconds=90)))


def matches(terms: st.SearchStrategy[Terms]) -> st.SearchStrategy[Match]:
    happened = st.lists(st.tuples(gaps, st.none() | st.integers(0, PLAYERS - 1), st.booleans()), max_size=30)
    return st.builds(lambda agreed, rows: Match(agreed, _timed(rows)), terms, happened)


def _timed(rows: list[tuple[timedelta, int | None, bool]]) -> list[Tick]:
    at, ticks = NOON, []
    for gap, runs, moved in rows:
        at += gap
        ticks.append(Tick(at, runs, moved))
    return ticks


def steps(match: Match) -> Iterator[tuple[Clocks, Tick, Clocks]]:
    """The clocks before and after every tick."""
    before = Clocks.new(match.terms, PLAYERS)
    for tick in match.ticks:
        clocks = before.after(tick)
        yield before, tick, clocks
        before = clocks


@given(matches(banks))
def test_time_is_conserved(match: Match) -> None:
    """What a seat has and what ran off its clock is what it was given, unless its clock ran out."""
    given_to = [match.terms.whole] * PLAYERS
    ran = [NOTHING] * PLAYERS
    clocks = Clocks.new(match.terms, PLAYERS)
    for before, tick, clocks in steps(match):
        seat = before.running
        if seat is not None and before.since is not None:
            ran[seat] += min(tick.at - before.since if clocks is not before else NOTHING, before.kept[seat])
        if tick.moved and tick.runs is not None and tick.runs != before.running:
            assert isinstance(match.terms, BankClock)
            given_to[tick.runs] += timedelta(seconds=match.terms.increment)
    assert list(clocks.kept) == [total - used for total, used in zip(given_to, ran, strict=True)]


@given(matches(banks))
def test_a_bank_never_grows_but_by_the_increment(match: Match) -> None:
    assert isinstance(match.terms, BankClock)
    increment = timedelta(seconds=match.terms.increment)
    for before, tick, clocks in steps(match):
        came = tick.moved and tick.runs is not None and tick.runs != before.running
        for seat in range(PLAYERS):
            grown = clocks.left(seat, tick.at) - before.left(seat, tick.at)
            assert grown == (increment if came and seat == tick.runs else NOTHING)


@given(matches(all_terms))
def test_only_the_clock_of_who_decides_runs_and_it_runs_out_when_nothing_is_left(match: Match) -> None:
    for _, tick, clocks in steps(match):
        assert clocks.running == tick.runs
        for seat in range(PLAYERS):
            end = clocks.runs_out(seat)
            if seat != tick.runs:
                assert end is None
                assert clocks.left(seat, tick.at + timedelta(days=9)) == clocks.left(seat, tick.at)
            else:
                assert end is not None
                assert clocks.left(seat, end) == NOTHING
                assert clocks.left(seat, end - MICROSECOND) == (MICROSECOND if clocks.kept[seat] else NOTHING)


@given(matches(all_terms), st.integers(0, 30))
def test_looking_on_or_leaving_changes_no_clock(match: Match, place: int) -> None:
    """An entry after which the same clock runs, and which is no move, could as well not be there."""
    ticks = match.ticks[:place]
    runs = ticks[-1].runs if ticks else None
    at = ticks[-1].at if ticks else NOON
    more = [*ticks, Tick(at + timedelta(seconds=3), runs, moved=False), *match.ticks[place:]]
    assert clocks_after(match.terms, PLAYERS, more) == clocks_after(match.terms, PLAYERS, match.ticks)
