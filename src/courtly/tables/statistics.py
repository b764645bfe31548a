"""Statistics of finished matches: options, win rates with intervals, and a check of the shuffles.

A match counts once its day is over, in UTC, and only if its deal was fresh and follows from its shuffle. The store
keeps sums over all matches, without names and without tables. So the sums remain when a table is deleted.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadRecord, CourtlyError
from courtly.engine.play.records import read_record
from courtly.environment import environment
from courtly.review.imagining import wilson_interval
from courtly.review.reviewing import shares
from courtly.runtime import Runtime
from courtly.scene.parts import words_of
from courtly.tables.errors import BrokenTable, StoreError
from courtly.tables.fields import PlayedMatch
from courtly.tables.memory import Memory
from courtly.tables.shuffle_checks import ListCheck, list_checks, places_in_list
from courtly.tables.store import statistics
from courtly.tables.store.statistics import Finished, Key, Sums
from courtly.tables.store.store import Store

log = logging.getLogger(__name__)

LEAST = 10
"""A win rate needs at least this many seats."""

TOGETHER = 20
"""The largest number of matches that one transaction counts."""

PAUSE_SECONDS = 0.05
"""Seconds of rest after each match, so that many earlier matches do not slow down the players of a server."""

COUNT_SECONDS = 3600.0
"""Seconds between two looks for matches of days that are over."""

OWN = "own"
"""The value of an option that has the players' own document."""


class Rate(NamedTuple):
    """The mean victory share of the seats that had an item, with its 95 % interval; `seats` is their number."""

    item: str
    seats: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of a game.

    Attributes
    ----------
    matches
        The number of matches. The deal of each follows from its shuffle.
    options
        For each option, the number of matches by value.
    seats
        The number of players in the matches of `places` and `uses`; None without matches.
    seat_numbers
        All numbers of players with matches.
    places
        Win rates by place in turn order, from `0`.
    uses
        Win rates of the seats that had an item, by kind of item.
    failed
        The number of further matches whose deal does not follow from the shuffle.
    lists
        The checks of the shuffled lists.
    """

    matches: int
    options: Mapping[str, Mapping[str, int]]
    seats: int | None
    seat_numbers: Sequence[int]
    places: Sequence[Rate]
    uses: Mapping[str, Sequence[Rate]]
    failed: int
    lists: Sequence[ListCheck]


class Statistics:
    """Counts finished matches, and returns the statistics of a game."""

    def __init__(self, store: Store, runtime: Runtime, tables: Memory) -> None:
        self._store, self._runtime, self._tables = store, runtime, tables

    async def of_game(self, game: str, seats: int | None = None) -> GameStatistics:
        """Return the statistics of a game; win rates are for `seats` players, by default the most frequent number."""
        sums = await self._store.read(statistics.sums_of, game)
        return summary(sums, seats)

    async def count_periodically(self) -> None:
        """Count the matches of each day once it is over."""
        while True:
            with suppress(StoreError):
                await self.count(start_of_day(environment().now()))
            await environment().sleep(COUNT_SECONDS)

    async def count(self, before: datetime) -> None:
        """Count all matches that ended before a time."""
        while rows := await self._store.read(statistics.uncounted, before, TOGETHER):
            counted = []
            for row in rows:
                counted.append((row, await self._sums(row)))
                await environment().sleep(PAUSE_SECONDS)
            await self._store.write(statistics.add, counted)

    async def _sums(self, row: Finished) -> Sums:
        """Return the sums of a match; empty for a match that does not count, or whose table cannot be replayed."""
        try:
            await self._runtime.until_warm(row.game)
            played = (await self._tables.state_of(row.table)).played[row.match - 1]
            return await self._runtime.read(lambda: sums_of(played))
        except (CourtlyError, BrokenTable) as error:
            if isinstance(error, StoreError) and not isinstance(error, BrokenTable):
                raise
            log.warning("the match %s of the table %s is not counted: %s", row.match, row.table, error.code)
            return {}


def start_of_day(now: datetime) -> datetime:
    """Return the beginning of a day."""
    return now - timedelta(hours=now.hour, minutes=now.minute, seconds=now.second, microseconds=now.microsecond)


def sums_of(played: PlayedMatch) -> dict[Key, tuple[int, float]]:
    """Return the counts and totals of a match by key.

    The result is empty for a match that was stopped or whose deal was not a fresh shuffle. Win rates leave out matches
    with a stand-in or a forfeit, and matches with documents of the players, whose items have other meanings.
    """
    match, fair = played.match, played.fair
    if not match.is_over or fair is None:
        return {}
    seats = match.players
    try:
        read_record(match.record())
    except BadRecord:
        return {Key(seats, "failed"): (1, 0.0)}
    chosen = dict(_values(match.setup))
    sums: dict[Key, tuple[int, float]] = {Key(seats, "matches"): (1, 0.0)}
    sums |= {Key(seats, "option", name, value): (1, 0.0) for name, value in chosen.items()}
    if OWN in chosen.values():
        return sums
    for shuffle in match.setup.game.documents.shuffles(match.setup, None):
        sums |= {Key(seats, "list", *cell): (count, 0.0) for cell, count in places_in_list(fair, shuffle).items()}
    if not played.substituted and not played.forfeited:
        sums |= _win_rates(played)
    return sums


def _values(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield the options of a match with their values as text."""
    given = setup.options.model_dump()
    for option in setup.game.rules.options.described():
        text = option.text(given[option.name])
        yield option.name, OWN if option.kind == "document" and text not in option.values else text


