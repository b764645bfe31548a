"""Kernels that value a card of Monarch for a seat: they compare its expected final crowns with and without the card.

Formulas use expected counters, so a count can be fractional. A threshold that is almost reached counts in part.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.monarch.rules.board import can_build
from courtly.games.monarch.rules.scoring import (
    COUNTERS,
    EMBLEM_VARIETY,
    IN_COURT,
    OF_EMBLEM,
    ON_BOARD,
    PATH_VARIETY,
    Op,
    count,
    guest_crowns,
    seat_score,
)
from courtly.games.monarch.state import (
    CELLS,
    COURT,
    EFFECTS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    NONE,
    PATHS,
    CardLocation,
    Content,
    Effect,
    State,
    Sums,
    Terrain,
)
from courtly.games.monarch.steward.outlook import Floats, OutlookIndex, Prospect
from courtly.games.monarch.weights import Weight


class Swap(NamedTuple):
    """A Court Card that joins a court and a card that leaves it. Each may be `NONE`."""

    joins: int
    leaves: int


class BestTarget(NamedTuple):
    """The best cell or seat for a card (`NONE` if there is none), and its value there in crowns."""

    place: int
    worth: float


@inlined
def expected(row: npt.NDArray[np.int32], c: Floats, card_present: float) -> float:
    """Return the value of a formula on fractional counters. `card_present` is 1 if the court has the card it names."""
    op, per, base = int(row[0]), float(row[4]), float(row[5])
    if op == Op.FIXED:
        return base
    if op == Op.LINEAR:
        return float(min(float(row[7]), max(float(row[6]), base + per * (c[row[1]] + c[row[2]]) / row[3])))
    counted = card_present if op == Op.CARD else c[row[1]] + c[row[2]]
    reached = min(1.0, max(0.0, counted - row[3] + 1.0))
    return float(base + (per - base) * reached)


@kernel
def join(content: Content, c: Floats, card: int, by: float) -> None:
    """Update the counters for a Court Card that joins (`by` is 1) or leaves (`by` is -1) a court."""
    path = int(content.path[card])
    if path != NONE:
        before = min(1.0, c[IN_COURT + path])
        c[IN_COURT + path] += by
        c[PATH_VARIETY] += min(1.0, c[IN_COURT + path]) - before
    bits = int(content.emblems[card])
    emblem = OF_EMBLEM
    while bits:
        if bits & 1:
            before = min(1.0, c[emblem])
            c[emblem] += by
            c[EMBLEM_VARIETY] += min(1.0, c[emblem]) - before
        bits >>= 1
        emblem += 1


@kernel
def expected_crowns(content: Content, s: State, seat: int, look: Prospect, swap: Swap) -> float:
    """Return the expected final crowns of a seat: court, guests and banner.

    The counters must already include the swap.
    """
    c = look.counters
    total = banner_worth(content, s, seat, look, swap)
    for i in range(s.courts[seat] + 1):
        card = swap.joins if i == s.courts[seat] else int(s.court[seat, i])
        if card != NONE and card != swap.leaves:  # noqa: PLR1714 - compiles to less than a tuple
            total += expected(content.formula[card], c, _has_named_card(content, s, seat, card, swap))
    if s.guests[seat] > 0:
        for card in range(FIRST_GUEST, FIRST_MOON):
            if s.where[card] == CardLocation.GUEST + seat:
                total += min(0.0, expected(content.formula[card], c, 0.0) + s.sums[seat, Sums.GUEST_RELIEF])
    return total


@inlined
def _has_named_card(content: Content, s: State, seat: int, card: int, swap: Swap) -> float:
    """Return 1 if the Court Card that a card's formula names is in the court after the swap, otherwise 0."""
    if content.formula[card, 0] != Op.CARD:
        return 0.0
    wanted = content.formula[card, 1]
    return (
        1.0 if wanted == swap.joins or (s.where[wanted] == CardLocation.COURT + seat and wanted != swap.leaves) else 0.0
    )


@kernel
def banner_worth(content: Content, s: State, seat: int, look: Prospect, swap: Swap) -> float:
    """Return the expected crowns of the banner that a seat flies, or of the best banner that it may fly."""
    c = look.counters
    if s.banner[seat] != NONE:
        return expected(content.banner_formula[s.banner[seat]], c, 0.0)
    best = 0.0
    for banner in range(content.banner_count):
        if s.holder[banner] == NONE:
            chance = _may_fly(content, s, seat, banner, swap, float(look.outlook[OutlookIndex.BUYS]))
            best = max(best, chance * expected(content.banner_formula[banner], c, 0.0))
    return best


@inlined
def _may_fly(content: Content, s: State, seat: int, banner: int, swap: Swap, buys: float) -> float:
    """Return the probability that a seat will fly a banner, after the swap."""
    wanted, short = int(content.requirement[banner, 0]), int(content.requirement[banner, 1])
    for path in range(PATHS):
        cards = int(s.paths[seat, path])
        cards += 1 if swap.joins != NONE and content.path[swap.joins] == path else 0
        cards -= 1 if swap.leaves != NONE and content.path[swap.leaves] == path else 0
        if wanted == NONE:
            short -= min(1, cards)
        elif wanted == path:
            short -= cards
    if short <= 0:
        return 1.0
    chance = 1.0
    for i in range(short):
        chance *= min(0.9, max(0.0, content.weights[Weight.CHANCE] * (buys - 1.0 - i)))
    return chance


