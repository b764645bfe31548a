"""Resample the cards that a player of Courtisans cannot know, in place.

All assignments of unseen cards to unknown places are equally likely, given that each face-down card on the table is a
spy. The pool is ordered by kind and the places are filled in a fixed order, so the true cards never affect the sample.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.games.courtisans.rules import give_missions
from courtly.games.courtisans.state import (
    AREAS,
    CARDS,
    FAMILIES,
    HAND,
    KINDS,
    MISSIONS,
    NONE,
    ROLES,
    Content,
    Phase,
    Role,
    State,
)


@inlined
def knows_spy(s: State, seat: int, spy: int) -> bool:
    """Return whether a seat knows the card of a spy: it played the spy, or the match is over and the spy is in play.

    These are clauses 10.5 and 10.6.
    """
    return bool(s.spy_by[spy] == seat or (s.phase == Phase.OVER and s.spy_area[spy] != NONE))


@kernel
def redeal(content: Content, s: State, seat: int, rng: Stream) -> None:
    """Resample, in place, all cards that `seat` cannot know. Seat -1 is a spectator."""
    pool = np.empty(KINDS, np.int8)
    _unseen(content, s, seat, pool)
    _redeal_spies(s, seat, pool, rng)
    _redeal_cards(content, s, seat, pool, rng)
    if s.phase != Phase.OVER and content.missions > 0:
        _redeal_missions(content, s, seat, rng)


@kernel
def _unseen(content: Content, s: State, seat: int, pool: npt.NDArray[np.int8]) -> None:
    """Count the cards that the seat has not seen, by kind."""
    for kind in range(KINDS):
        pool[kind] = content.copies[kind % ROLES] if kind < content.families * ROLES else 0
        for area in range(AREAS):
            pool[kind] -= s.areas[area, kind]
    for i in range(s.eliminated):
        if s.graveyard[i] < KINDS:
            pool[s.graveyard[i]] -= 1
    for spy in range(s.spies):
        if knows_spy(s, seat, spy):
            pool[s.spy_kind[spy]] -= 1
    if seat != NONE:
        for i in range(s.held[seat]):
            pool[s.hands[seat, i]] -= 1


@kernel
def _redeal_spies(s: State, seat: int, pool: npt.NDArray[np.int8], rng: Stream) -> None:
    """Draw the spies unknown to the seat from the unseen spies."""
    left = 0
    for family in range(FAMILIES):
        left += pool[family * ROLES + Role.SPY]
    for spy in range(s.spies):
        if knows_spy(s, seat, spy):
            continue
        pick = below(rng, left)
        family = 0
        while pick >= pool[family * ROLES + Role.SPY]:
            pick -= pool[family * ROLES + Role.SPY]
            family += 1
        kind = family * ROLES + Role.SPY
        s.spy_kind[spy] = kind
        pool[kind] -= 1
        left -= 1


@kernel
def _redeal_cards(content: Content, s: State, seat: int, pool: npt.NDArray[np.int8], rng: Stream) -> None:
    """Draw the other hands, then the deck, from the rest of the pool. The last cards are those removed at setup."""
    cards = np.empty(CARDS, np.int8)
    n = 0
    for kind in range(KINDS):
        for _ in range(pool[kind]):
            cards[n] = kind
            n += 1
    for other in range(content.players):
        if other == seat:
            continue
        for i in range(s.held[other]):
            s.hands[other, i] = _take(cards, n, rng)
            n -= 1
        _sort_hand(s, other)
    for i in range(s.drawn, content.in_play):
        s.deck[i] = _take(cards, n, rng)
        n -= 1


@inlined
def _take(cards: npt.NDArray[np.int8], n: int, rng: Stream) -> int:
    """Draw one of the first `n` cards, and fill the gap with the last of them."""
    i = below(rng, n)
    kind = cards[i]
    cards[i] = cards[n - 1]
    return int(kind)


@inlined
def _sort_hand(s: State, seat: int) -> None:
    for i in range(1, HAND):
        j = i
        while j > 0 and j < s.held[seat] and s.hands[seat, j - 1] > s.hands[seat, j]:
            kind = s.hands[seat, j]
            s.hands[seat, j] = s.hands[seat, j - 1]
            s.hands[seat, j - 1] = kind
            j -= 1


@kernel
def _redeal_missions(content: Content, s: State, seat: int, rng: Stream) -> None:
    """Draw the other seats' missions from the missions that the seat does not hold."""
    cards = np.empty(MISSIONS, np.int8)
    half = content.missions // 2 if content.colours == 2 else content.missions
    white = _unseen_missions(s, seat, cards, 0, half)
    blue = _unseen_missions(s, seat, cards[half:], half, int(content.missions))
    for other in range(content.players):
        if other == seat:
            continue
        one = _take(cards, white, rng)
        white -= 1
        if content.colours == 2:
            two = _take(cards[half:], blue, rng)
            blue -= 1
        else:
            two = _take(cards, white, rng)
            white -= 1
        give_missions(s, other, one, two)


@kernel
def _unseen_missions(s: State, seat: int, out: npt.NDArray[np.int8], low: int, high: int) -> int:
    """Write the missions from `low` to `high` - 1 that the seat does not hold into `out`, and return their number."""
    n = 0
    for mission in range(low, high):
        if seat != NONE and (s.missions[seat, 0] == mission or s.missions[seat, 1] == mission):
            continue
        out[n] = mission
        n += 1
    return n
