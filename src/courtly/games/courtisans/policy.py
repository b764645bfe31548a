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
from courtly.games.courtisans.weights import Weight

Known = npt.NDArray[np.float64]
"""What is known, a column for each family, shape (14, 6): the weight in every area, then the rows named below."""

ROLE_ROW = AREAS
"""The roles in the own domain."""

DOMAINS_ROW = AREAS + 1
"""The weight in all domains together."""

STATUS_ROW = AREAS + 2
"""The status guessed for a family, from -1 to 1."""

POINTS_ROW = AREAS + 3
"""The points expected from a family: those at home less the mean of the others'."""

KEPT = 2
"""How many rows below the status and the points those of the position itself are kept, while layouts are tried."""

HOPES_ROW = AREAS + 6
"""The points hoped for from either mission: not by family, but in the first two columns."""

ROWS = AREAS + 7

Layouts = npt.NDArray[np.int64]
"""An area for each card in hand, a row for each way to lay them out."""

LAYOUTS = 48
"""Ways to lay out three cards among five players, at most."""


@kernel
def policy(content: Content, s: State, rng: Stream) -> int:
    """Return the steward's move for the deciding seat; ties are broken by `rng`."""
    w = np.zeros((ROWS, FAMILIES), np.float64)
    weigh(content, s, w)
    turns = content.in_play // HAND - s.turn
    softness = content.weights[Weight.SOFTNESS] + content.weights[Weight.SOFTNESS_PER_TURN] * turns
    for family in range(FAMILIES):
        _guess(content, s, (w, softness), family)
    if s.phase == Phase.KILL:
        return _choose_target(content, s, (w, softness), rng)
    return _choose_layout(content, s, (w, softness), rng)


@kernel
def weigh(content: Content, s: State, w: Known) -> None:
    """Add up what the deciding seat knows of every area into `w`, which holds zeros."""
    own = Area.DOMAIN + int(s.to_move)
    for area in range(Area.DOMAIN + content.players):
        for family in range(FAMILIES):
            weight = int(s.areas[area, family * ROLES + Role.NOBLE])
            for role in range(ROLES):
                weight += s.areas[area, family * ROLES + role]
            w[area, family] = weight
            if area >= Area.DOMAIN:
                w[DOMAINS_ROW, family] += weight
    for kind in range(FAMILIES * ROLES):
        w[ROLE_ROW, kind % ROLES] += s.areas[own, kind]
    for spy in range(s.spies):
        if s.spy_area[spy] != NONE and knows_spy(s, s.to_move, spy):
            put(s, w, s.spy_kind[spy], (int(s.spy_area[spy]), 1))


