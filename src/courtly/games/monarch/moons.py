"""Moons: their effects, and what sisters pledge together. Kernels."""

from __future__ import annotations

from courtly.engine.kernel import inlined, kernel
from courtly.games.monarch.board import discard, ruin
from courtly.games.monarch.state import (
    FIRST_MOON,
    FOOD,
    GOLD,
    MOON_EFFECTS,
    NONE,
    SEATS,
    SPOTS,
    Content,
    Effect,
    Listed,
    Measure,
    Phase,
    Place,
    Shorts,
    State,
    Who,
)


@kernel
def reveal_moon(content: Content, s: State, card: int) -> None:
    """Carry out a Moon that was drawn, or let it ask for pledges when the sisters could meet it."""
    resource, target = int(content.pledge[card - FIRST_MOON, 0]), int(content.pledge[card - FIRST_MOON, 1])
    if resource == NONE:
        _resolve(content, s, card, Listed.EFFECTS)
        return
    held = 0
    for seat in range(content.players):
        held += s.held[seat, resource]
    if held < target:
        _resolve(content, s, card, Listed.UNMET)
        return
    s.where[card] = Place.ASIDE
    s.moon, s.passes, s.phase, s.to_move = card, 0, Phase.PLEDGE, s.active


@inlined
def missing(content: Content, s: State) -> int:
    """Return what the pledges fall short of the target."""
    left = int(content.pledge[s.moon - FIRST_MOON, 1])
    for seat in range(content.players):
        left -= s.pledges[seat]
    return left


@inlined
def most_to_pledge(content: Content, s: State, seat: int) -> int:
    """Return by how much a seat can raise its pledge: what it has left, and never more than is missing."""
    left = int(s.held[seat, content.pledge[s.moon - FIRST_MOON, 0]] - s.pledges[seat])
    return min(left, missing(content, s))


@kernel
def pledge(content: Content, s: State, raised: int) -> None:
    """Raise the deciding seat's pledge, or pass with 0; then the next seat speaks, or the Moon ends."""
    s.pledges[s.to_move] += raised
    s.passes = 0 if raised else s.passes + 1
    if missing(content, s) == 0:
        resource = int(content.pledge[s.moon - FIRST_MOON, 0])
        for seat in range(content.players):
            s.held[seat, resource] -= s.pledges[seat]
        _end(content, s, Listed.MET)
    elif s.passes == content.players:
        _end(content, s, Listed.UNMET)
    else:
        s.to_move = (s.to_move + 1) % content.players


@kernel
def _end(content: Content, s: State, which: int) -> None:
    _resolve(content, s, int(s.moon), which)
    s.moon, s.passes, s.phase, s.to_move = NONE, 0, Phase.FILL, s.active
    for seat in range(SEATS):
        s.pledges[seat] = 0


@kernel
def _resolve(content: Content, s: State, card: int, which: int) -> None:
    """Carry out one list of a Moon's effects; the Moon leaves the game."""
    for i in range(MOON_EFFECTS):
        if content.moon_effects[card - FIRST_MOON, which, i, 0] != NONE:
            _carry_out(content, s, content.moon_effects[card - FIRST_MOON, which, i])
    s.where[card] = Place.GONE
    s.gone[s.gone_count] = card
    s.gone_count += 1


@kernel
def _carry_out(content: Content, s: State, row: Shorts) -> None:
    """Carry out one effect, a row of kind, resource, amount, who, measure and terrain."""
    if row[0] == Effect.RUIN:
        ruin(content, s, int(row[5]))
    elif row[0] == Effect.FLUSH:
        clear_market(s)
    else:
        best = _best(content, s, int(row[3]), int(row[4]))
        for seat in range(content.players):
            if row[3] == Who.ALL or _measured(s, seat, int(row[3]), int(row[4])) == best:
                _change(s, seat, row)


@inlined
def _measured(s: State, seat: int, who: int, measure: int) -> int:
    """Return by how much a sister is the one that an effect looks for."""
    if who == Who.TOP_PLEDGER:
        return int(s.pledges[seat])
    if measure == Measure.COURT:
        size = int(s.courts[seat])
    elif measure == Measure.GUESTS:
        size = int(s.guests[seat])
    else:
        size = int(s.held[seat, FOOD if measure == Measure.FOOD else GOLD])
    return -size if who == Who.FEWEST else size


@kernel
def _best(content: Content, s: State, who: int, measure: int) -> int:
    best = _measured(s, 0, who, measure)
    for seat in range(1, content.players):
        best = max(best, _measured(s, seat, who, measure))
    return best


@inlined
def _change(s: State, seat: int, row: Shorts) -> None:
    """Let one sister gain or lose what an effect says."""
    kind, resource, amount = int(row[0]), int(row[1]), int(row[2])
    if kind == Effect.HARVEST:
        s.held[seat, FOOD] += s.income[FOOD]
    elif kind == Effect.GAIN:
        s.held[seat, resource] += amount
    elif kind == Effect.LOSE:
        s.held[seat, resource] = max(0, int(s.held[seat, resource]) - amount)
    else:
        s.held[seat, resource] -= s.held[seat, resource] // 2


@kernel
def clear_market(s: State) -> None:
    """Put all cards of the market row on the discard pile."""
    for spot in range(SPOTS):
        if s.market[spot] != NONE:
            discard(s, int(s.market[spot]))
            s.market[spot] = NONE
