"""What a seat of Monarch may expect: how many turns are left, what gold and food are worth, how its court will grow.

The steward's arithmetic, in kernels. An outlook is an array of numbers; `Look` says what each of them is. Time is
counted in turns of the seat, and what a turn is worth in crowns turns every price into crowns.
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
    Content,
    Place,
    State,
    Sums,
)
from courtly.games.monarch.weights import Weight

Floats = npt.NDArray[np.float64]
"""Numbers of an outlook, worths, or counters with what is expected added, float64."""


class Held(NamedTuple):
    """Gold and food that somebody has."""

    gold: float
    food: float


class Look(IntEnum):
    """What an outlook holds."""

    LEFT = 0
    """Turns of the seat after this one."""
    BUYS = 1
    """Court Cards that it will still acquire, this turn's among them."""
    TURN = 2
    """Crowns that a turn's income is worth."""
    GOLD = 3
    """Crowns that one gold is worth; `FOOD` must follow."""
    FOOD = 4
    DUE = 5
    """Food that a tax needs."""
    TAX = 6
    """Gold that a tax brings."""
    HARVEST = 7
    """Food that a harvest brings."""
    NOW = 8
    """Harvests and taxes that may still be done this turn."""
    STILL = 9
    """Chance that a card of the market is still there a turn later."""
    HOPE = 10
    """Crowns beyond its price that a usual card to come brings."""
    ENOUGH_GOLD = 11
    """Gold above which more of it lies idle."""
    ENOUGH_FOOD = 12
    PATH = 13
    """Share of each path in the cards to come, and of none: five numbers."""


LOOKS = 18
"""Numbers of an outlook."""


class Looked(NamedTuple):
    """What a seat looks at: its outlook, by `Look`, and its counters as they may be at the end, see `scoring`."""

    outlook: Floats
    counters: Floats


@kernel
def look_ahead(content: Content, s: State, seat: int, o: Floats) -> None:
    """Write the outlook of a seat whose turn it is, or which is asked within another's, into `o`."""
    w = content.weights
    fastest = 0
    for other in range(content.players):
        fastest = max(fastest, int(s.courts[other]))
    usual = w[Weight.TEMPO] if content.players > 2 else w[Weight.TEMPO_OF_TWO]
    pace = usual + w[Weight.SEEN] * (s.round_number / (fastest + 0.5) - usual)
    left = min((COURT - fastest) * pace - 0.5, float(content.rounds - s.round_number))
    o[Look.LEFT] = 0.0 if s.last_round else max(0.0, left)
    o[Look.BUYS] = min(float(COURT - s.courts[seat]), 1.0 + w[Weight.BUYS_A_TURN] * o[Look.LEFT])
    o[Look.TURN] = w[Weight.TURN_WORTH] * min(1.0, o[Look.LEFT] / w[Weight.FADE])
    o[Look.DUE] = food_due(s, seat)
    o[Look.TAX] = max(0.25, float(s.income[GOLD] + s.sums[seat, Sums.TAX]))
    o[Look.HARVEST] = max(0.25, float(s.income[FOOD] + s.sums[seat, Sums.HARVEST]))
    o[Look.FOOD] = o[Look.TURN] / o[Look.HARVEST]
    o[Look.GOLD] = (o[Look.TURN] + o[Look.DUE] * o[Look.FOOD]) / o[Look.TAX]
    o[Look.NOW] = (1 - s.income_done + s.extra_incomes) if seat == s.active else 0
    o[Look.STILL] = w[Weight.THERE_STILL] * min(1.0, o[Look.LEFT])
    o[Look.HOPE] = w[Weight.BETTER] if o[Look.LEFT] > 1 else 0.0
    o[Look.ENOUGH_GOLD] = w[Weight.PLENTY_GOLD]
    o[Look.ENOUGH_FOOD] = w[Weight.PLENTY_FOOD] + o[Look.DUE]
    _share_paths(content, s, seat, o)


@inlined
def _share_paths(content: Content, s: State, seat: int, o: Floats) -> None:
    """Write which part of the Court Cards to come each path may have: what is left of it, the more it is wanted."""
    w = content.weights
    shares = o[Look.PATH : Look.PATH + PATHS + 1]
    shares[:] = 0.0
    left, i = 1.0, 0
    # Improvements follow the Court Cards, and every set has some.
    while content.cards[i] < FIRST_IMPROVEMENT:
        card = int(content.cards[i])
        i += 1
        if s.where[card] == Place.DECK or s.where[card] == Place.MARKET:
            left += 1.0
            shares[content.path[card]] += 1.0
    for path in range(PATHS):
        wanted = w[Weight.WANTED] + w[Weight.WANTED_OWN] * s.paths[seat, path]
        if s.banner[seat] != NONE and content.requirement[s.banner[seat], 0] == path:
            wanted += w[Weight.WANTED_FLOWN]
        shares[path] *= wanted / left
    shares[PATHS] *= w[Weight.WANTED_NONE] / left


