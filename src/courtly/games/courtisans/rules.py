"""The rules of Courtisans as kernels: deal, legal, reason, apply. See `scoring` and `redeal` for the rest.

Move numbers: `kind * 7 + area` plays a card. Moves from `KILLS` on eliminate a face-up plain courtier, noble or
assassin in an area. Moves from `KILL_SPIES` on eliminate a spy by its number. The last move, `SPARE`, eliminates no
card.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import hot, inlined, kernel
from courtly.engine.compile.rng import Stream, below, shuffle
from courtly.games.courtisans.state import (
    AREAS,
    FAMILIES,
    HAND,
    KINDS,
    NONE,
    ROLES,
    SEATS,
    SPIES,
    Area,
    Content,
    Phase,
    Role,
    State,
    TurnSlot,
)

TARGET_ROLES = (0, 1, 3)
"""Roles that can be a face-up target: plain, noble, assassin."""

KILLS = KINDS * AREAS
KILL_SPIES = KILLS + FAMILIES * len(TARGET_ROLES) * AREAS
SPARE = KILL_SPIES + SPIES
MOVES = SPARE + 1
MAX_LEGAL = 2 * FAMILIES * len(TARGET_ROLES) + SPIES + 1


class Reason(IntEnum):
    """Reasons why a move is illegal."""

    LEGAL = 0
    OVER = 1
    KILL_FIRST = 2
    NO_KILL = 3
    NO_SUCH_SEAT = 4
    NOT_IN_HAND = 5
    PLACE_USED = 6
    ELSEWHERE = 7
    NO_SUCH_CARD = 8
    ITSELF = 9
    NO_SUCH_SPY = 10
    SPY_GONE = 11
    NO_MOVE = 12
    GUARD = 13
    FACE_DOWN = 14


@inlined
def kind_of_target(target: int) -> int:
    """Return the kind of a face-up target, given its index by family and target role."""
    return target // 3 * ROLES + TARGET_ROLES[target % 3]


@inlined
def place_of(area: int, seat: int) -> int:
    """Return the `TurnSlot` bit that an area fills for a seat."""
    if area < Area.DOMAIN:
        return 1
    return 2 if area == Area.DOMAIN + seat else 4


@inlined
def same_scope(area: int, pending: int) -> bool:
    """Return whether an assassin in `pending` reaches `area`. The Queen's table is one area (5.2, 5.3)."""
    return area == pending or (0 <= area < Area.DOMAIN and pending < Area.DOMAIN)


@kernel
def deal(content: Content, s: State, rng: Stream) -> None:
    """Shuffle all cards and deal a fresh match (clauses 2.1 to 2.6)."""
    _fill_deck(content, s, rng)
    _deal_missions(content, s, rng)
    begin(content, s, below(rng, content.players))


@kernel
def _fill_deck(content: Content, s: State, rng: Stream) -> None:
    """Draw the cards in play from the whole box. The rest is removed."""
    s.deck[:] = content.cards
    n = content.in_play + content.removed
    for i in range(content.in_play):
        j = i + below(rng, n - i)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]
    s.deck[content.in_play :] = NONE


@kernel
def _deal_missions(content: Content, s: State, rng: Stream) -> None:
    cards = np.empty(20, np.int8)
    if content.missions == 0:
        for seat in range(content.players):
            give_missions(s, seat, NONE, NONE)
        return
    for i in range(content.missions):
        cards[i] = i
    if content.colours == 1:
        shuffle(rng, cards, content.missions)
        for seat in range(content.players):
            give_missions(s, seat, cards[2 * seat], cards[2 * seat + 1])
        return
    half = content.missions // 2
    shuffle(rng, cards[:half], half)
    shuffle(rng, cards[half:], content.missions - half)
    for seat in range(content.players):
        give_missions(s, seat, cards[seat], cards[half + seat])


@inlined
def give_missions(s: State, seat: int, one: int, other: int) -> None:
    """Give a seat two missions, in ascending order so that the order reveals nothing."""
    s.missions[seat, 0] = min(one, other)
    s.missions[seat, 1] = max(one, other)


