"""Resample in place all that a seat of Cursed Court cannot know: cards, other seats' feints, and future shuffles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.games.cursed_court.rules import draw_shuffle_seed, has_crown
from courtly.games.cursed_court.state import CARDS, CROWNS, NOBLES, NONE, REGIONS, Content, Phase, State
from courtly.games.cursed_court.years import seats_playing, sort_pairs


@inlined
def index_in_year(content: Content, s: State, seat: int) -> int:
    """Return the index of a seat in the list of seats that play this year."""
    place = 0
    for other in range(seat):
        place += s.seated[other]
    return place


@inlined
def knows_hole(content: Content, s: State, seat: int, hole: int) -> bool:
    """Return whether a hole card is in a gap next to the seat or, with two players, is its own (clause 3.2)."""
    if seat == NONE or not s.seated[seat]:
        return False
    seated = seats_playing(content, s)
    gap = hole if seated > 3 else hole // 2
    return knows_gap(gap, index_in_year(content, s, seat), seated)


@inlined
def knows_gap(gap: int, place: int, seated: int) -> bool:
    """Return whether a seat sees a gap's cards. `place` is the seat's `index_in_year`, `seated` the number of seats."""
    return gap == place or (seated > 2 and gap == (place if place > 0 else seated) - 1)


@kernel
def redeal(content: Content, s: State, seat: int, rng: Stream) -> None:
    """Resample, in place, all that `seat` cannot know. Seat -1 is a spectator."""
    if s.deck_size > 0:
        _redeal_deck(content, s, seat, rng)
    if content.masquerade:
        for other in range(content.players):
            if other != seat:
                _redeal_feint(s, other, rng)
    s.next_deck[:] = NONE
    s.luck = draw_shuffle_seed(rng)


@inlined
def knows_card(content: Content, s: State, seat: int, i: int) -> bool:
    """Return whether a seat has seen the card at a position in the deck."""
    return knows_hole(content, s, seat, i) if i < s.holes else i <= s.holes + s.season


@kernel
def unseen(content: Content, s: State, seat: int, pool: npt.NDArray[np.int8]) -> int:
    """Count, by noble, the cards of this year that the seat has not seen, and return their total."""
    left = 0
    for noble in range(NOBLES):
        pool[noble] = content.copies[noble] - s.aside[noble]
        left += int(pool[noble])
    for i in range(s.holes + s.season + 1):
        if knows_card(content, s, seat, i):
            pool[s.deck[i]] -= 1
            left -= 1
    return left


@kernel
def _redeal_deck(content: Content, s: State, seat: int, rng: Stream) -> None:
    pool = np.empty(NOBLES, np.int8)
    cards = np.empty(CARDS, np.int8)
    unseen(content, s, seat, pool)
    n = 0
    for noble in range(NOBLES):
        for _ in range(pool[noble]):
            cards[n] = noble
            n += 1
    for i in range(s.deck_size):
        if not knows_card(content, s, seat, i):
            j = below(rng, n)
            n -= 1
            s.deck[i] = cards[j]
            cards[j] = cards[n]
    if content.cut:
        sort_pairs(s)


@kernel
def _redeal_feint(s: State, seat: int, rng: Stream) -> None:
    """Draw a seat's feint uniformly from its four crowns, as if its bets gave no information."""
    pick = below(rng, CROWNS)
    s.feint[seat] = NONE
    if s.phase == Phase.STAKE and s.to_move == seat:
        s.pending_feint = pick == s.placed[seat]
    for region in range(REGIONS):
        if has_crown(s, region, seat):
            if pick == 0:
                s.feint[seat] = region
            pick -= 1