@inlined
def put(s: State, w: Known, kind: int, where: tuple[int, int]) -> None:
    """Add cards of a kind to an area, or take them away: `where` is the area and how many."""
    area, count = where
    role = kind % ROLES
    weight = (2 if role == Role.NOBLE else 1) * count
    w[area, kind // ROLES] += weight
    if area >= Area.DOMAIN:
        w[DOMAINS_ROW, kind // ROLES] += weight
    if area == Area.DOMAIN + s.to_move:
        w[ROLE_ROW, role] += count


@inlined
def _soft(lead: float, softness: float) -> float:
    """Return a value from -1 to 1 that grows with a lead."""
    return lead / (abs(lead) + softness)


@inlined
def _guess(content: Content, s: State, known: tuple[Known, float], family: int) -> None:
    """Write a family's status and points into their rows, as its weights are now."""
    w, softness = known
    mine = w[Area.DOMAIN + s.to_move, family]
    w[STATUS_ROW, family] = _soft(w[0, family] - w[1, family], softness)
    others = content.weights[Weight.OTHERS] * (w[DOMAINS_ROW, family] - mine) / (content.players - 1)
    w[POINTS_ROW, family] = w[STATUS_ROW, family] * (mine - others)


@kernel
def value(content: Content, s: State, w: Known) -> float:
    """Return what a position is worth to the deciding seat, in points; each mission's share is left in `w`."""
    total = 0.0
    for family in range(FAMILIES):
        total += w[POINTS_ROW, family]
    for i in range(2):
        w[HOPES_ROW, i] = _mission_worth(content) * _hope(content, s, s.missions[s.to_move, i], w)
        total += w[HOPES_ROW, i]
    return total


@inlined
def _mission_worth(content: Content) -> float:
    """Return what a mission that is met is worth, in points."""
    return float(content.weights[Weight.MISSION] * content.mission_points)


@inlined
def _concerns(content: Content, mission: int, family: int) -> bool:
    """Return whether a card of a family could matter to a mission."""
    kind = content.mission_kind[mission]
    if kind in (Mission.FEWER, Mission.FALLEN):
        return bool(content.mission_a[mission] == family)
    if kind == Mission.FALLEN_EITHER:
        return bool(content.mission_a[mission] == family or content.mission_b[mission] == family)
    return True


@inlined
def _value_but(content: Content, s: State, w: Known, family: int) -> float:
    """Return what `value` would, when one family alone has changed since it was last asked."""
    total = 0.0
    for each in range(FAMILIES):
        total += w[POINTS_ROW, each]
    for i in range(2):
        mission = int(s.missions[s.to_move, i])
        if _concerns(content, mission, family):
            total += _mission_worth(content) * _hope(content, s, mission, w)
        else:
            total += w[HOPES_ROW, i]
    return total


@inlined
def _hope(content: Content, s: State, mission: int, w: Known) -> float:
    """Return a guess, from 0 to 1, of how likely a mission is to be met."""
    kind, a, b = content.mission_kind[mission], int(content.mission_a[mission]), int(content.mission_b[mission])
    if kind == Mission.FEWER:
        left = Area.DOMAIN + (s.to_move + 1) % content.players
        lead = w[left, a] - w[Area.DOMAIN + s.to_move, a] - content.weights[Weight.FEWER_LEAD]
        return 0.5 + 0.5 * _soft(lead, content.weights[Weight.FEWER_SOFTNESS])
    if kind == Mission.ROLES_AT_LEAST:
        return float(min(1.0, w[ROLE_ROW, a] / b))
    if kind == Mission.FALLEN:
        return float(0.5 - 0.5 * w[STATUS_ROW, a])
    if kind == Mission.FALLEN_EITHER:
        return float(1.0 - (0.5 + 0.5 * w[STATUS_ROW, a]) * (0.5 + 0.5 * w[STATUS_ROW, b]))
    if kind == Mission.BELOW_EVERY_FAMILY:
        return _shares(w, Area.BELOW, 1.0) / FAMILIES
    if kind == Mission.BELOW_AT_LEAST:
        most = w[Area.BELOW, 0]
        for family in range(1, FAMILIES):
            most = max(most, w[Area.BELOW, family])
        return float(min(1.0, most / b))
    decided, softness = content.weights[Weight.DECIDED], content.weights[Weight.FAMILIES_SOFTNESS]
    if kind == Mission.ESTEEMED_AT_MOST:
        return 0.5 + 0.5 * _soft(b + 0.5 - _shares(w, STATUS_ROW, decided), softness)
    return 0.5 + 0.5 * _soft(_shares(w, STATUS_ROW, -decided) - b + 0.5, softness)


@inlined
def _shares(w: Known, row: int, enough: float) -> float:
    """Return how many of a row's values are enough; one that falls short counts in part."""
    total = 0.0
    for family in range(FAMILIES):
        total += min(1.0, max(0.0, w[row, family] / enough))
    return total


@kernel
def _choose_target(content: Content, s: State, known: tuple[Known, float], rng: Stream) -> int:
    moves = np.empty(MAX_LEGAL, np.int32)
    n = legal(content, s, moves)
    best, best_value, ties = SPARE, value(content, s, known[0]), 1
    for i in range(n - 1):
        worth = _value_without(content, s, int(moves[i]), known)
        ties = ties + 1 if worth == best_value else 1
        if worth > best_value or (worth == best_value and below(rng, ties) == 0):
            best, best_value = int(moves[i]), worth
    return best


@inlined
def _value_without(content: Content, s: State, move: int, known: tuple[Known, float]) -> float:
    """Return what the position is worth once a target is gone; a spy nobody knows weighs nothing."""
    w, _ = known
    if move >= KILL_SPIES:
        spy = move - KILL_SPIES
        if not knows_spy(s, s.to_move, spy):
            return _value_but(content, s, w, NONE)
        kind, area = int(s.spy_kind[spy]), int(s.spy_area[spy])
    else:
        target, area = (move - KILLS) // AREAS, (move - KILLS) % AREAS
        kind = kind_of_target(target)
    family = kind // ROLES
    status, points = w[STATUS_ROW, family], w[POINTS_ROW, family]
    put(s, w, kind, (area, -1))
    _guess(content, s, known, family)
    worth = _value_but(content, s, w, family)
    put(s, w, kind, (area, 1))
    w[STATUS_ROW, family], w[POINTS_ROW, family] = status, points
    return worth


@kernel
def _choose_layout(content: Content, s: State, known: tuple[Known, float], rng: Stream) -> int:
    """Try every card in every place that is left, and play the first card of the best layout."""
    w, _ = known
    w[STATUS_ROW + KEPT] = w[STATUS_ROW]
    w[POINTS_ROW + KEPT] = w[POINTS_ROW]
    layouts = np.zeros((LAYOUTS + 1, HAND), np.int64)
    best, best_value, ties = 0, -np.inf, 1
    for i in range(_lay_out(content, s, layouts)):
        worth = _value_of_layout(content, s, (layouts, i), known)
        ties = ties + 1 if worth == best_value else 1
        if worth > best_value or (worth == best_value and below(rng, ties) == 0):
            best, best_value = i, worth
    return _first_of(s, layouts[best])


@kernel
def _lay_out(content: Content, s: State, out: Layouts) -> int:
    """Write every way to put each card in hand into a free place of its own, as areas; return how many."""
    me, held, areas = int(s.to_move), int(s.held[s.to_move]), Area.DOMAIN + int(content.players)
    n = 0
    for third in range(areas if held > 2 else 1):
        used = int(s.used)
        after_third = used | place_of(third, me) if held > 2 else used
        for second in range(areas if held > 1 else 1):
            after_second = after_third | place_of(second, me) if held > 1 else after_third
            if held > 1 and after_second == after_third:
                continue
            for first in range(areas):
                out[n, 0], out[n, 1], out[n, 2] = first, second, third
                n += after_second & place_of(first, me) == 0
    return n


@kernel
def _value_of_layout(content: Content, s: State, layout: tuple[Layouts, int], known: tuple[Known, float]) -> float:
    """Return what the position is worth with the cards laid out, and the best elimination made."""
    w, _ = known
    areas, n = layout
    me = int(s.to_move)
    for i in range(s.held[me]):
        put(s, w, s.hands[me, i], (areas[n, i], 1))
    for i in range(s.held[me]):
        _guess(content, s, known, s.hands[me, i] // ROLES)
    worth = value(content, s, w)
    for i in range(s.held[me]):
        if s.hands[me, i] % ROLES == Role.ASSASSIN:
            worth = max(worth, _best_kill(content, s, areas[n, i], known))
    for i in range(s.held[me]):
        family = s.hands[me, i] // ROLES
        put(s, w, s.hands[me, i], (areas[n, i], -1))
        w[STATUS_ROW, family], w[POINTS_ROW, family] = w[STATUS_ROW + KEPT, family], w[POINTS_ROW + KEPT, family]
    return worth


@kernel
def _best_kill(content: Content, s: State, pending: int, known: tuple[Known, float]) -> float:
    """Return what the position is worth after the best elimination an assassin in `pending` could make."""
    best, own = -np.inf, Area.DOMAIN + int(s.to_move)
    for area in range(Area.DOMAIN + content.players):
        if not same_scope(area, pending):
            continue
        for target in range(FAMILIES * len(TARGET_ROLES)):
            kind = kind_of_target(target)
            # An assassin away from home weighs what a courtier without a role does: one of the two is enough.
            same = kind % ROLES == Role.ASSASSIN and area != own and s.areas[area, kind - Role.ASSASSIN] > 0
            if s.areas[area, kind] > 0 and not same:
                best = max(best, _value_without(content, s, KILLS + target * AREAS + area, known))
    return best


@inlined
def _first_of(s: State, areas: Layouts) -> int:
    """Return the move of a layout that comes first: the Queen's table, then the own domain, then another's."""
    chosen = 0
    for i in range(1, s.held[s.to_move]):
        if place_of(areas[i], s.to_move) < place_of(areas[chosen], s.to_move):
            chosen = i
    return int(s.hands[s.to_move, chosen]) * AREAS + int(areas[chosen])
