"""Kernels of prices and purchases: price, place, rebates, effects, and the combined powers of a court."""

from __future__ import annotations

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.monarch.rules.board import cells_for, discard, place_improvement
from courtly.games.monarch.state import (
    BANNERS,
    COURT,
    COURTS,
    EFFECTS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FOOD,
    GOLD,
    NONE,
    PATHS,
    SPOTS,
    SUMS,
    SWEEP,
    CardLocation,
    Content,
    Effect,
    Phase,
    State,
    Sums,
)


@inlined
def price(content: Content, s: State, seat: int, card: int, resource: int) -> int:
    """Return the price of a card for a seat in one resource."""
    return max(0, int(content.cost[card, resource]) - int(s.sums[seat, content.price_at[card, resource]]))


@inlined
def has_income(s: State) -> bool:
    """Return whether the active seat may still harvest or tax."""
    return bool((s.income_done == 0) | (s.extra_incomes > 0))


@inlined
def food_due(s: State, seat: int) -> int:
    """Return the food that a seat pays for a tax."""
    return max(0, int(s.villages) - int(s.sums[seat, Sums.TAX_RELIEF]))


@inlined
def sweep_price(s: State, seat: int) -> int:
    """Return the price of a sweep for a seat in gold, ignoring free sweeps."""
    return max(0, SWEEP - int(s.sums[seat, Sums.SWEEP]))


@inlined
def affords(content: Content, s: State, seat: int, card: int) -> bool:
    """Return whether a seat can pay for a card."""
    gold = s.held[seat, GOLD] >= price(content, s, seat, card, GOLD)
    return bool(gold & (s.held[seat, FOOD] >= price(content, s, seat, card, FOOD)))


@inlined
def can_barter(content: Content, s: State, seat: int, which: int) -> bool:
    """Return whether a seat has a card or banner, has not used its barter this turn, and can pay for it."""
    owned = s.where[which] == CardLocation.COURT + seat if which < COURTS else s.holder[which - COURTS] == seat
    gold = s.held[seat, GOLD] >= content.barter[which, GOLD]
    return bool(owned & gold & (s.held[seat, FOOD] >= content.barter[which, FOOD]) & (s.bartered[which] == 0))


@kernel
def buy(content: Content, s: State, card: int, free: int) -> None:
    """Take a card from the market, for its price or for a credit. The next decision is where it goes."""
    seat = int(s.active)
    for resource in range(2):
        s.owed[resource] = s.sums[seat, content.rebate_at[card, resource]]
        if not free:
            s.held[seat, resource] -= price(content, s, seat, card, resource)
    s.free_improvements -= free
    for spot in range(SPOTS):
        if s.market[spot] == card:
            s.market[spot] = NONE
    s.where[card] = CardLocation.ASIDE
    s.pending, s.effect = card, 0
    if card < FIRST_IMPROVEMENT:
        s.phase = Phase.PLACE
    else:
        s.phase = Phase.BUILD if card < FIRST_GUEST else Phase.SEND


@kernel
def place_automatically(content: Content, s: State) -> bool:
    """Place the card just bought if there is only one option, and return whether it was placed."""
    if s.phase == Phase.PLACE:
        if s.courts[s.active] > 0:
            return False
        add(content, s)
    elif s.phase == Phase.BUILD:
        cells = cells_for(content, s, int(s.pending))
        if cells.number > 1:
            return False
        build(content, s, cells.last)
    else:
        if content.players > 2:
            return False
        send(s, 1 - int(s.active))
    return True


@kernel
def add(content: Content, s: State) -> None:
    """Add the Court Card just bought to the court."""
    seat = int(s.active)
    _place_in_court(content, s, seat, int(s.courts[seat]))
    s.courts[seat] += 1
    if s.courts[seat] == COURT:
        s.last_round = 1


@kernel
def replace(content: Content, s: State, card: int) -> None:
    """Replace a Court Card with the one just bought and discard the old one."""
    seat, slot = int(s.active), 0
    while s.court[seat, slot] != card:
        slot += 1
    discard(s, card)
    if content.path[card] != NONE:
        s.paths[seat, content.path[card]] -= 1
    for i in range(SUMS):
        s.sums[seat, i] -= content.powers[card, i]
    _place_in_court(content, s, seat, slot)


