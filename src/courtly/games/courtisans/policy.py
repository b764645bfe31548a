"""The steward of Courtisans: a rule-based player that reads only what the deciding seat knows.

It keeps the weight of every family in every area (own spies included, others' unknown), guesses each family's status
from its lead at the Queen's table and the turns left, and tries every way to lay out the cards in hand. A position is
worth the points expected at home less the mean of the others', and the share of each mission that seems done.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.kernel import inlined, kernel
from courtly.engine.rng import Stream, below
from courtly.games.courtisans.redeal import knows_spy
from courtly.games.courtisans.rules import (
    KILL_SPIES,
    KILLS,
    MAX_LEGAL,
    SPARE,
    TARGET_ROLES,
    kind_of_target,
    legal,
    place_of,
    same_scope,
)
from courtly.games.courtisans.state import (
    AREAS,
    FAMILIES,
    HAND,
    NONE,
    ROLES,
    Area,
    Content,
    Mission,
    Phase,
    Role,
    State,
)

Weights = npt.NDArray[np.float64]
"""Known weight of each family in each area, shape (8, 6); the last row counts the roles in the own domain."""

ROLE_ROW = AREAS
"""The row of the weights that holds the roles."""

SOFTNESS = 1.5
"""Lead at which a family's status is half decided when no turns are left but the present one."""

SOFTNESS_PER_TURN = 0.35
"""By how much that lead grows with every turn still to come."""


