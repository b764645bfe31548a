"""Kernels that choose the steward's pledge for a Moon: its fair share, or more, if the outcome is worth it."""

from __future__ import annotations

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.monarch.rules.market import missing, most_to_pledge
from courtly.games.monarch.state import (
    FIRST_MOON,
    FOOD,
    GOLD,
    MOON_EFFECTS,
    NONE,
    Content,
    Effect,
    EffectList,
    Measure,
    Shorts,
    State,
    Who,
)
from courtly.games.monarch.steward.outlook import Floats, OutlookIndex
from courtly.games.monarch.weights import Weight


@kernel
def pledge_for(content: Content, s: State, seat: int, o: Floats) -> int:
    """Return the amount by which a seat raises its pledge; 0 is a pass."""
    moon = int(s.moon) - FIRST_MOON
    resource, target = int(content.pledge[moon, 0]), int(content.pledge[moon, 1])
    price = float(o[OutlookIndex.GOLD + resource])
    good = list_worth(content, s, seat, moon, EffectList.MET, o) - list_worth(
        content, s, seat, moon, EffectList.UNMET, o
    )
    if good <= 0:
        return 0
    # A resource without value costs nothing to pay.
    most = target if price * target <= good else int(good / price)
    share = (target + int(content.players) - 1) // int(content.players)
    pledged = int(s.pledges[seat])
    wanted = min(share, most) if pledged < min(share, most) else min(most, pledged + missing(content, s))
    return int(max(0, min(wanted - pledged, most_to_pledge(content, s, seat))))


@kernel
def list_worth(content: Content, s: State, seat: int, moon: int, which: int, o: Floats) -> float:
    """Return the value in crowns of a Moon's effect list (see `EffectList`) for a seat."""
    total = 0.0
    for i in range(MOON_EFFECTS):
        row = content.moon_effects[moon, which, i]
        if row[0] != NONE:
            total += _touched(content, s, seat, row) * _effect_worth(content, s, seat, row, o)
    return total


@inlined
def _effect_worth(content: Content, s: State, seat: int, row: Shorts, o: Floats) -> float:
    """Return the value of an effect for a seat that it applies to."""
    kind, resource, amount = int(row[0]), int(row[1]), int(row[2])
    if kind == Effect.RUIN:
        return float(-content.weights[Weight.RUINED])
    if kind == Effect.HARVEST:
        return float(s.income[FOOD] * o[OutlookIndex.FOOD])
    if kind == Effect.FLUSH:
        return 0.0
    unit, held = float(o[OutlookIndex.GOLD + resource]), int(s.held[seat, resource])
    if kind == Effect.GAIN:
        return unit * amount
    return -unit * (min(amount, held) if kind == Effect.LOSE else held // 2)


@inlined
def _touched(content: Content, s: State, seat: int, row: Shorts) -> float:
    """Return the probability that an effect applies to a seat."""
    who, measure = int(row[3]), int(row[4])
    if who == Who.ALL:
        return 1.0
    if who == Who.TOP_PLEDGER:
        return 1.0 / content.players
    own = _measure(s, seat, measure)
    for other in range(content.players):
        ahead = _measure(s, other, measure) - own
        if (who == Who.MOST and ahead > 0) or (who == Who.FEWEST and ahead < 0):
            return 0.0
    return 1.0


@inlined
def _measure(s: State, seat: int, measure: int) -> int:
    if measure == Measure.COURT:
        return int(s.courts[seat])
    if measure == Measure.GUESTS:
        return int(s.guests[seat])
    return int(s.held[seat, FOOD if measure == Measure.FOOD else GOLD])