@kernel
def begin(content: Content, s: State, first: int) -> None:
    """Set up the first position from the deck and the missions. Deal the hands from the top, seat 0 first."""
    s.drawn = 0
    s.hands[:, :] = NONE
    s.held[:] = 0
    for seat in range(content.players):
        draw(content, s, seat)
    for seat in range(content.players, SEATS):
        s.missions[seat, :] = NONE
    s.areas[:, :] = 0
    s.exposed[:] = 0
    s.spies, s.eliminated = 0, 0
    s.spy_by[:], s.spy_area[:], s.spy_kind[:], s.graveyard[:] = NONE, NONE, NONE, NONE
    s.pending, s.pending_kind = NONE, NONE
    s.first, s.to_move, s.turn, s.used, s.phase = first, first, 1, 0, Phase.PLAY


@inlined
def draw(content: Content, s: State, seat: int) -> None:
    """Draw three cards into an empty hand, in ascending order. If the deck is empty, draw nothing (clause 3.9)."""
    if s.drawn >= content.in_play:
        return
    one, two, three = s.deck[s.drawn], s.deck[s.drawn + 1], s.deck[s.drawn + 2]
    for i in range(HAND):
        s.deck[s.drawn + i] = NONE
    s.drawn += HAND
    s.hands[seat, 0] = min(one, two, three)
    s.hands[seat, 1] = max(min(one, two), min(max(one, two), three))
    s.hands[seat, 2] = max(one, two, three)
    s.held[seat] = HAND


@hot
def legal(content: Content, s: State, out: npt.NDArray[np.int32]) -> int:
    """Write the legal moves into `out`, ascending, and return their number."""
    if s.phase == Phase.PLAY:
        return _legal_plays(content, s, out)
    if s.phase == Phase.KILL:
        return _legal_kills(s, out)
    return 0


@inlined
def _legal_plays(content: Content, s: State, out: npt.NDArray[np.int32]) -> int:
    """Write the plays of the first card into all free areas, then copy them for each other distinct card."""
    seat = int(s.to_move)
    areas = _free_areas(content, s)
    first = int(s.hands[seat, 0])
    places = 0
    for area in range(Area.DOMAIN + content.players):
        # Without a branch, which the processor would often mispredict: an illegal move is overwritten by the next one.
        out[places] = first * AREAS + area
        places += (areas >> area) & 1
    n = places
    for i in range(1, s.held[seat]):
        if s.hands[seat, i] != s.hands[seat, i - 1]:
            step = (int(s.hands[seat, i]) - first) * AREAS
            for place in range(places):
                out[n + place] = out[place] + step
            n += places
    return n


@inlined
def _free_areas(content: Content, s: State) -> int:
    """Return the areas that are still free this turn, as a bit mask."""
    table, own = 3, 1 << (Area.DOMAIN + s.to_move)
    others = (1 << (Area.DOMAIN + content.players)) - 1 - table - own
    used = int(s.used)
    return (1 - (used & 1)) * table + (1 - (used >> 1 & 1)) * own + (1 - (used >> 2)) * others


@inlined
def targets(s: State, kind: int, area: int) -> int:
    """Return how many cards of a kind the waiting assassin can eliminate in an area: all but itself (clause 5.4)."""
    own = 1 if kind == s.pending_kind and area == s.pending else 0
    return int(s.areas[area, kind]) - own


@inlined
def _legal_kills(s: State, out: npt.NDArray[np.int32]) -> int:
    """Write the targets of the waiting assassin, which is no target itself (clause 5.4), and then `SPARE`."""
    pending, itself = int(s.pending), int(s.pending_kind)
    low, high = (0, 2) if pending < Area.DOMAIN else (pending, pending + 1)
    n, move = 0, KILLS
    for family in range(FAMILIES):
        for role in TARGET_ROLES:
            kind = family * ROLES + role
            for area in range(low, high):
                out[n] = move + area
                n += s.areas[area, kind] > (kind == itself) & (area == pending)
            move += AREAS
    for spy in range(s.spies):
        out[n] = KILL_SPIES + spy
        n += same_scope(s.spy_area[spy], s.pending)
    out[n] = SPARE
    return n + 1


@inlined
def has_target(s: State, area: int) -> bool:
    """Return whether an assassin just placed in an area has a target there."""
    if area < Area.DOMAIN:
        return bool(s.exposed[Area.ABOVE] + s.exposed[Area.BELOW] > 1)
    return bool(s.exposed[area] > 1)


@hot
def apply(content: Content, s: State, move: int) -> None:
    """Play one legal move in place."""
    apply_own_act(content, s, move)
    if s.phase == Phase.PLAY and s.used == TurnSlot.ALL:
        _end_turn(content, s)


