"""The steward of Courtisans: a rule-based bot that reads only the knowledge of the seat to move.

The weight of a family in an area is the number of its cards there. A noble counts twice. The bot's own spies count,
unknown spies do not. The bot estimates each family's status from the lead at the Queen's table and the number of turns
left. Then it tries all assignments of its cards to areas. The value of a position is its own expected points, minus the
weighted mean of the other seats' points, plus the expected points of its missions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
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
"""The seat's knowledge, shape (14, 6), one column per family: the weight in each area, then the rows named below."""

ROLE_ROW = AREAS
"""Row: the number of cards of each role in the seat's own domain, one column per role."""

DOMAINS_ROW = AREAS + 1
"""Row: the total weight in all domains."""

STATUS_ROW = AREAS + 2
"""Row: the estimated status of each family, from -1 to 1."""

POINTS_ROW = AREAS + 3
"""Row: the expected points from each family: the seat's points minus the weighted mean of the other seats' points."""

Layout = tuple[int, int, int]
"""An area for each card in hand. If the hand has fewer than three cards, the last entries are ignored."""

BACKUP_OFFSET = 2
"""Number of rows from the status and points rows to the rows that save them. They are restored after each layout."""

HOPES_ROW = AREAS + 6
"""Row: the expected points from the two missions, in the first two columns."""

ROWS = AREAS + 7


class Goal(NamedTuple):
    """A mission with its parameters, as in the content record."""

    kind: int
    """A Mission."""
    a: int
    """Its first parameter: family or role."""
    b: int
    """Its second parameter: family or number."""


class Decision(NamedTuple):
    """Values that stay fixed during one decision, read from the records once."""

    own: int
    """Area of the seat's own domain."""
    left: int
    """Area of the left neighbour's domain."""
    areas: int
    """Number of areas in play: two at the table, plus the domains."""
    softness: float
    """Lead at which the estimated status of a family is 0.5."""
    others: float
    """Weight of the other seats' points; the seat's own points have weight 1."""
    mission: float
    """Value of a met mission, in points."""
    goals: tuple[Goal, Goal]
    """The seat's missions."""
    fewer_lead: float
    """Lead of the left neighbour, in cards, at which the chance of a "fewer" mission is estimated at 0.5."""
    fewer_softness: float
    """Number of cards by which the lead must exceed `fewer_lead` for an estimate of 0.75."""
    decided: float
    """Distance of the estimated status from 0 at which a family counts fully as esteemed or fallen."""
    families_softness: float
    """For missions that count families: the number of families short of the goal at which the estimate is 0.25."""


@kernel
def policy(content: Content, s: State, rng: Stream) -> int:
    """Return the steward's move for the seat to move; `rng` breaks ties."""
    decision = _decision(content, s)
    w = np.zeros((ROWS, FAMILIES), np.float64)
    _weigh(s, decision, w)
    for family in range(FAMILIES):
        _guess(decision, w, family)
    if s.phase == Phase.KILL:
        return _choose_target(content, s, decision, w, rng)
    return _choose_layout(s, decision, w, rng)


@inlined
def _decision(content: Content, s: State) -> Decision:
    """Read the fixed values of a decision from the records."""
    me, players = int(s.to_move), int(content.players)
    weights = content.weights
    turns = content.in_play // HAND - s.turn
    return Decision(
        own=Area.DOMAIN + me,
        left=Area.DOMAIN + (me + 1) % players,
        areas=Area.DOMAIN + players,
        softness=weights[Weight.SOFTNESS] + weights[Weight.SOFTNESS_PER_TURN] * turns,
        others=weights[Weight.OTHERS],
        mission=weights[Weight.MISSION] * content.mission_points,
        goals=(_goal(content, int(s.missions[me, 0])), _goal(content, int(s.missions[me, 1]))),
        fewer_lead=weights[Weight.FEWER_LEAD],
        fewer_softness=weights[Weight.FEWER_SOFTNESS],
        decided=weights[Weight.DECIDED],
        families_softness=weights[Weight.FAMILIES_SOFTNESS],
    )


@inlined
def _goal(content: Content, mission: int) -> Goal:
    """Return a mission. If none was dealt, return mission 0, which then scores no points."""
    held = max(mission, 0)
    return Goal(int(content.mission_kind[held]), int(content.mission_a[held]), int(content.mission_b[held]))


@inlined
def _weigh(s: State, decision: Decision, w: Known) -> None:
    """Add the seat's knowledge of all areas to `w`, which must hold zeros."""
    for area in range(decision.areas):
        for family in range(FAMILIES):
            weight = int(s.areas[area, family * ROLES + Role.NOBLE])
            for role in range(ROLES):
                weight += s.areas[area, family * ROLES + role]
            w[area, family] = weight
            if area >= Area.DOMAIN:
                w[DOMAINS_ROW, family] += weight
    for kind in range(FAMILIES * ROLES):
        w[ROLE_ROW, kind % ROLES] += s.areas[decision.own, kind]
    for spy in range(s.spies):
        if s.spy_area[spy] != NONE and knows_spy(s, s.to_move, spy):
            _add_cards(decision, w, int(s.spy_kind[spy]), int(s.spy_area[spy]), 1)