def _win_rates(played: PlayedMatch) -> dict[Key, tuple[int, float]]:
    """Return the seats and victory shares by place in turn order and by the items that the game names."""
    match, found = played.match, shares(played.match)
    first = match.at(0).to_move or 0
    sums = {
        Key(match.players, "place", "", str(place)): (1, found[(first + place) % match.players])
        for place in range(match.players)
    }
    kinds, find_uses = words_of(match.game).items, match.setup.game.study.uses
    had = {use for use in find_uses(match.view(), match.log()) if use.kind in kinds} if find_uses else set()
    for use in sorted(had):
        key = Key(match.players, "use", use.kind, use.item)
        count, total = sums.get(key, (0, 0.0))
        sums[key] = (count + 1, total + found[use.seat])
    return sums


def summary(sums: Sums, seats: int | None = None) -> GameStatistics:
    """Return the statistics that follow from the sums of a game."""
    played = {key.seats: count for key, (count, _) in sums.items() if key.topic == "matches"}
    chosen = seats if seats is not None or not played else max(played, key=lambda each: (played[each], -each))
    options: dict[str, Counter[str]] = defaultdict(Counter)
    for key, (count, _) in sums.items():
        if key.topic == "option":
            options[key.name][key.item] += count
    rates = {key: value for key, value in sums.items() if key.seats == chosen}
    uses: dict[str, list[Rate]] = defaultdict(list)
    for key, value in rates.items():
        if key.topic == "use" and value[0] >= LEAST:
            uses[key.name].append(_rate(key.item, value))
    places = [_rate(key.item, value) for key, value in rates.items() if key.topic == "place" and value[0] >= LEAST]
    return GameStatistics(
        matches=sum(played.values()),
        options={option: dict(values) for option, values in options.items()},
        seats=chosen,
        seat_numbers=sorted(played),
        places=sorted(places, key=lambda rate: int(rate.item)),
        uses={kind: sorted(found, key=lambda rate: (-rate.share, rate.item)) for kind, found in sorted(uses.items())},
        failed=sum(count for key, (count, _) in sums.items() if key.topic == "failed"),
        lists=list_checks((key.name, key.item, count) for key, (count, _) in sums.items() if key.topic == "list"),
    )


def _rate(item: str, value: tuple[int, float]) -> Rate:
    count, total = value
    return Rate(item, count, total / count, *wilson_interval(total / count, count))
