"""The policy of Monarch's steward, which compares the crowns of cards with the value of their prices in crowns.

It evaluates the five market cards and takes the income, harvest or tax, that makes the best one affordable soonest. It
buys a card if that is better than waiting. `outlook` gives the value of time, `prospects` the value of a card.
"""

from __future__ import annotations

import numpy as np

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.games.monarch.rules.acquire import can_barter, price, sweep_price
from courtly.games.monarch.rules.scoring import COUNTERS, GUESTS_OWN, count
from courtly.games.monarch.state import (
    ADD,
    BARTER,
    BUILD,
    BUY,
    COURT,
    DISMISS,
    END,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FLY,
    FOOD,
    FREE,
    GOLD,
    HARVEST,
    KEEP,
    NONE,
    PASS,
    REPLACE,
    SEND,
    SPOTS,
    SUMS,
    SWEEP_MOVE,
    TAX,
    CardLocation,
    Content,
    Phase,
    State,
    Sums,
)
from courtly.games.monarch.steward.outlook import (
    OUTLOOK_SIZE,
    Floats,
    Holdings,
    OutlookIndex,
    Prospect,
    grow,
    power_value,
    resource_value,
    spent,
    turns_for,
    write_outlook,
)
from courtly.games.monarch.steward.pledging import pledge_for
from courtly.games.monarch.steward.prospects import (
    Swap,
    banner_worth,
    best_cell,
    best_host,
    expected,
    expected_crowns,
    gain_of,
    join,
)
from courtly.games.monarch.weights import Weight

SURE = 0.01
"""Differences in crowns below this are ignored."""


@kernel
def policy(content: Content, s: State, rng: Stream) -> int:
    """Return the steward's move for the deciding seat."""
    seat = int(s.to_move)
    if s.phase == Phase.SEND:
        return SEND + best_host(content, s, seat, int(s.pending)).place
    now, c, o = np.empty(COUNTERS, np.int64), np.empty(COUNTERS, np.float64), np.empty(OUTLOOK_SIZE, np.float64)
    write_outlook(content, s, seat, o)
    if s.phase == Phase.PLEDGE:
        return PASS + pledge_for(content, s, seat, o)
    count(content, s, seat, now)
    grow(content, o, now, c)
    look = Prospect(o, c)
    if s.phase == Phase.ACT:
        return _act(content, s, look, rng)
    if s.phase == Phase.PLACE:
        return _place(content, s, seat, look)
    if s.phase == Phase.BUILD:
        return BUILD + best_cell(content, s, seat, look, int(s.pending)).place
    return _dismiss(content, s, seat, look)


@kernel
def _act(content: Content, s: State, look: Prospect, rng: Stream) -> int:
    """Return the best act: fly a banner, buy a card that beats waiting, take an income, or end the turn."""
    o, seat = look.outlook, int(s.active)
    banner = _banner_to_fly(content, s, seat, look)
    if banner != NONE:
        return FLY + banner
    offers = np.empty((SPOTS, 3), np.float64)
    _weigh(content, s, look, offers)
    held = Holdings(float(s.held[seat, GOLD]), float(s.held[seat, FOOD]))
    spot = _purchase(content, o, offers, held)
    if spot != NONE:
        card = int(s.market[spot])
        free = s.free_improvements > 0 and FIRST_IMPROVEMENT <= card < FIRST_GUEST
        return FREE + card - FIRST_IMPROVEMENT if free else BUY + card
    if o[OutlookIndex.NOW] > 0:
        return _income(content, s, o, offers)
    which = _barter(content, s, o, offers)
    if which != NONE:
        return BARTER + which
    return SWEEP_MOVE if _sweeps(content, s, o, offers, rng) else END