@inlined
def _add_cards(decision: Decision, w: Known, kind: int, area: int, count: int) -> None:
    """Add `count` cards of a kind to an area; a negative count removes them."""
    family, role = kind // ROLES, kind % ROLES
    weight = (2 if role == Role.NOBLE else 1) * count
    w[area, family] += weight
    if area >= Area.DOMAIN:
        w[DOMAINS_ROW, family] += weight
    if area == decision.own:
        w[ROLE_ROW, role] += count


@inlined
def _soft(lead: float, softness: float) -> float:
    """Map a lead to a value between -1 and 1. The value is 0.5 if the lead equals `softness`."""
    return lead / (abs(lead) + softness)


@inlined
def _guess(decision: Decision, w: Known, family: int) -> None:
    """Update a family's status and points rows from its weights."""
    mine = w[decision.own, family]
    status = _soft(w[Area.ABOVE, family] - w[Area.BELOW, family], decision.softness)
    others = decision.others * (w[DOMAINS_ROW, family] - mine) / (decision.areas - Area.DOMAIN - 1)
    w[STATUS_ROW, family] = status
    w[POINTS_ROW, family] = status * (mine - others)


@inlined
def _value(decision: Decision, w: Known) -> float:
    """Return the value of a position for the seat, in points. Also write the expected points of each mission to `w`."""
    one, other = decision.goals
    w[HOPES_ROW, 0] = decision.mission * _mission_chance(decision, w, one)
    w[HOPES_ROW, 1] = decision.mission * _mission_chance(decision, w, other)
    return float(_points(w) + w[HOPES_ROW, 0] + w[HOPES_ROW, 1])


@inlined
def _points(w: Known) -> float:
    """Return the expected points from all families."""
    total = 0.0
    for family in range(FAMILIES):
        total += w[POINTS_ROW, family]
    return total


@inlined
def _value_after_change(decision: Decision, w: Known, family: int, area: int) -> float:
    """Return the value of a position in which one family in one area has changed since the last call of `_value`."""
    one, other = decision.goals
    first = (
        decision.mission * _mission_chance(decision, w, one)
        if _concerns(decision, one, family, area)
        else w[HOPES_ROW, 0]
    )
    second = (
        decision.mission * _mission_chance(decision, w, other)
        if _concerns(decision, other, family, area)
        else w[HOPES_ROW, 1]
    )
    return _points(w) + first + second


@inlined
def _concerns(decision: Decision, goal: Goal, family: int, area: int) -> bool:
    """Return whether a card of a family in an area can affect a mission."""
    if goal.kind == Mission.FEWER:
        return bool(goal.a == family and area >= Area.DOMAIN)
    if goal.kind == Mission.ROLES_AT_LEAST:
        return bool(area == decision.own)
    if goal.kind == Mission.BELOW_EVERY_FAMILY or goal.kind == Mission.BELOW_AT_LEAST:  # noqa: PLR1714 - compiles to less
        return bool(area == Area.BELOW)
    if goal.kind == Mission.FALLEN:
        return bool(goal.a == family and area < Area.DOMAIN)
    if goal.kind == Mission.FALLEN_EITHER:
        return bool(family in (goal.a, goal.b) and area < Area.DOMAIN)
    return bool(area < Area.DOMAIN)


@inlined
def _mission_chance(decision: Decision, w: Known, goal: Goal) -> float:
    """Return an estimate, from 0 to 1, of the chance to meet a mission."""
    kind, a, b = goal
    if kind == Mission.FEWER:
        lead = w[decision.left, a] - w[decision.own, a] - decision.fewer_lead
        return 0.5 + 0.5 * _soft(lead, decision.fewer_softness)
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
    decided, softness = decision.decided, decision.families_softness
    if kind == Mission.ESTEEMED_AT_MOST:
        return 0.5 + 0.5 * _soft(b + 0.5 - _shares(w, STATUS_ROW, decided), softness)
    return 0.5 + 0.5 * _soft(_shares(w, STATUS_ROW, -decided) - b + 0.5, softness)


@inlined
def _shares(w: Known, row: int, enough: float) -> float:
    """Return the number of values in a row that reach `enough`. A smaller value counts as a fraction."""
    total = 0.0
    for family in range(FAMILIES):
        total += min(1.0, max(0.0, w[row, family] / enough))
    return total