@inlined
def apply_own_act(_content: Content, s: State, move: int) -> None:
    """Play one legal move, but do not end the turn: the seat draws no cards."""
    if move < KILLS:
        _play(s, move // AREAS, move % AREAS)
    else:
        _kill(s, move)


@inlined
def _play(s: State, kind: int, area: int) -> None:
    seat = int(s.to_move)
    _discard(s, seat, kind)
    s.used |= place_of(area, seat)
    role = kind % ROLES
    s.exposed[area] += role != Role.GUARD
    if role == Role.SPY:
        s.spy_by[s.spies], s.spy_area[s.spies], s.spy_kind[s.spies] = seat, area, kind
        s.spies += 1
        return
    s.areas[area, kind] += 1
    if role == Role.ASSASSIN and has_target(s, area):
        s.phase, s.pending, s.pending_kind = Phase.KILL, area, kind


@inlined
def _discard(s: State, seat: int, kind: int) -> None:
    """Remove one card of a kind from a hand."""
    gone = 0
    for i in range(HAND - 1):
        gone |= s.hands[seat, i] == kind
        s.hands[seat, i] = s.hands[seat, i + gone]
    s.hands[seat, HAND - 1] = NONE
    s.held[seat] -= 1


@inlined
def _kill(s: State, move: int) -> None:
    if move < KILL_SPIES:
        target, area = (move - KILLS) // AREAS, (move - KILLS) % AREAS
        kind = kind_of_target(target)
        s.areas[area, kind] -= 1
        s.exposed[area] -= 1
        s.graveyard[s.eliminated] = kind
        s.eliminated += 1
    elif move < SPARE:
        s.exposed[s.spy_area[move - KILL_SPIES]] -= 1
        s.spy_area[move - KILL_SPIES] = NONE
        s.graveyard[s.eliminated] = KINDS + move - KILL_SPIES
        s.eliminated += 1
    s.phase, s.pending, s.pending_kind = Phase.PLAY, NONE, NONE


@inlined
def _end_turn(content: Content, s: State) -> None:
    draw(content, s, s.to_move)
    s.used = 0
    s.to_move = (s.to_move + 1) % content.players
    if s.held[s.to_move] == 0:
        s.phase, s.to_move = Phase.OVER, NONE
    else:
        s.turn += 1


@kernel
def reason(content: Content, s: State, move: int) -> int:
    """Return the reason why a move is illegal, or `Reason.LEGAL`."""
    if s.phase == Phase.OVER:
        return Reason.OVER
    if move < 0 or move > SPARE:
        return Reason.NO_MOVE
    if move < KILLS:
        return _reason_play(content, s, move // AREAS, move % AREAS)
    if s.phase != Phase.KILL:
        return Reason.NO_KILL
    if move == SPARE:
        return Reason.LEGAL
    return _reason_kill(content, s, move) if move < KILL_SPIES else _reason_kill_spy(s, move - KILL_SPIES)


@kernel
def _reason_play(content: Content, s: State, kind: int, area: int) -> int:
    seat = int(s.to_move)
    if s.phase == Phase.KILL:
        return Reason.KILL_FIRST
    if area >= Area.DOMAIN + content.players:
        return Reason.NO_SUCH_SEAT
    if s.used & place_of(area, seat) != 0:
        return Reason.PLACE_USED
    for i in range(s.held[seat]):
        if s.hands[seat, i] == kind:
            return Reason.LEGAL
    return Reason.NOT_IN_HAND


@kernel
def _reason_kill(content: Content, s: State, move: int) -> int:
    target, area = (move - KILLS) // AREAS, (move - KILLS) % AREAS
    kind = kind_of_target(target)
    if area >= Area.DOMAIN + content.players:
        return Reason.NO_SUCH_SEAT
    if not same_scope(area, s.pending):
        return Reason.ELSEWHERE
    if s.areas[area, kind] == 0:
        return Reason.NO_SUCH_CARD
    return Reason.LEGAL if targets(s, kind, area) > 0 else Reason.ITSELF


@kernel
def _reason_kill_spy(s: State, spy: int) -> int:
    if spy >= s.spies:
        return Reason.NO_SUCH_SPY
    if s.spy_area[spy] == NONE:
        return Reason.SPY_GONE
    return Reason.LEGAL if same_scope(s.spy_area[spy], s.pending) else Reason.ELSEWHERE