@inlined
def _weigh(content: Content, s: State, look: Prospect, offers: Floats) -> None:
    """Write the gold price, the food price and the net gain of each market spot into `offers`."""
    o, seat = look.outlook, int(s.active)
    u = np.empty(SUMS, np.float64)
    power_value(content, s, seat, o, u)
    for spot in range(SPOTS):
        card = int(s.market[spot])
        offers[spot] = 0.0
        if card == NONE:
            offers[spot, 2] = -np.inf
            continue
        gain = gain_of(content, s, seat, look, card)
        if card < FIRST_IMPROVEMENT:
            for i in range(SUMS):
                gain += content.powers[card, i] * u[i]
            if s.courts[seat] < COURT:
                gain += content.weights[Weight.CARD_WORTH] * min(1.0, o[OutlookIndex.LEFT])
        if not (s.free_improvements > 0 and FIRST_IMPROVEMENT <= card < FIRST_GUEST):
            offers[spot, 0] = price(content, s, seat, card, GOLD)
            offers[spot, 1] = price(content, s, seat, card, FOOD)
        rebate = resource_value(
            o, float(s.sums[seat, content.rebate_at[card, 0]]), float(s.sums[seat, content.rebate_at[card, 1]])
        )
        held = Holdings(float(s.held[seat, GOLD]), float(s.held[seat, FOOD]))
        if o[OutlookIndex.LEFT] > 0:
            gain -= content.weights[Weight.LEAK]
        offers[spot, 2] = gain + rebate - spent(o, held, offers[spot, 0], offers[spot, 1])


@kernel
def _outlook(content: Content, o: Floats, offers: Floats, held: Holdings, without: int) -> float:
    """Return the value of the best card to save for, given these holdings and ignoring the spot `without`."""
    best = 0.0
    for spot in range(SPOTS):
        if spot != without and offers[spot, 2] > best:
            waits = max(
                0.0, turns_for(o, offers[spot, 0] - held.gold, offers[spot, 1] - held.food) - o[OutlookIndex.NOW]
            )
            best = max(best, offers[spot, 2] * o[OutlookIndex.STILL] ** waits)
    w = content.weights
    waits = max(1.0, turns_for(o, w[Weight.USUAL_GOLD] - held.gold, -held.food) - o[OutlookIndex.NOW])
    best = max(best, o[OutlookIndex.HOPE] * w[Weight.PATIENCE] ** waits)
    gold, food = w[Weight.USUAL_BOTH_GOLD] - held.gold, w[Weight.USUAL_BOTH_FOOD] - held.food
    waits = max(1.0, turns_for(o, gold, food) - o[OutlookIndex.NOW])
    return float(max(best, o[OutlookIndex.HOPE] * w[Weight.USUAL_BOTH] * w[Weight.PATIENCE] ** waits))


@kernel
def _purchase(content: Content, o: Floats, offers: Floats, held: Holdings) -> int:
    """Return the spot of the purchase with the largest gain over waiting, or `NONE`."""
    most, best = _outlook(content, o, offers, held, NONE), NONE
    for spot in range(SPOTS):
        gold, food, beyond = offers[spot, 0], offers[spot, 1], offers[spot, 2]
        if beyond > 0 and gold <= held.gold and food <= held.food:
            together = beyond + _outlook(content, o, offers, Holdings(held.gold - gold, held.food - food), spot)
            if together >= most:
                most, best = together, spot
    return best


@inlined
def _income(content: Content, s: State, o: Floats, offers: Floats) -> int:
    """Return the income, harvest or tax, that makes the best card affordable soonest."""
    seat = int(s.active)
    gold, food = float(s.held[seat, GOLD]), float(s.held[seat, FOOD])
    if food < o[OutlookIndex.DUE]:
        return HARVEST
    o[OutlookIndex.NOW] -= 1.0
    harvest = _outlook(content, o, offers, Holdings(gold, food + o[OutlookIndex.HARVEST]), NONE)
    tax = _outlook(content, o, offers, Holdings(gold + o[OutlookIndex.TAX], food - o[OutlookIndex.DUE]), NONE)
    o[OutlookIndex.NOW] += 1.0
    return TAX if tax >= harvest else HARVEST