@kernel
def policy(content: Content, s: State, rng: Stream) -> int:
    """Return the steward's move for the deciding seat; ties are broken by `rng`."""
    w = np.zeros((AREAS + 1, FAMILIES), np.float64)
    weigh(content, s, w)
    softness = SOFTNESS + SOFTNESS_PER_TURN * (content.in_play // HAND - s.turn)
    if s.phase == Phase.KILL:
        return _choose_target(content, s, (w, softness), rng)
    return _choose_layout(content, s, (w, softness), rng)


@kernel
def weigh(content: Content, s: State, w: Weights) -> None:
    """Add up what the deciding seat knows of every area into `w`."""
    for area in range(Area.DOMAIN + content.players):
        for family in range(FAMILIES):
            for role in range(ROLES):
                count = s.areas[area, family * ROLES + role]
                if count > 0:
                    put(s, w, family * ROLES + role, (area, int(count)))
    for spy in range(s.spies):
        if s.spy_area[spy] != NONE and knows_spy(s, s.to_move, spy):
            put(s, w, s.spy_kind[spy], (int(s.spy_area[spy]), 1))


@inlined
def put(s: State, w: Weights, kind: int, where: tuple[int, int]) -> None:
    """Add cards of a kind to an area, or take them away: `where` is the area and how many."""
    area, count = where
    role = kind % ROLES
    w[area, kind // ROLES] += (2 if role == Role.NOBLE else 1) * count
    if area == Area.DOMAIN + s.to_move:
        w[ROLE_ROW, role] += count


@inlined
def _soft(lead: float, softness: float) -> float:
    """Return a value from -1 to 1 that grows with a lead."""
    return lead / (abs(lead) + softness)


@kernel
def value(content: Content, s: State, w: Weights, softness: float) -> float:
    """Return what a position is worth to the deciding seat, in points."""
    me = int(s.to_move)
    total = 0.0
    status = np.empty(FAMILIES, np.float64)
    for family in range(FAMILIES):
        status[family] = _soft(w[0, family] - w[1, family], softness)
        others = 0.0
        for seat in range(content.players):
            if seat != me:
                others += w[Area.DOMAIN + seat, family]
        total += status[family] * (w[Area.DOMAIN + me, family] - others / (content.players - 1))
    for i in range(2):
        total += content.mission_points * _hope(content, s, s.missions[me, i], (w, status))
    return total


@kernel
def _hope(content: Content, s: State, mission: int, known: tuple[Weights, Weights]) -> float:
    """Return a guess, from 0 to 1, of how likely a mission is to be met."""
    w, status = known
    kind, a, b = content.mission_kind[mission], int(content.mission_a[mission]), int(content.mission_b[mission])
    if kind == Mission.FEWER:
        left = Area.DOMAIN + (s.to_move + 1) % content.players
        return 0.5 + 0.5 * _soft(w[left, a] - w[Area.DOMAIN + s.to_move, a] - 0.5, 2.0)
    if kind == Mission.ROLES_AT_LEAST:
        return float(min(1.0, w[ROLE_ROW, a] / b))
    if kind == Mission.FALLEN:
        return float(0.5 - 0.5 * status[a])
    if kind == Mission.FALLEN_EITHER:
        return float(1.0 - (0.5 + 0.5 * status[a]) * (0.5 + 0.5 * status[b]))
    if kind == Mission.BELOW_EVERY_FAMILY:
        return _shares(w[Area.BELOW], 1.0) / FAMILIES
    if kind == Mission.BELOW_AT_LEAST:
        return float(min(1.0, w[Area.BELOW].max() / b))
    high, low = _shares(status, 0.25), _shares(-status, 0.25)
    return 0.5 + 0.5 * _soft(b + 0.5 - high if kind == Mission.ESTEEMED_AT_MOST else low - b + 0.5, 1.0)


@inlined
def _shares(values: Weights, enough: float) -> float:
    """Return how many of the values are enough; one that falls short counts in part."""
    total = 0.0
    for each in values:
        total += min(1.0, max(0.0, each / enough))
    return total


@kernel
def _choose_target(content: Content, s: State, known: tuple[Weights, float], rng: Stream) -> int:
    moves = np.empty(MAX_LEGAL, np.int32)
    n = legal(content, s, moves)
    best, best_value, ties = SPARE, value(content, s, known[0], known[1]), 1
    for i in range(n - 1):
        worth = _value_without(content, s, int(moves[i]), known)
        ties = ties + 1 if worth == best_value else 1
        if worth > best_value or (worth == best_value and below(rng, ties) == 0):
            best, best_value = int(moves[i]), worth
    return best


@kernel
def _value_without(content: Content, s: State, move: int, known: tuple[Weights, float]) -> float:
    """Return what the position is worth once a target is gone; a spy nobody knows weighs nothing."""
    w, softness = known
    if move >= KILL_SPIES:
        spy = move - KILL_SPIES
        if not knows_spy(s, s.to_move, spy):
            return value(content, s, w, softness)
        kind, area = int(s.spy_kind[spy]), int(s.spy_area[spy])
    else:
        target, area = (move - KILLS) // AREAS, (move - KILLS) % AREAS
        kind = kind_of_target(target)
    put(s, w, kind, (area, -1))
    worth = value(content, s, w, softness)
    put(s, w, kind, (area, 1))
    return worth


@kernel
def _choose_layout(content: Content, s: State, known: tuple[Weights, float], rng: Stream) -> int:
    """Try every card in every place that is left, and play the first card of the best layout."""
    areas, plan = np.empty(HAND, np.int64), np.empty(HAND, np.int64)
    best_value, ties = -np.inf, 1
    for code in range((Area.DOMAIN + content.players) ** s.held[s.to_move]):
        if not _decode(content, s, code, areas):
            continue
        worth = _value_of_layout(content, s, areas, known)
        ties = ties + 1 if worth == best_value else 1
        if worth > best_value or (worth == best_value and below(rng, ties) == 0):
            best_value = worth
            plan[:] = areas
    return _first_of(s, plan)


@kernel
def _decode(content: Content, s: State, code: int, areas: npt.NDArray[np.int64]) -> bool:
    """Write the area of each card in hand into `areas`; False unless each fills a place of its own that is free."""
    used = int(s.used)
    for i in range(s.held[s.to_move]):
        areas[i] = code % (Area.DOMAIN + content.players)
        code //= Area.DOMAIN + content.players
        place = place_of(areas[i], s.to_move)
        if used & place:
            return False
        used |= place
    return True


@kernel
def _value_of_layout(content: Content, s: State, areas: npt.NDArray[np.int64], known: tuple[Weights, float]) -> float:
    w, softness = known
    me = s.to_move
    for i in range(s.held[me]):
        put(s, w, s.hands[me, i], (areas[i], 1))
    worth = value(content, s, w, softness)
    for i in range(s.held[me]):
        if s.hands[me, i] % ROLES == Role.ASSASSIN:
            worth = max(worth, _best_kill(content, s, areas[i], known))
    for i in range(s.held[me]):
        put(s, w, s.hands[me, i], (areas[i], -1))
    return worth


@kernel
def _best_kill(content: Content, s: State, pending: int, known: tuple[Weights, float]) -> float:
    """Return what the position is worth after the best elimination an assassin in `pending` could make."""
    best = -np.inf
    for area in range(Area.DOMAIN + content.players):
        if not same_scope(area, pending):
            continue
        for target in range(FAMILIES * len(TARGET_ROLES)):
            if s.areas[area, kind_of_target(target)] > 0:
                best = max(best, _value_without(content, s, KILLS + target * AREAS + area, known))
    return best


@inlined
def _first_of(s: State, plan: npt.NDArray[np.int64]) -> int:
    """Return the move of a layout that comes first: the Queen's table, then the own domain, then another's."""
    chosen = 0
    for i in range(1, s.held[s.to_move]):
        if place_of(plan[i], s.to_move) < place_of(plan[chosen], s.to_move):
            chosen = i
    return int(s.hands[s.to_move, chosen]) * AREAS + int(plan[chosen])
