"""The scoring of Courtisans as kernels: family status, domains, missions. All spies count as revealed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.courtisans.state import FAMILIES, ROLES, Area, Content, Mission, Role, State


@kernel
def tally(s: State, area: int, noble: int, out: npt.NDArray[np.int32]) -> None:
    """Count an area's cards by family into `out`, shape (6,). A noble counts `noble` times; spies count too."""
    for family in range(FAMILIES):
        out[family] = 0
        for role in range(ROLES):
            weight = noble if role == Role.NOBLE else 1
            out[family] += weight * s.areas[area, family * ROLES + role]
    for spy in range(s.spies):
        out[s.spy_kind[spy] // ROLES] += s.spy_area[spy] == area


@kernel
def standing(s: State, out: npt.NDArray[np.int32]) -> None:
    """Write the status of each family into `out`: 1 esteemed, -1 fallen from grace, 0 neutral (clauses 7.3 to 7.5)."""
    for family in range(FAMILIES):
        out[family] = (
            s.areas[Area.ABOVE, family * ROLES + Role.NOBLE] - s.areas[Area.BELOW, family * ROLES + Role.NOBLE]
        )
        for role in range(ROLES):
            out[family] += s.areas[Area.ABOVE, family * ROLES + role] - s.areas[Area.BELOW, family * ROLES + role]
    for spy in range(s.spies):
        out[s.spy_kind[spy] // ROLES] += int(s.spy_area[spy] == Area.ABOVE) - int(s.spy_area[spy] == Area.BELOW)
    for family in range(FAMILIES):
        out[family] = int(out[family] > 0) - int(out[family] < 0)


@kernel
def family_in(s: State, area: int, family: int, noble: int) -> int:
    """Return the number of a family's cards in an area, with a noble counted `noble` times."""
    count = (noble - 1) * int(s.areas[area, family * ROLES + Role.NOBLE])
    for role in range(ROLES):
        count += s.areas[area, family * ROLES + role]
    for spy in range(s.spies):
        count += (s.spy_area[spy] == area) & (s.spy_kind[spy] // ROLES == family)
    return count


@kernel
def roles_in(s: State, area: int, role: int) -> int:
    """Return the number of cards of a role in an area."""
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
    noble = 1 + content.nobles_double
    left = Area.DOMAIN + (seat + 1) % content.players
    return family_in(s, Area.DOMAIN + seat, a, noble) < family_in(s, left, a, noble)


@kernel
def _families_below(s: State, count: int, noble: int) -> int:
    """Return the number of families with at least `count` cards below the mat."""
    families = 0
    for family in range(FAMILIES):
        families += family_in(s, Area.BELOW, family, noble) >= count
    return families


@kernel
def met(content: Content, s: State, seat: int, mission: int, status: npt.NDArray[np.int32]) -> bool:
    """Return whether a seat would meet a mission if the match ended now (clauses of section 9).

    `status` is the output of `standing`.
    """
    kind = content.mission_kind[mission]
    a, b = int(content.mission_a[mission]), int(content.mission_b[mission])
    if kind <= Mission.ROLES_AT_LEAST:
        return _own_mission(content, s, seat, mission)
    if kind == Mission.BELOW_EVERY_FAMILY:
        return _families_below(s, 1, 1) == FAMILIES
    if kind == Mission.BELOW_AT_LEAST:
        return _families_below(s, b, 1 + content.nobles_double) > 0
    if kind == Mission.FALLEN:
        return bool(status[a] < 0)
    if kind == Mission.FALLEN_EITHER:
        return bool(status[a] < 0 or status[b] < 0)
    if kind == Mission.ESTEEMED_AT_MOST:
        return _times(status, 1) <= b
    return _times(status, -1) >= b


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
        for i in range(2 if content.missions > 0 else 0):
            total += content.mission_points * met(content, s, seat, int(s.missions[seat, i]), status)
        out[seat] = total