@kernel
def _barter(content: Content, s: State, o: Floats, offers: Floats) -> int:
    """Return a barter that makes the best card affordable sooner or raises the value of the holdings, or `NONE`."""
    seat = int(s.active)
    gold, food = float(s.held[seat, GOLD]), float(s.held[seat, FOOD])
    before = _outlook(content, o, offers, Holdings(gold, food), NONE)
    for i in range(content.barter_count):
        which = int(content.barters[i])
        if can_barter(content, s, seat, which):
            row = content.barter[which]
            more_gold, more_food = float(row[2] - row[0]), float(row[3] - row[1])
            after = _outlook(content, o, offers, Holdings(gold + more_gold, food + more_food), NONE)
            if resource_value(o, more_gold, more_food) + after > before + SURE:
                return which
    return NONE


@inlined
def _sweeps(content: Content, s: State, o: Floats, offers: Floats, rng: Stream) -> bool:
    """Return whether the market row is poor enough to sweep."""
    w = content.weights
    seat, cost = int(s.active), 0 if s.free_sweeps > 0 else sweep_price(s, int(s.active))
    gold = float(s.held[seat, GOLD])
    if gold < cost or (cost == 0 and s.free_sweeps == 0 and below(rng, 4) == 0):
        return False
    if o[OutlookIndex.LEFT] <= 0:
        return bool(gold - cost >= 3 and o[OutlookIndex.NOW] <= 0)
    held = Holdings(gold, float(s.held[seat, FOOD]))
    hoped = w[Weight.SWEPT] * min(1.0, max(0.0, gold - cost - w[Weight.SPARE]) / 5.0)
    return bool(hoped - spent(o, held, float(cost), 0.0) > _outlook(content, o, offers, held, NONE))


@kernel
def _banner_to_fly(content: Content, s: State, seat: int, look: Prospect) -> int:
    """Return the best banner that can be flown now, or `NONE` if waiting for another is better."""
    if s.banner[seat] != NONE or s.eligible[seat] == 0:
        return NONE
    best, most = NONE, 0.0
    for banner in range(content.banner_count):
        if s.eligible[seat] >> banner & 1 and s.holder[banner] == NONE:
            worth = expected(content.banner_formula[banner], look.counters, 0.0)
            if best == NONE or worth > most:
                best, most = banner, worth
    return best if best == NONE or most >= banner_worth(content, s, seat, look, Swap(NONE, NONE)) - SURE else NONE


@kernel
def _place(content: Content, s: State, seat: int, look: Prospect) -> int:
    """Return the placement of the new Court Card. A full court replaces the card whose loss costs least."""
    if s.courts[seat] < COURT:
        return ADD
    card, c = int(s.pending), look.counters
    best, most = int(s.court[seat, 0]), -np.inf
    join(content, c, card, 1.0)
    for i in range(COURT):
        leaves = int(s.court[seat, i])
        join(content, c, leaves, -1.0)
        worth = expected_crowns(content, s, seat, look, Swap(card, leaves))
        join(content, c, leaves, 1.0)
        if worth > most:
            best, most = leaves, worth
    return REPLACE + best


@kernel
def _dismiss(content: Content, s: State, seat: int, look: Prospect) -> int:
    """Return the move that dismisses the guest that costs most, or `KEEP` if a dismissal would cost crowns."""
    c = look.counters
    worst, least = NONE, np.inf
    for guest in range(FIRST_GUEST, FIRST_MOON):
        if s.where[guest] == CardLocation.GUEST + seat:
            crowns = min(0.0, expected(content.formula[guest], c, 0.0) + s.sums[seat, Sums.GUEST_RELIEF])
            if crowns < least:
                worst, least = guest, crowns
    before = expected_crowns(content, s, seat, look, Swap(NONE, NONE))
    c[GUESTS_OWN] -= 1.0
    after = expected_crowns(content, s, seat, look, Swap(NONE, NONE)) - least
    return DISMISS + worst - FIRST_GUEST if after > before else KEEP