@inlined
def _place_in_court(content: Content, s: State, seat: int, slot: int) -> None:
    card = int(s.pending)
    s.court[seat, slot] = card
    s.where[card] = CardLocation.COURT + seat
    if content.path[card] != NONE:
        s.paths[seat, content.path[card]] += 1
    for i in range(SUMS):
        s.sums[seat, i] += content.powers[card, i]
    _update_eligible_banners(content, s, seat)
    s.phase = Phase.SETTLE


@inlined
def _update_eligible_banners(content: Content, s: State, seat: int) -> None:
    """Update the set of banners whose requirement the court meets."""
    variety = 0
    for path in range(PATHS):
        variety += s.paths[seat, path] > 0
    bits = 0
    for banner in range(content.banner_count):
        path = int(content.requirement[banner, 0])
        counted = variety if path == NONE else int(s.paths[seat, path])
        bits |= (1 if counted >= content.requirement[banner, 1] else 0) << banner
    s.eligible[seat] = bits


@kernel
def build(content: Content, s: State, cell: int) -> None:
    """Build the improvement just bought on a cell, or discard it if no cell takes it."""
    if cell == NONE:
        discard(s, int(s.pending))
    else:
        place_improvement(content, s, cell, int(s.pending))
    s.phase = Phase.SETTLE


@kernel
def send(s: State, seat: int) -> None:
    """Give the guest just bought to a seat."""
    s.where[s.pending] = CardLocation.GUEST + seat
    s.guests[seat] += 1
    s.phase = Phase.SETTLE


@kernel
def settle(content: Content, s: State) -> None:
    """Pay rebates, then resolve the card's effects in order, until one needs a decision or none is left."""
    seat, card = int(s.active), int(s.pending)
    for resource in range(2):
        s.held[seat, resource] += s.owed[resource]
        s.owed[resource] = 0
    while card < FIRST_IMPROVEMENT and s.effect < EFFECTS and content.effects[card, s.effect, 0] != NONE:
        s.effect += 1
        if _take_effect(content, s, card, int(s.effect) - 1):
            s.phase, s.to_move = Phase.DISMISS, seat
            return
    s.pending, s.effect, s.phase = NONE, 0, Phase.FILL


@kernel
def _take_effect(content: Content, s: State, card: int, i: int) -> bool:
    """Resolve one effect of a Court Card and return whether the player may now dismiss guests."""
    seat = int(s.active)
    kind, resource, amount = content.effects[card, i, 0], content.effects[card, i, 1], content.effects[card, i, 2]
    if kind == Effect.GAIN:
        s.held[seat, resource] += amount
    elif kind == Effect.COLLECT:
        for other in range(content.players):
            given = min(int(amount), int(s.held[other, resource]))
            s.held[other, resource] -= given
            s.held[seat, resource] += given
    elif kind == Effect.DISMISS_GUEST:
        s.dismissals = min(int(amount), int(s.guests[seat]))
    elif kind == Effect.FREE_IMPROVEMENT:
        s.free_improvements += 1
    elif kind == Effect.FREE_SWEEP:
        s.free_sweeps += 1
    else:
        s.extra_incomes += 1
    return s.dismissals > 0


@kernel
def dismiss(s: State, card: int) -> None:
    """Dismiss a guest, or keep all with `NONE`. The card's other effects follow after the last dismissal."""
    if card == NONE:
        s.dismissals = 0
    else:
        discard(s, card)
        s.guests[s.active] -= 1
        s.dismissals -= 1
    if s.dismissals == 0:
        s.phase = Phase.SETTLE


@kernel
def fly(content: Content, s: State, banner: int) -> None:
    """Fly a banner for the rest of the match."""
    seat = int(s.active)
    s.banner[seat], s.holder[banner] = banner, seat
    for i in range(SUMS):
        s.sums[seat, i] += content.banner_powers[banner, i]


@kernel
def barter(content: Content, s: State, which: int) -> None:
    """Pay the price of a barter and take its goods. Each barter works once per turn."""
    seat = int(s.active)
    s.held[seat, GOLD] += content.barter[which, 2] - content.barter[which, 0]
    s.held[seat, FOOD] += content.barter[which, 3] - content.barter[which, 1]
    s.bartered[which] = 1


assert BANNERS <= 7  # `eligible` has one bit per banner
