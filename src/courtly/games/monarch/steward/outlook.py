"""The outlook of a seat of Monarch: turns left, value of gold and food, growth of its court.

These kernels hold the steward's arithmetic. An outlook is an array of numbers, indexed by `OutlookIndex`. Time is
counted in turns of the seat. All values are in crowns. The value of gold and food follows from the number of turns
needed to get them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.monarch.rules.acquire import food_due
from courtly.games.monarch.rules.scoring import (
    EMBLEM_VARIETY,
    GUESTS_OTHERS,
    HELD,
    IN_COURT,
    OF_EMBLEM,
    PATH_VARIETY,
    Counters,
)
from courtly.games.monarch.state import (
    COURT,
    EMBLEMS,
    FIRST_IMPROVEMENT,
    FOOD,
    GOLD,
    NONE,
    PATHS,
    CardLocation,
    Content,
    State,
    Sums,
)
from courtly.games.monarch.weights import Weight

Floats = npt.NDArray[np.float64]
"""Float64 array: an outlook, values, or expected counters."""


class Holdings(NamedTuple):
    """Gold and food of a seat."""

    gold: float
    food: float


class OutlookIndex(IntEnum):
    """Index into an outlook."""

    LEFT = 0
    """Turns of the seat after the current one."""
    BUYS = 1
    """Court Cards that the seat will still acquire, including this turn."""
    TURN = 2
    """Value of a turn's income in crowns."""
    GOLD = 3
    """Value of one gold in crowns. The next index must be `FOOD`."""
    FOOD = 4
    DUE = 5
    """Food needed for a tax."""
    TAX = 6
    """Gold from a tax."""
    HARVEST = 7
    """Food from a harvest."""
    NOW = 8
    """Harvests and taxes left this turn."""
    STILL = 9
    """Probability that a market card is still there one turn later."""
    HOPE = 10
    """Value of a typical future card in crowns, beyond its price."""
    ENOUGH_GOLD = 11
    """Gold above which more gold has no value."""
    ENOUGH_FOOD = 12
    PATH = 13
    """Share of each path in the future cards, then the share without a path: five numbers."""


OUTLOOK_SIZE = 18
"""Length of an outlook."""


class Prospect(NamedTuple):
    """The outlook of a seat, indexed by `OutlookIndex`, and its expected final counters (see `scoring`)."""

    outlook: Floats
    counters: Floats


@kernel
def write_outlook(content: Content, s: State, seat: int, o: Floats) -> None:
    """Write the outlook of a seat into `o`. It may be the seat's own turn or the turn of another seat."""
    w = content.weights
    fastest = 0
    for other in range(content.players):
        fastest = max(fastest, int(s.courts[other]))
    usual = w[Weight.TEMPO] if content.players > 2 else w[Weight.TEMPO_OF_TWO]
    pace = usual + w[Weight.SEEN] * (s.round_number / (fastest + 0.5) - usual)
    left = min((COURT - fastest) * pace - 0.5, float(content.rounds - s.round_number))
    o[OutlookIndex.LEFT] = 0.0 if s.last_round else max(0.0, left)
    o[OutlookIndex.BUYS] = min(float(COURT - s.courts[seat]), 1.0 + w[Weight.BUYS_A_TURN] * o[OutlookIndex.LEFT])
    o[OutlookIndex.TURN] = w[Weight.TURN_WORTH] * min(1.0, o[OutlookIndex.LEFT] / w[Weight.FADE])
    o[OutlookIndex.DUE] = food_due(s, seat)
    o[OutlookIndex.TAX] = max(0.25, float(s.income[GOLD] + s.sums[seat, Sums.TAX]))
    o[OutlookIndex.HARVEST] = max(0.25, float(s.income[FOOD] + s.sums[seat, Sums.HARVEST]))
    o[OutlookIndex.FOOD] = o[OutlookIndex.TURN] / o[OutlookIndex.HARVEST]
    o[OutlookIndex.GOLD] = (o[OutlookIndex.TURN] + o[OutlookIndex.DUE] * o[OutlookIndex.FOOD]) / o[OutlookIndex.TAX]
    o[OutlookIndex.NOW] = (1 - s.income_done + s.extra_incomes) if seat == s.active else 0
    o[OutlookIndex.STILL] = w[Weight.THERE_STILL] * min(1.0, o[OutlookIndex.LEFT])
    o[OutlookIndex.HOPE] = w[Weight.BETTER] if o[OutlookIndex.LEFT] > 1 else 0.0
    o[OutlookIndex.ENOUGH_GOLD] = w[Weight.PLENTY_GOLD]
    o[OutlookIndex.ENOUGH_FOOD] = w[Weight.PLENTY_FOOD] + o[OutlookIndex.DUE]
    _share_paths(content, s, seat, o)