@inlined
def worth_of(o: Floats, gold: float, food: float) -> float:
    """Return what an amount of gold and food is worth in crowns."""
    return float(o[Look.GOLD] * gold + o[Look.FOOD] * food)


@inlined
def spent(o: Floats, held: Held, gold: float, food: float) -> float:
    """Return what a price in gold and food is worth in crowns to who holds so much: what lies idle is worth nothing."""
    idle_gold = min(gold, max(0.0, held.gold - o[Look.ENOUGH_GOLD]))
    idle_food = min(food, max(0.0, held.food - o[Look.ENOUGH_FOOD]))
    return worth_of(o, gold - idle_gold, food - idle_food)


@inlined
def turns_for(o: Floats, gold: float, food: float) -> float:
    """Return how many harvests and taxes bring what is missing, as gold and food; a surplus of food is below zero."""
    taxes = np.ceil(gold / o[Look.TAX]) if gold > 0 else 0.0
    short = food + taxes * o[Look.DUE]
    return float(taxes + (np.ceil(short / o[Look.HARVEST]) if short > 0 else 0.0))


@kernel
def grow(content: Content, o: Floats, now: Counters, c: Floats) -> None:
    """Write counters as they may be at the end into `c`: those of now, and what the cards to come add to them."""
    w = content.weights
    more = max(0.0, o[Look.BUYS] - 1.0)
    c[:] = now
    for path in range(PATHS):
        c[IN_COURT + path] += more * o[Look.PATH + path]
    for emblem in range(EMBLEMS):
        c[OF_EMBLEM + emblem] += more * w[Weight.EMBLEM_SHARE] if emblem < 5 else 0.0
    c[PATH_VARIETY] = min(float(PATHS), c[PATH_VARIETY] + w[Weight.VARIETY] * more)
    c[EMBLEM_VARIETY] = min(5.0, c[EMBLEM_VARIETY] + w[Weight.VARIETY] * more)
    if o[Look.LEFT] > 0:
        c[HELD + GOLD], c[HELD + FOOD] = w[Weight.KEPT], w[Weight.KEPT]
        c[GUESTS_OTHERS] += w[Weight.GUESTS_TO_COME] * o[Look.LEFT]


@kernel
def power_worth(content: Content, s: State, seat: int, o: Floats, u: Floats) -> None:
    """Write what one of each of a seat's `Sums` is worth in crowns, from its next purchase on, into `u`."""
    w = content.weights
    more, left = max(0.0, o[Look.BUYS] - 1.0), o[Look.LEFT]
    u[:] = 0.0
    for path in range(PATHS + 1):
        bought = more * o[Look.PATH + path]
        for gold in (Sums.COURT_GOLD, Sums.COURT_GOLD_BACK):
            u[gold + path] = bought * o[Look.GOLD]
        u[Sums.COURT_FOOD_BACK + path] = bought * o[Look.FOOD]
        for gold in (Sums.IMPROVEMENT_GOLD_BACK, Sums.IMPROVEMENT_FOOD_BACK, Sums.IMPROVEMENT_FOOD):
            u[gold + path] = w[Weight.BUILDS] * left * o[Look.FOOD]
    u[Sums.COURT_FOOD + PATHS - 1] = more * o[Look.PATH + PATHS - 1] * o[Look.FOOD]
    u[Sums.SWEEP] = w[Weight.SWEEPS] * left * o[Look.GOLD]
    u[Sums.GUEST_GOLD] = u[Sums.GUEST_GOLD_BACK] = w[Weight.GUESTS_SENT] * left * o[Look.GOLD]
    u[Sums.TAX] = w[Weight.TAXES] * (left + min(1.0, o[Look.NOW])) * o[Look.GOLD]
    u[Sums.HARVEST] = w[Weight.HARVESTS] * (left + min(1.0, o[Look.NOW])) * o[Look.FOOD]
    u[Sums.TAX_RELIEF] = w[Weight.TAXES] * (left + min(1.0, o[Look.NOW])) * o[Look.FOOD]
    u[Sums.GUEST_RELIEF] = s.guests[seat] + w[Weight.GUESTS_TAKEN] * left
