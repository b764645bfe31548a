"""Clocks: parsing, running, and the conservation of time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.engine.errors import BadOption
from courtly.tables.clocks import (
    BankClock,
    Clocks,
    ClocksDocument,
    DaysClock,
    MoveClock,
    StandIn,
    Terms,
    Tick,
    clocks_after,
    read_clock,
    read_stand_in,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
BANK = BankClock(seconds=60, increment=5)
MOVE = MoveClock(seconds=30)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def left(clocks: Clocks, seconds: float) -> list[float]:
    """Return the remaining seconds of every seat at a time after noon."""
    return [clocks.left(seat, after(seconds)).total_seconds() for seat in range(len(clocks.kept))]


# Parsing


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
def test_a_clock_round_trips_through_json(given_: Any, terms: Terms | None) -> None:
    assert read_clock(given_) == terms
    if terms is not None:
        assert read_clock(json.loads(terms.model_dump_json())) == terms


@pytest.mark.parametrize(
    ("given_", "where", "message"),
    [
        ("fast", "clock", "clock cannot be 'fast'; use null or an object"),
        ([], "clock", "clock cannot be []; use null or an object"),
        ({}, "clock.kind", "clock.kind cannot be None; use move, bank, days"),
        ({"kind": "sand"}, "clock.kind", "clock.kind cannot be 'sand'; use move, bank, days"),
        ({"kind": ["move"]}, "clock.kind", "clock.kind cannot be ['move']; use move, bank, days"),
        ({"kind": "move"}, "clock.seconds", "option clock.seconds is missing; use 1 to 86400"),
        ({"kind": "move", "seconds": 0}, "clock.seconds", "clock.seconds cannot be 0; use 1 to 86400"),
        ({"kind": "move", "seconds": 86401}, "clock.seconds", "clock.seconds cannot be 86401; use 1 to 86400"),
        ({"kind": "move", "seconds": "30"}, "clock.seconds", "clock.seconds cannot be '30'; use 1 to 86400"),
        ({"kind": "move", "seconds": True}, "clock.seconds", "clock.seconds cannot be True; use 1 to 86400"),
        (
            {"kind": "bank", "seconds": 9, "increment": -1},
            "clock.increment",
            "clock.increment cannot be -1; use 0 to",
        ),
        ({"kind": "days", "days": 31}, "clock.days", "clock.days cannot be 31; use 1 to 30"),
        ({"kind": "days", "days": 1, "hours": 2}, "clock", "there is no option 'clock.hours'; choose from kind, days"),
    ],
)
def test_a_bad_clock_raises_with_its_location(given_: Any, where: str, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_clock(given_)
    assert str(refused.value).startswith(message)
    assert refused.value.where == where


def test_a_stand_in_is_read_from_json_with_defaults() -> None:
    assert read_stand_in(None) == read_stand_in({}) == StandIn()
    assert read_stand_in({"bot": "courtier", "after": 90}) == StandIn(bot="courtier", after=90)
    assert read_stand_in({"after": 90}).bot == StandIn().bot


@pytest.mark.parametrize(
    ("given_", "where", "message"),
    [
        (60, "minder", "minder cannot be 60; use null or an object"),
        ({"bot": "jester"}, "minder.bot", "there is no bot 'jester'"),
        ({"bot": None}, "minder.bot", "there is no bot None"),
        ({"bot": "ismcts:sims=0"}, "minder.bot", "a bot cannot think for 0 simulations"),
        ({"after": 0}, "minder.after", "minder.after cannot be 0; use 1 to 604800"),
        ({"who": "courtier"}, "minder", "there is no option 'minder.who'; choose from bot, after"),
    ],
)
def test_a_bad_stand_in_raises_with_its_location(given_: Any, where: str, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_stand_in(given_)
    assert str(refused.value).startswith(message)
    assert refused.value.where == where


# Running


def test_no_clock_runs_before_the_deal() -> None:
    clocks = Clocks.new(BANK, 3)
    assert left(clocks, 1000) == [60, 60, 60]
    assert [clocks.runs_out(seat) for seat in range(3)] == [None, None, None]


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    clocks = Clocks.new(MOVE, 3).start(1, NOON)
    assert left(clocks, 12.5) == [30, 17.5, 30]
    assert [clocks.runs_out(seat) for seat in range(3)] == [None, after(30), None]


def test_remaining_time_is_never_negative() -> None:
    assert left(Clocks.new(MOVE, 2).start(0, NOON).stop(after(31)), 40) == [0, 30]


def test_each_move_of_a_turn_has_its_own_time() -> None:
    clocks = Clocks.new(MOVE, 2).start(0, NOON).start(0, after(10)).start(1, after(20))
    assert left(clocks, 25) == [20, 25]
    assert left(clocks.start(0, after(26)), 26) == [30, 24]


def test_a_days_clock_counts_days() -> None:
    assert Clocks.new(DaysClock(days=2), 2).start(0, NOON).runs_out(0) == NOON + timedelta(days=2)


def test_a_bank_gets_its_increment_at_the_start_of_a_turn() -> None:
    clocks = Clocks.new(BANK, 2).start(0, NOON)
    assert left(clocks, 0) == [65, 60]
    clocks = clocks.start(0, after(10))
    assert left(clocks, 10) == [55, 60]
    clocks = clocks.start(1, after(15)).start(0, after(16))
    assert left(clocks, 16) == [55, 64]


def test_leaving_and_taking_the_seat_back_gains_no_time() -> None:
    for terms, full in ((BANK, 65), (MOVE, 30)):
        clocks = Clocks.new(terms, 2).start(0, NOON).stop(after(10)).resume(0, after(100))
        assert left(clocks, 100)[0] == full - 10
        assert clocks.runs_out(0) == after(100 + full - 10)
        assert left(clocks.stop(after(101)).resume(0, after(200)), 201)[0] == full - 12


def test_a_player_with_an_empty_bank_plays_on_with_the_increment() -> None:
    out = Clocks.new(BANK, 2).start(0, NOON).stop(after(70))
    assert left(out, 70)[0] == 0
    assert out.resume(0, after(71)).runs_out(0) == after(71)
    assert out.start(1, after(72)).start(0, after(80)).runs_out(0) == after(85)


def test_setting_the_system_clock_back_changes_no_times() -> None:
    assert left(Clocks.new(MOVE, 2).start(0, after(100)), 90) == [30, 30]


def test_days_off_add_to_the_running_clock_and_otherwise_to_the_next_turn() -> None:
    day, clocks = timedelta(days=1), Clocks.new(DaysClock(days=3), 2)
    begun = clocks.start(0, NOON).add(0, 7 * day).add(1, 2 * day).add(1, day)
    assert begun.runs_out(0) == NOON + 10 * day
    turned = begun.start(1, NOON + day)
    assert turned.runs_out(1) == NOON + day + 6 * day
    assert turned.start(0, NOON + day).start(1, NOON + day).runs_out(1) == NOON + 4 * day


def test_ticks_start_stop_and_resume() -> None:
    ticks = [
        Tick(after(0), runs=0, moved=True),  # the deal
        Tick(after(1), runs=0, moved=False),  # a spectator comes
        Tick(after(4), runs=None, moved=False),  # seat 0 gets a stand-in
        Tick(after(9), runs=0, moved=False),  # its player takes it back
        Tick(after(10), runs=None, moved=True),  # the player moves, a bot is next
        Tick(after(11), runs=1, moved=True),  # the bot has moved
    ]
    assert clocks_after(BANK, 2, ticks) == Clocks(BANK, (timedelta(seconds=60), timedelta(seconds=65)), 1, after(11))


def test_clocks_serialize_to_json_that_is_stable_while_they_run() -> None:
    clocks = Clocks.new(BANK, 2).start(0, NOON).start(1, after(1.2345))
    shown = {"left": [63.766, 65.0], "running": 1, "since": "2026-05-01T12:00:01.234Z"}
    assert json.loads(json.dumps(asdict(clocks.document()))) == shown
    assert clocks.stop(after(2.2345)).document() == ClocksDocument([63.766, 64.0], None, None)


def taken_back(terms: Terms, *, acted: float, at: float, follower: int = 1) -> Clocks:
    """Return the clocks after seat 0 acts, `follower` is to move, and the act is taken back."""
    before = Clocks.new(terms, 2).start(0, NOON)
    moved = after(acted)
    there = before.start(follower, moved)
    return there.taken_back(before, there, moved, after(at)).resume(0, after(at))


@pytest.mark.parametrize("terms", [BankClock(seconds=60, increment=5), MoveClock(seconds=60), DaysClock(days=1)])
@pytest.mark.parametrize("follower", [0, 1])
def test_a_take_back_gives_no_time_back(terms: Terms, follower: int) -> None:
    start = Clocks.new(terms, 2).start(0, NOON)
    clocks = taken_back(terms, acted=10, at=13, follower=follower)
    assert clocks.running == 0
    used = 13 if follower == 0 else 10
    assert clocks.left(0, after(13)) == start.left(0, NOON) - timedelta(seconds=used)
    assert clocks.left(0, after(15)) == clocks.left(0, after(13)) - timedelta(seconds=2)


def test_a_bank_gets_its_increment_once_although_a_turn_begins_again() -> None:
    clocks = taken_back(BankClock(seconds=60, increment=5), acted=10, at=13)
    assert clocks.start(1, after(20)).left(1, after(20)) == timedelta(seconds=60 + 5 - 3)


def test_a_take_back_restores_the_days_off_of_the_next_turn() -> None:
    before = Clocks.new(DaysClock(days=1), 2).start(0, NOON).add(1, timedelta(days=3))
    there = before.start(1, after(5))
    clocks = there.taken_back(before, there, after(5), after(9)).resume(0, after(9))
    assert clocks.start(1, after(20)).left(1, after(20)) == timedelta(days=4)


# Any match


class Match(NamedTuple):
    """A time control, and the ticks of a match."""

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
    """Yield every tick with the clocks before and after it."""
    before = Clocks.new(match.terms, PLAYERS)
    for tick in match.ticks:
        clocks = before.after(tick)
        yield before, tick, clocks
        before = clocks


@given(matches(banks))
def test_time_is_conserved(match: Match) -> None:
    """The remaining time and the used time of a seat add up to the given time, unless the clock ran out."""
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
def test_a_bank_grows_only_by_the_increment(match: Match) -> None:
    assert isinstance(match.terms, BankClock)
    increment = timedelta(seconds=match.terms.increment)
    for before, tick, clocks in steps(match):
        came = tick.moved and tick.runs is not None and tick.runs != before.running
        for seat in range(PLAYERS):
            grown = clocks.left(seat, tick.at) - before.left(seat, tick.at)
            assert grown == (increment if came and seat == tick.runs else NOTHING)


@given(matches(all_terms))
def test_the_running_clock_runs_out_when_no_time_is_left(match: Match) -> None:
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
def test_entries_without_a_move_do_not_affect_clocks(match: Match, index: int) -> None:
    """An entry other than a move has no effect if the same clock runs after it."""
    ticks = match.ticks[:index]
    runs = ticks[-1].runs if ticks else None
    at = ticks[-1].at if ticks else NOON
    more = [*ticks, Tick(at + timedelta(seconds=3), runs, moved=False), *match.ticks[index:]]
    assert clocks_after(match.terms, PLAYERS, more) == clocks_after(match.terms, PLAYERS, match.ticks)