@kernel
def court_gain(content: Content, s: State, seat: int, look: Prospect, card: int) -> float:
    """Return the gain in expected crowns from a Court Card. In a full court, it replaces the card that costs least."""
    c = look.counters
    before = expected_crowns(content, s, seat, look, Swap(NONE, NONE))
    join(content, c, card, 1.0)
    after = -np.inf
    if s.courts[seat] < COURT:
        after = expected_crowns(content, s, seat, look, Swap(card, NONE))
    else:
        for i in range(COURT):
            leaves = int(s.court[seat, i])
            join(content, c, leaves, -1.0)
            after = max(after, expected_crowns(content, s, seat, look, Swap(card, leaves)))
            join(content, c, leaves, 1.0)
    join(content, c, card, -1.0)
    return float(after - before)


@kernel
def acquired_worth(content: Content, s: State, seat: int, look: Prospect, card: int) -> float:
    """Return the value in crowns of the one-time effects of acquiring a Court Card."""
    o, total = look.outlook, 0.0
    for i in range(EFFECTS):
        kind, resource, amount = content.effects[card, i, 0], content.effects[card, i, 1], content.effects[card, i, 2]
        if kind == Effect.GAIN:
            total += amount * o[OutlookIndex.GOLD + resource]
        elif kind == Effect.COLLECT:
            for other in range(content.players):
                if other != seat:
                    total += min(int(amount), int(s.held[other, resource])) * o[OutlookIndex.GOLD + resource]
        elif kind == Effect.DISMISS_GUEST:
            total += content.weights[Weight.DISMISSED] * min(int(amount), int(s.guests[seat]))
        elif kind == Effect.EXTRA_INCOME:
            total += o[OutlookIndex.TURN]
        elif kind == Effect.FREE_IMPROVEMENT:
            total += content.weights[Weight.FREE_IMPROVEMENT]
    return total


@kernel
def cell_gain(content: Content, s: State, seat: int, look: Prospect, card: int, cell: int) -> float:
    """Return the value in crowns of an improvement on a cell for a seat."""
    o, c = look.outlook, look.counters
    village = content.terrain[card - FIRST_IMPROVEMENT] == Terrain.VILLAGE
    better = float(content.yields[card - FIRST_IMPROVEMENT] - s.yields[cell])
    total = (
        better
        * content.weights[Weight.FIRST_USE]
        * min(1.0, o[OutlookIndex.NOW])
        * o[OutlookIndex.GOLD if village else OutlookIndex.FOOD]
    )
    over, path = int(s.top[cell]), int(content.path[card])
    covered = NONE if over == NONE else int(content.path[over])
    if path == covered:
        return float(total)
    before = expected_crowns(content, s, seat, look, Swap(NONE, NONE))
    _show_path(c, path, 1.0)
    _show_path(c, covered, -1.0)
    total += expected_crowns(content, s, seat, look, Swap(NONE, NONE)) - before
    _show_path(c, path, -1.0)
    _show_path(c, covered, 1.0)
    return float(total)


@inlined
def _show_path(c: Floats, path: int, by: float) -> None:
    if path != NONE:
        c[ON_BOARD + path] += by


@kernel
def best_cell(content: Content, s: State, seat: int, look: Prospect, card: int) -> BestTarget:
    """Return the best cell for an improvement and its value there. The cell is `NONE` if no cell takes it."""
    best, most = NONE, 0.0
    for cell in range(CELLS):
        if can_build(content, s, cell, card) and not _alike(s, cell):
            gain = cell_gain(content, s, seat, look, card, cell)
            if best == NONE or gain > most:
                best, most = cell, gain
    return BestTarget(best, most)


@inlined
def _alike(s: State, cell: int) -> bool:
    """Return whether a bare cell has the same board as an earlier bare cell, so that its value is known."""
    if s.top[cell] != NONE:
        return False
    for other in range(cell):
        if s.top[other] == NONE and s.lands[other] == s.lands[cell]:
            return True
    return False


@kernel
def best_host(content: Content, s: State, seat: int, guest: int) -> BestTarget:
    """Return the best host for a guest that a seat sends, and the value of sending it there in crowns."""
    w = content.weights
    c = np.empty(COUNTERS, np.int64)
    best, most, leader = NONE, 0.0, 0
    for other in range(content.players):
        if other != seat:
            leader = max(leader, seat_score(content, s, other))
    for other in range(content.players):
        if other == seat:
            continue
        count(content, s, other, c)
        behind = leader - seat_score(content, s, other)
        harm = -guest_crowns(content, s, other, guest, c) * w[Weight.HARM] / content.players
        good = harm / (1.0 + w[Weight.BEHIND] * behind)
        if best == NONE or good > most:
            best, most = other, good
    return BestTarget(best, most)


@kernel
def gain_of(content: Content, s: State, seat: int, look: Prospect, card: int) -> float:
    """Return the value in crowns of a market card for the active seat, before its price."""
    if card >= FIRST_GUEST:
        return best_host(content, s, seat, card).worth
    if card >= FIRST_IMPROVEMENT:
        return best_cell(content, s, seat, look, card).worth
    return court_gain(content, s, seat, look, card) + acquired_worth(content, s, seat, look, card)
