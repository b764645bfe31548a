"""How Courtisans is scored: status of the families, domains, missions. Kernels; every spy counts as revealed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.kernel import inlined, kernel
from courtly.games.courtisans.state import FAMILIES, NONE, ROLES, Area, Content, Mission, Role, State


@kernel
def tally(s: State, area: int, noble: int, out: npt.NDArray[np.int32]) -> None:
    """Count an area's cards by family into `out`, shape (6,): a noble counts `noble` times, a spy by its family."""
    for family in range(FAMILIES):
        out[family] = 0
        for role in range(ROLES):
            weight = noble if role == Role.NOBLE else 1
            out[family] += weight * s.areas[area, family * ROLES + role]
    for spy in range(s.spies):
        if s.spy_area[spy] == area:
            out[s.spy_kind[spy] // ROLES] += 1


@kernel
def standing(s: State, out: npt.NDArray[np.int32]) -> None:
    """Write the status of each family into `out`: 1 esteemed, -1 fallen from grace, 0 neutral (clauses 7.3 to 7.5)."""
    under = np.empty(FAMILIES, np.int32)
    tally(s, Area.ABOVE, 2, out)
    tally(s, Area.BELOW, 2, under)
    for family in range(FAMILIES):
        out[family] = np.sign(out[family] - under[family])


@kernel
def roles_in(s: State, area: int, role: int) -> int:
    """Return how many cards of a role lie in an area."""
    count = 0
    for family in range(FAMILIES):
        count += s.areas[area, family * ROLES + role]
    if role == Role.SPY:
        for spy in range(s.spies):
            count += s.spy_area[spy] == area
    return count


@inlined
def _times(values: npt.NDArray[np.int32], value: int) -> int:
    count = 0
    for each in values:
        count += each == value
    return count


@kernel
def _own_mission(content: Content, s: State, seat: int, mission: int) -> bool:
    """Return whether a mission about the seat's own domain is met."""
    a, b = int(content.mission_a[mission]), int(content.mission_b[mission])
    if content.mission_kind[mission] == Mission.ROLES_AT_LEAST:
        return roles_in(s, Area.DOMAIN + seat, a) >= b
    noble = 2 if content.nobles_double else 1
    own, left = np.empty(FAMILIES, np.int32), np.empty(FAMILIES, np.int32)
    tally(s, Area.DOMAIN + seat, noble, own)
    tally(s, Area.DOMAIN + (seat + 1) % content.players, noble, left)
    return bool(own[a] < left[a])


@kernel
def met(content: Content, s: State, seat: int, mission: int) -> bool:
    """Return whether a seat would meet a mission if the match ended now (clauses of section 9)."""
    kind = content.mission_kind[mission]
    a, b = int(content.mission_a[mission]), int(content.mission_b[mission])
    if kind <= Mission.ROLES_AT_LEAST:
        return _own_mission(content, s, seat, mission)
    values = np.empty(FAMILIES, np.int32)
    if kind == Mission.BELOW_EVERY_FAMILY or kind == Mission.BELOW_AT_LEAST:  # noqa: PLR1714 - enums in tuples do not compile
        tally(s, Area.BELOW, 2 if content.nobles_double else 1, values)
        return bool(values.min() >= 1 if kind == Mission.BELOW_EVERY_FAMILY else values.max() >= b)
    standing(s, values)
    if kind == Mission.FALLEN:
        return bool(values[a] < 0)
    if kind == Mission.FALLEN_EITHER:
        return bool(values[a] < 0 or values[b] < 0)
    if kind == Mission.ESTEEMED_AT_MOST:
        return _times(values, 1) <= b
    return _times(values, -1) >= b


@kernel
def score(content: Content, s: State, out: npt.NDArray[np.int32]) -> None:
    """Write the scores, as if the match ended now, into `out`, shape (players,) or longer (clauses 8.1 to 8.6)."""
    status = np.empty(FAMILIES, np.int32)
    cards = np.empty(FAMILIES, np.int32)
    standing(s, status)
    for seat in range(content.players):
        tally(s, Area.DOMAIN + seat, 2, cards)
        total = 0
        for family in range(FAMILIES):
            total += cards[family] * status[family]
        for i in range(2):
            mission = int(s.missions[seat, i])
            if mission != NONE and met(content, s, seat, mission):
                total += content.mission_points
        out[seat] = total