@inlined
def _share_paths(content: Content, s: State, seat: int, o: Floats) -> None:
    """Write each path's expected share of future Court Cards: its share of the cards left, times the preference."""
    w = content.weights
    shares = o[OutlookIndex.PATH : OutlookIndex.PATH + PATHS + 1]
    shares[:] = 0.0
    left, i = 1.0, 0
    # Improvements follow the Court Cards, and every set has at least one, so the loop ends.
    while content.cards[i] < FIRST_IMPROVEMENT:
        card = int(content.cards[i])
        i += 1
        if s.where[card] == CardLocation.DECK or s.where[card] == CardLocation.MARKET:
            left += 1.0
            shares[content.path[card]] += 1.0
    for path in range(PATHS):
        wanted = w[Weight.WANTED] + w[Weight.WANTED_OWN] * s.paths[seat, path]
        if s.banner[seat] != NONE and content.requirement[s.banner[seat], 0] == path:
            wanted += w[Weight.WANTED_FLOWN]
        shares[path] *= wanted / left
    shares[PATHS] *= w[Weight.WANTED_NONE] / left


@inlined
def resource_value(o: Floats, gold: float, food: float) -> float:
    """Return the value of an amount of gold and food in crowns."""
    return float(o[OutlookIndex.GOLD] * gold + o[OutlookIndex.FOOD] * food)


@inlined
def spent(o: Floats, held: Holdings, gold: float, food: float) -> float:
    """Return the cost of a price in crowns for a seat that holds `held`. Resources above `ENOUGH_…` cost nothing."""
    idle_gold = min(gold, max(0.0, held.gold - o[OutlookIndex.ENOUGH_GOLD]))
    idle_food = min(food, max(0.0, held.food - o[OutlookIndex.ENOUGH_FOOD]))
    return resource_value(o, gold - idle_gold, food - idle_food)


@inlined
def turns_for(o: Floats, gold: float, food: float) -> float:
    """Return how many harvests and taxes it takes to get missing gold and food. Negative `food` is a surplus."""
    taxes = np.ceil(gold / o[OutlookIndex.TAX]) if gold > 0 else 0.0
    short = food + taxes * o[OutlookIndex.DUE]
    return float(taxes + (np.ceil(short / o[OutlookIndex.HARVEST]) if short > 0 else 0.0))


@kernel
def grow(content: Content, o: Floats, now: Counters, c: Floats) -> None:
    """Write the expected final counters into `c`: the current ones plus those from future cards."""
    w = content.weights
    more = max(0.0, o[OutlookIndex.BUYS] - 1.0)
    c[:] = now
    for path in range(PATHS):
        c[IN_COURT + path] += more * o[OutlookIndex.PATH + path]
    for emblem in range(EMBLEMS):
        c[OF_EMBLEM + emblem] += more * w[Weight.EMBLEM_SHARE] if emblem < 5 else 0.0
    c[PATH_VARIETY] = min(float(PATHS), c[PATH_VARIETY] + w[Weight.VARIETY] * more)
    c[EMBLEM_VARIETY] = min(5.0, c[EMBLEM_VARIETY] + w[Weight.VARIETY] * more)
    if o[OutlookIndex.LEFT] > 0:
        c[HELD + GOLD], c[HELD + FOOD] = w[Weight.KEPT], w[Weight.KEPT]
        c[GUESTS_OTHERS] += w[Weight.GUESTS_TO_COME] * o[OutlookIndex.LEFT]


@kernel
def power_value(content: Content, s: State, seat: int, o: Floats, u: Floats) -> None:
    """Write into `u` how many crowns 1 unit of each power is likely to gain for a seat in the rest of the match."""
    w = content.weights
    more, left = max(0.0, o[OutlookIndex.BUYS] - 1.0), o[OutlookIndex.LEFT]
    u[:] = 0.0
    for path in range(PATHS + 1):
        bought = more * o[OutlookIndex.PATH + path]
        for gold in (Sums.COURT_GOLD, Sums.COURT_GOLD_BACK):
            u[gold + path] = bought * o[OutlookIndex.GOLD]
        u[Sums.COURT_FOOD_BACK + path] = bought * o[OutlookIndex.FOOD]
        for gold in (Sums.IMPROVEMENT_GOLD_BACK, Sums.IMPROVEMENT_FOOD_BACK, Sums.IMPROVEMENT_FOOD):
            u[gold + path] = w[Weight.BUILDS] * left * o[OutlookIndex.FOOD]
    u[Sums.COURT_FOOD + PATHS - 1] = more * o[OutlookIndex.PATH + PATHS - 1] * o[OutlookIndex.FOOD]
    u[Sums.SWEEP] = w[Weight.SWEEPS] * left * o[OutlookIndex.GOLD]
    u[Sums.GUEST_GOLD] = u[Sums.GUEST_GOLD_BACK] = w[Weight.GUESTS_SENT] * left * o[OutlookIndex.GOLD]
    u[Sums.TAX] = w[Weight.TAXES] * (left + min(1.0, o[OutlookIndex.NOW])) * o[OutlookIndex.GOLD]
    u[Sums.HARVEST] = w[Weight.HARVESTS] * (left + min(1.0, o[OutlookIndex.NOW])) * o[OutlookIndex.FOOD]
    u[Sums.TAX_RELIEF] = w[Weight.TAXES] * (left + min(1.0, o[OutlookIndex.NOW])) * o[OutlookIndex.FOOD]
    u[Sums.GUEST_RELIEF] = s.guests[seat] + w[Weight.GUESTS_TAKEN] * left
