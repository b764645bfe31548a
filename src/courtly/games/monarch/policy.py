"""The steward of Monarch, a first and simple one: buys the crowns it can pay, and takes the income it lacks most."""

from __future__ import annotations

import numpy as np

from courtly.engine.kernel import inlined, kernel
from courtly.engine.rng import Stream
from courtly.games.monarch.acquire import price
from courtly.games.monarch.board import takes
from courtly.games.monarch.crowns import COUNTERS, Counters, count, guest_value, seat_score, value
from courtly.games.monarch.moons import missing, most_to_pledge
from courtly.games.monarch.rules import (
    ADD,
    BUILD,
    BUY,
    DISMISS,
    END,
    FLY,
    FREE,
    HARVEST,
    KEEP,
    PASS,
    REPLACE,
    SEND,
    TAX,
    affords,
    food_due,
    has_income,
)
from courtly.games.monarch.state import (
    CELLS,
    COURT,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FOOD,
    GOLD,
    NONE,
    SPOTS,
    Content,
    Phase,
    Place,
    State,
)

MARGIN = 2
"""Crowns by which a card must beat the one it replaces."""


@kernel
def policy(content: Content, s: State, _rng: Stream) -> int:
    """Return the steward's move for the deciding seat."""
    seat = int(s.to_move)
    c = np.empty(COUNTERS, np.int64)
    count(content, s, seat, c)
    if s.phase == Phase.ACT:
        return _act(content, s, c)
    if s.phase == Phase.PLACE:
        return ADD if s.courts[seat] < COURT else REPLACE + _weakest(content, s, seat, c)
    if s.phase == Phase.BUILD:
        return BUILD + _poorest(content, s)
    if s.phase == Phase.SEND:
        return SEND + _leader(content, s, seat)
    if s.phase == Phase.DISMISS:
        return _dismissal(content, s, seat, c)
    share = (int(content.pledge[s.moon - FIRST_MOON, 1]) + int(content.players) - 1) // int(content.players)
    share -= int(s.pledges[seat])
    return PASS + max(0, min(share, most_to_pledge(content, s, seat), missing(content, s)))


@inlined
def _weakest(content: Content, s: State, seat: int, c: Counters) -> int:
    """Return the Court Card of a seat that brings least."""
    least = int(s.court[seat, 0])
    for i in range(1, int(s.courts[seat])):
        card = int(s.court[seat, i])
        if value(content.formula[card], s, seat, c) < value(content.formula[least], s, seat, c):
            least = card
    return least


@inlined
def _poorest(content: Content, s: State) -> int:
    """Return the cell that gains most by the improvement just bought."""
    best = NONE
    for cell in range(CELLS):
        if takes(content, s, cell, int(s.pending)) and (best == NONE or s.yields[cell] < s.yields[best]):
            best = cell
    return best


@inlined
def _leader(content: Content, s: State, seat: int) -> int:
    """Return the other seat that has most crowns."""
    best, most = NONE, 0
    for other in range(content.players):
        if other != seat:
            crowns = seat_score(content, s, other)
            if best == NONE or crowns > most:
                best, most = other, crowns
    return best


@inlined
def _dismissal(content: Content, s: State, seat: int, c: Counters) -> int:
    """Return the guest that costs most, or none when none costs anything."""
    best, least = KEEP, 0
    for card in range(FIRST_GUEST, FIRST_MOON):
        if s.where[card] == Place.GUEST + seat and guest_value(content, s, (card, seat), c) < least:
            best, least = DISMISS + card - FIRST_GUEST, guest_value(content, s, (card, seat), c)
    return best


@kernel
def _act(content: Content, s: State, c: Counters) -> int:
    seat = int(s.active)
    banners = int(s.eligible[seat]) if s.banner[seat] == NONE else 0
    for banner in range(content.banner_count):
        if banners >> banner & 1 and s.holder[banner] == NONE:
            return FLY + banner
    card = _best_purchase(content, s, c)
    if card != NONE:
        return BUY + card
    if s.free_improvements > 0:
        for spot in range(SPOTS):
            if FIRST_IMPROVEMENT <= s.market[spot] < FIRST_GUEST:
                return FREE + int(s.market[spot]) - FIRST_IMPROVEMENT
    if not has_income(s):
        return END
    due = food_due(s, seat)
    return TAX if s.held[seat, FOOD] >= due and s.income[GOLD] >= s.held[seat, GOLD] - 3 else HARVEST


@inlined
def _best_purchase(content: Content, s: State, c: Counters) -> int:
    """Return the Court Card that can be paid and brings most crowns, early also an improvement; `NONE` for none."""
    seat = int(s.active)
    bar = 0
    if s.courts[seat] == COURT:
        bar = value(content.formula[_weakest(content, s, seat, c)], s, seat, c) + MARGIN
    best, most = NONE, bar
    for spot in range(SPOTS):
        card = int(s.market[spot])
        if card == NONE or not affords(content, s, seat, card):
            continue
        worth = 0
        if card < FIRST_IMPROVEMENT:
            worth = value(content.formula[card], s, seat, c) + 1
        elif (
            card < FIRST_GUEST and s.round_number < 6 and s.held[seat, FOOD] - price(content, s, seat, (card, FOOD)) > 3
        ):
            worth = 1
        if worth > most:
            best, most = card, worth
    return best
