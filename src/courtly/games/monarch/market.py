"""The market row: cards are drawn from the deck, left to right; the discard pile becomes a new deck. Kernels."""

from __future__ import annotations

import numpy as np

from courtly.engine.kernel import inlined, kernel
from courtly.engine.rng import Stream, below, restart
from courtly.games.monarch.board import discard
from courtly.games.monarch.moons import reveal_moon
from courtly.games.monarch.state import CARDS, FIRST_MOON, NONE, SPOTS, Content, Phase, Place, Shorts, State


@inlined
def draw_luck(rng: Stream) -> int:
    """Draw the name of a family of random streams."""
    return below(rng, 1 << 31) << 31 | below(rng, 1 << 31)


@kernel
def shuffle_span(rng: Stream, cards: Shorts, start: int, end: int) -> None:
    """Shuffle `cards[start:end]` in place (Fisher-Yates)."""
    for i in range(end - start - 1, 0, -1):
        j = start + below(rng, i + 1)
        cards[start + i], cards[j] = cards[j], cards[start + i]


@inlined
def gather(content: Content, s: State, start: int, place: int) -> None:
    """Write all cards that are at a place into the deck from `start` on, ascending: no order is remembered."""
    n = start
    for i in range(content.in_play):
        # Without a branch, which a random position would mispredict: what is elsewhere is overwritten.
        s.deck[n] = content.cards[i]
        n += s.where[content.cards[i]] == place
    s.deck[n] = NONE


@kernel
def turn_up_first(content: Content, s: State) -> None:
    """Fill the market before the first turn; Moons are discarded and replaced."""
    for spot in range(SPOTS):
        while s.deck[s.drawn] >= FIRST_MOON:
            discard(s, int(s.deck[s.drawn]))
            s.drawn += 1
        s.market[spot] = s.deck[s.drawn]
        s.where[s.market[spot]] = Place.MARKET
        s.drawn += 1


@kernel
def fill(content: Content, s: State) -> None:
    """Do one step of filling the market: reshuffle, or turn up a card; with nothing left to do the turn goes on."""
    spot = 0
    while spot < SPOTS and s.market[spot] != NONE:
        spot += 1
    if spot == SPOTS or (s.drawn == s.deck_size and s.discards == 0):
        s.phase, s.to_move = Phase.ACT, s.active
        return
    if s.drawn == s.deck_size:
        _reshuffle(content, s)
        return
    card = int(s.deck[s.drawn])
    s.drawn += 1
    if card >= FIRST_MOON:
        reveal_moon(content, s, card)
        return
    s.market[spot] = card
    s.where[card] = Place.MARKET


@kernel
def _reshuffle(content: Content, s: State) -> None:
    """Make the discard pile the deck; the second of a match lies behind the first, as one move may need both."""
    row = int(s.reshuffles) % 2
    start = int(s.deck_size) if s.reshuffles == 1 else 0
    end = start + int(s.discards)
    if _is_discards(s, row):
        for i in range(s.discards):
            s.deck[start + i] = s.next_decks[row, i]
    else:
        gather(content, s, start, Place.DISCARD)
        rng = np.empty(1, np.uint64)
        restart(rng, s.luck, s.reshuffles)
        shuffle_span(rng, s.deck, start, end)
    s.deck[end:] = NONE
    for i in range(start, end):
        s.where[s.deck[i]] = Place.DECK
    s.next_decks[row, :] = NONE
    s.deck_start, s.drawn, s.deck_size = start, start, end
    s.discards = 0
    s.reshuffles += 1


@kernel
def _is_discards(s: State, row: int) -> bool:
    """Return whether a list that a deal gave is the discard pile; one that is not is refused later, outside."""
    n = 0
    while n < CARDS and s.next_decks[row, n] != NONE:
        if s.where[s.next_decks[row, n]] != Place.DISCARD:
            return False
        n += 1
    return n == s.discards