@kernel
def _choose_target(content: Content, s: State, decision: Decision, w: Known, rng: Stream) -> int:
    """Return the elimination with the highest value, or `SPARE` if no elimination is better."""
    moves = np.empty(MAX_LEGAL, np.int32)
    n = legal(content, s, moves)
    spared = _value(decision, w)
    best, best_value, ties = SPARE, spared, 1
    for i in range(n - 1):
        move = int(moves[i])
        if move < KILL_SPIES:
            target, area = (move - KILLS) // AREAS, (move - KILLS) % AREAS
            value = _value_without(decision, w, kind_of_target(target), area)
        elif knows_spy(s, s.to_move, move - KILL_SPIES):
            value = _value_without(decision, w, int(s.spy_kind[move - KILL_SPIES]), int(s.spy_area[move - KILL_SPIES]))
        else:
            # An unknown spy has no weight, so its elimination does not change the value.
            value = spared
        ties = ties + 1 if value == best_value else 1
        if value > best_value or (value == best_value and below(rng, ties) == 0):
            best, best_value = move, value
    return best


@inlined
def _value_without(decision: Decision, w: Known, kind: int, area: int) -> float:
    """Return the value of the position with one card removed from an area."""
    family = kind // ROLES
    status, points = w[STATUS_ROW, family], w[POINTS_ROW, family]
    _add_cards(decision, w, kind, area, -1)
    _guess(decision, w, family)
    value = _value_after_change(decision, w, family, area)
    _add_cards(decision, w, kind, area, 1)
    w[STATUS_ROW, family], w[POINTS_ROW, family] = status, points
    return value


@kernel
def _choose_layout(s: State, decision: Decision, w: Known, rng: Stream) -> int:
    """Try every assignment of cards to free areas, and return the first play of the best layout."""
    w[STATUS_ROW + BACKUP_OFFSET] = w[STATUS_ROW]
    w[POINTS_ROW + BACKUP_OFFSET] = w[POINTS_ROW]
    me, held, used = int(s.to_move), int(s.held[s.to_move]), int(s.used)
    best, best_value, ties = (0, 0, 0), -np.inf, 1
    for third in range(decision.areas if held > 2 else 1):
        after_third = used | place_of(third, me) if held > 2 else used
        for second in range(decision.areas if held > 1 else 1):
            after_second = after_third | place_of(second, me) if held > 1 else after_third
            if held > 1 and after_second == after_third:
                continue
            for first in range(decision.areas):
                if after_second & place_of(first, me):
                    continue
                value = _value_of_layout(s, decision, w, (first, second, third))
                ties = ties + 1 if value == best_value else 1
                if value > best_value or (value == best_value and below(rng, ties) == 0):
                    best, best_value = (first, second, third), value
    return _first_of(s, best)


@inlined
def _value_of_layout(s: State, decision: Decision, w: Known, areas: Layout) -> float:
    """Return the value of the position after the cards are placed and the best elimination is made."""
    me = int(s.to_move)
    for i in range(s.held[me]):
        _add_cards(decision, w, int(s.hands[me, i]), areas[i], 1)
        _guess(decision, w, int(s.hands[me, i]) // ROLES)
    value = _value(decision, w)
    for i in range(s.held[me]):
        if s.hands[me, i] % ROLES == Role.ASSASSIN:
            value = max(value, _best_kill(s, decision, w, areas[i]))
    for i in range(s.held[me]):
        family = int(s.hands[me, i]) // ROLES
        _add_cards(decision, w, int(s.hands[me, i]), areas[i], -1)
        w[STATUS_ROW, family], w[POINTS_ROW, family] = (
            w[STATUS_ROW + BACKUP_OFFSET, family],
            w[POINTS_ROW + BACKUP_OFFSET, family],
        )
    return value


@inlined
def _best_kill(s: State, decision: Decision, w: Known, pending: int) -> float:
    """Return the value after the best elimination available to an assassin in `pending`."""
    best = -np.inf
    for area in range(decision.areas):
        if not same_scope(area, pending):
            continue
        for family in range(FAMILIES):
            for role in TARGET_ROLES:
                kind = family * ROLES + role
                # Outside the own domain an assassin counts like a plain courtier, so only one of the two is tried.
                same = role == Role.ASSASSIN and area != decision.own and s.areas[area, kind - Role.ASSASSIN] > 0
                if s.areas[area, kind] > 0 and not same:
                    best = max(best, _value_without(decision, w, kind, area))
    return best


@inlined
def _first_of(s: State, areas: Layout) -> int:
    """Return the first play of a layout, in this order: Queen's table, own domain, opponent's domain."""
    chosen = 0
    for i in range(1, s.held[s.to_move]):
        if place_of(areas[i], s.to_move) < place_of(areas[chosen], s.to_move):
            chosen = i
    return int(s.hands[s.to_move, chosen]) * AREAS + int(areas[chosen])
