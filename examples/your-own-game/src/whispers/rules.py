"""The rules of Whispers as kernels. Numbers such as 2.4 in comments and docstrings are clauses of `RULES.md`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below, shuffle
from whispers.state import CARDS, HAND, HOUSES, NONE, RANKS, VOWS, Content, State

N_HOUSES = len(HOUSES)


@kernel
def deal(content: Content, s: State, rng: Stream) -> None:
    """Deal a fresh match into `s`."""
    cards = np.arange(CARDS).astype(np.int8)
    shuffle(rng, cards, CARDS)
    lay_out(content, s, cards, below(rng, content.players))


@kernel
def lay_out(content: Content, s: State, cards: npt.NDArray[np.int8], first: int) -> None:
    """Deal cards in their order: the favourite, the hand of each seat, the deck from its top (1.2, 1.3)."""
    s.holds[:], s.held[:], s.laid[:], s.favours[:] = 0, 0, 0, 0
    s.heard[:], s.vow[:], s.deck[:] = NONE, NONE, NONE
    s.to_move, s.favourite = first, cards[0]
    for seat in range(content.players):
        s.held[seat] = HAND
        for i in range(HAND):
            s.holds[seat, cards[1 + HAND * seat + i]] = 1
    s.left = CARDS - 1 - HAND * content.players
    for i in range(s.left):
        s.deck[i] = cards[CARDS - 1 - i]


@inlined
def may_confide(content: Content, s: State) -> bool:
    """Return whether the seat to move may confide a card (2.4, 2.5). A seat fills `heard` in order."""
    return bool(content.players > 2 and content.vows > 0 and s.heard[s.to_move, content.vows - 1] == NONE)


@kernel
def legal(content: Content, s: State, out: npt.NDArray[np.int32]) -> int:
    """Write the legal moves into `out` in the order back, slander, confide, and return their number."""
    n, me, players = 0, int(s.to_move), int(content.players)
    if me == NONE:
        return 0
    for card in range(CARDS):
        if s.holds[me, card]:
            out[n] = card
            n += 1
    for verb in range(2 if may_confide(content, s) else 1):
        for card in range(CARDS):
            for seat in range(players):
                if s.holds[me, card] and seat != me:
                    out[n] = CARDS + (verb * CARDS + card) * players + seat
                    n += 1
    return n


@kernel
def apply(content: Content, s: State, move: int) -> None:
    """Play a card, draw a card, and pass the turn."""
    me, players, rest = int(s.to_move), int(content.players), move - CARDS
    card = move if rest < 0 else rest // players % CARDS
    seat = rest % players
    s.holds[me, card] = 0
    s.held[me] -= 1
    if rest < 0:
        s.laid[me, card] = 1  # 2.2
    elif rest < CARDS * players:
        s.laid[seat, card] = -1  # 2.3
    else:
        confide(s, card, seat)
    if s.left > (CARDS - 1 - HAND * players) % players:  # 2.6
        s.left -= 1
        s.holds[me, s.deck[s.left]] = 1
        s.held[me] += 1
        s.deck[s.left] = NONE
    following = (me + 1) % players
    s.to_move = following if s.held[following] else NONE  # 3.1


@inlined
def confide(s: State, card: int, seat: int) -> None:
    """Show a card of the seat to move to another seat and place it face down; both gain a favour (2.4)."""
    me, place = s.to_move, 0
    while s.heard[me, place] != NONE:
        place += 1
    s.heard[me, place] = seat
    s.vow[me, me, place], s.vow[seat, me, place] = card, card
    s.favours[me] += 1
    s.favours[seat] += 1


@inlined
def strength(s: State, seat: int, house: int) -> int:
    """Return the strength of a seat in a house (3.2)."""
    total = 0
    for rank in range(1, RANKS + 1):
        card = house * RANKS + rank - 1
        total += s.laid[seat, card] * rank
        for place in range(VOWS):
            total += rank * (s.vow[seat, seat, place] == card)
    return total


@kernel
def score(content: Content, s: State, out: npt.NDArray[np.int32]) -> None:
    """Write the points of every seat into `out` (3.3, 3.4)."""
    out[: content.players] = s.favours[: content.players]
    for house in range(N_HOUSES):
        best, winner = 0, NONE
        for seat in range(content.players):
            mine = strength(s, seat, house)
            if mine >= best:
                winner = seat if mine > best else NONE
                best = mine
        if winner != NONE:
            out[winner] += 6 if s.favourite // RANKS == house else 3


@inlined
def knows_vow(s: State, seat: int, teller: int, place: int) -> bool:
    """Return whether a seat knows a confided card: teller and receiver know it, and all seats at the end (2.4, 3.1)."""
    return bool(s.to_move == NONE or seat == teller or s.heard[teller, place] == seat)


@kernel
def unseen(content: Content, s: State, seat: int, out: npt.NDArray[np.int8]) -> int:
    """Write the cards that a seat has not seen into `out`, ascending, and return their number."""
    seen = np.zeros(CARDS, np.int8)
    if s.to_move == NONE:
        seen[s.favourite] = 1
    for other in range(content.players):
        for card in range(CARDS):
            seen[card] |= s.laid[other, card] != 0 or (other == seat and s.holds[other, card])
        for place in range(VOWS):
            if s.heard[other, place] != NONE and knows_vow(s, seat, other, place):
                seen[s.vow[other, other, place]] = 1
    n = 0
    for card in range(CARDS):
        if not seen[card]:
            out[n] = card
            n += 1
    return n


@kernel
def redeal(content: Content, s: State, seat: int, rng: Stream) -> None:
    """Resample, in place, all cards that `seat` cannot know. Seat -1 is a spectator."""
    cards = np.empty(CARDS, np.int8)
    n = unseen(content, s, seat, cards)
    shuffle(rng, cards, n)
    if s.to_move != NONE:
        n -= 1
        s.favourite = cards[n]
    for other in range(content.players):
        for place in range(VOWS):
            heard = s.heard[other, place]
            if heard != NONE and not knows_vow(s, seat, other, place):
                n -= 1
                s.vow[other, other, place] = cards[n]
                s.vow[heard, other, place] = cards[n]
        if other != seat:
            s.holds[other, :] = 0
            for _ in range(s.held[other]):
                n -= 1
                s.holds[other, cards[n]] = 1
    for i in range(s.left):
        s.deck[i] = cards[i]
