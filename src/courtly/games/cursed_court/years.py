"""Kernels for the rules of Cursed Court between bets: deals of years, starts of seasons, scoring and tie-breaks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import below, restart
from courtly.games.cursed_court.state import (
    CARDS,
    NOBLES,
    NONE,
    REGIONS,
    SEATS,
    STACK,
    Content,
    Exchange,
    Phase,
    State,
)

VALUES = (0, 1, 2, 5, 8)
"""Points of a noble region by the copies of its noble in the tableau."""


@kernel
def next_year(content: Content, s: State) -> None:
    """Begin the next year, or skip it if fewer than two players have chips (clause 12.7)."""
    s.year += 1
    seated = 0
    for seat in range(content.players):
        s.seated[seat] = content.exchange == Exchange.OFF or s.purse[seat] > 0
        seated += s.seated[seat]
    if seated < 2:
        for seat in range(content.players):
            s.gained[seat] = 0
        after_year(content, s)
        return
    s.holes = 2 * seated if seated < 4 else seated
    _shuffle_year(content, s)
    if content.cut:
        _cut(content, s)
    s.season = -1
    start_season(content, s)


@kernel
def _shuffle_year(content: Content, s: State) -> None:
    """Shuffle the cards in play into this year's deck, with the year's own random stream, or use `next_deck`."""
    n = 0
    for noble in range(NOBLES):
        for _ in range(content.copies[noble] - s.aside[noble]):
            s.deck[n] = noble
            n += 1
    s.deck_size = n
    s.deck[n:] = NONE
    s.dealt += 1
    if s.next_deck[0] != NONE:
        s.deck[:] = s.next_deck
        s.next_deck[:] = NONE
        return
    rng = np.empty(1, np.uint64)
    restart(rng, s.luck, s.dealt)
    for i in range(n - 1):
        j = i + below(rng, n - i)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]


@kernel
def _cut(content: Content, s: State) -> None:
    """Reduce a deck to its tableau (clause 15.4)."""
    s.deck_size = tableau_size(content, s)
    s.deck[s.deck_size :] = NONE
    sort_pairs(s)


@kernel
def sort_pairs(s: State) -> None:
    """Sort each pair of hole cards into the order of the grid (clause 15.4)."""
    for i in range(0, s.holes, 2):
        low, high = min(s.deck[i], s.deck[i + 1]), max(s.deck[i], s.deck[i + 1])
        s.deck[i], s.deck[i + 1] = low, high


@inlined
def seats_playing(content: Content, s: State) -> int:
    """Return how many seats play this year."""
    count = 0
    for seat in range(content.players):
        count += s.seated[seat]
    return count


@inlined
def next_seated(content: Content, s: State, seat: int) -> int:
    """Return the next seat, clockwise, that plays this year."""
    seat = (seat + 1) % int(content.players)
    while not s.seated[seat]:
        seat = (seat + 1) % int(content.players)
    return seat


@kernel
def start_season(content: Content, s: State) -> None:
    """Turn up a card, and pass the marker unless it stays. The holder of the marker bets first (clauses 4.1 to 4.4)."""
    s.season += 1
    seated = seats_playing(content, s)
    rests = s.season == 0 and (seated == 2 or seated == 4)  # noqa: PLR1714 - compiles to less than a tuple
    if not (rests and s.seated[s.marker]):
        s.marker = next_seated(content, s, int(s.marker))
    s.to_move = s.marker


@inlined
def tableau_size(content: Content, s: State) -> int:
    """Return the number of cards in the tableau at the end of the year."""
    return int(s.holes) + int(content.seasons)


@kernel
def count_tableau(content: Content, s: State, counts: npt.NDArray[np.int8]) -> None:
    """Count the nobles of the whole tableau, including hole cards, into `counts`, shape (9,)."""
    counts[:] = 0
    for i in range(tableau_size(content, s)):
        counts[s.deck[i]] += 1


@kernel
def region_value(content: Content, region: int, counts: npt.NDArray[np.int8]) -> int:
    """Return the points of a crown in a region for a tableau (clauses 7.2 and 7.3)."""
    if region < NOBLES:
        return VALUES[counts[region]]
    for noble in range(NOBLES):
        if content.needs[region] >> noble & 1 and counts[noble] == 0:
            return 0
    return int(content.points[region])


@inlined
def crown_points(content: Content, s: State, region: int, n: int, value: int) -> int:
    """Return the points of the n-th crown in a region whose value is `value`."""
    if s.feint[s.crowns[region, n]] == region:
        return 0
    return max(0, value - n) if content.coinless else value


@kernel
def end_year(content: Content, s: State) -> None:
    """Score the year, return coins or share chips, set the tableau aside, clear the board (clauses 7.1 to 7.6)."""
    counts = np.empty(NOBLES, np.int8)
    count_tableau(content, s, counts)
    for seat in range(content.players):
        s.gained[seat] = 0
    for region in range(REGIONS):
        if s.crowns[region, 0] == NONE:
            continue
        value = region_value(content, region, counts)
        for n in range(SEATS):
            if s.crowns[region, n] != NONE:
                s.gained[s.crowns[region, n]] += crown_points(content, s, region, n, value)
    if content.exchange == Exchange.OFF:
        for seat in range(content.players):
            s.score[seat] += s.gained[seat]
            s.purse[seat] = content.coins
    else:
        share_pot(content, s)
    if content.remembers:
        s.aside[:] = counts
    _clear_board(s)


@kernel
def share_pot(content: Content, s: State) -> None:
    """Give the chips on the board to the year's winners. Chips under feints go back first (clauses 12.2 to 12.4)."""
    best = 0
    for seat in range(content.players):
        if s.feint[seat] != NONE:
            s.purse[seat] += s.stack[s.feint[seat]]
            s.stack[s.feint[seat]] = 0
        best = max(best, s.gained[seat])
    winners, pot = 0, 0
    for seat in range(content.players):
        winners += s.seated[seat] and s.gained[seat] == best
    for region in range(REGIONS):
        if best == 0 and s.crowns[region, 0] != NONE:
            s.purse[s.crowns[region, 0]] += s.stack[region]
        pot += s.stack[region]
    if best == 0:
        return
    left = pot % winners
    for i in range(content.players):
        seat = (int(s.marker) + i) % int(content.players)
        if s.seated[seat] and s.gained[seat] == best:
            s.purse[seat] += pot // winners + (left > 0)
            left -= left > 0


@kernel
def _clear_board(s: State) -> None:
    for region in range(REGIONS):
        s.stack[region] = 0
        if s.crowns[region, 0] != NONE:
            s.crowns[region, :] = NONE
    for seat in range(SEATS):
        s.placed[seat], s.feint[seat] = 0, NONE
    for i in range(CARDS):
        s.deck[i] = NONE
    s.deck_size, s.holes, s.season = 0, 0, 0


@inlined
def standing_of(content: Content, s: State, seat: int) -> int:
    """Return the score that decides victory: points, chips, or chips minus chips bought."""
    if content.exchange == Exchange.OFF:
        return int(s.score[seat])
    chips = int(s.purse[seat])
    return chips - STACK - int(s.bought[seat]) if content.exchange == Exchange.CASH else chips


@kernel
def _tied(content: Content, s: State) -> bool:
    best, count = -(1 << 30), 0
    for seat in range(content.players):
        standing = standing_of(content, s, seat)
        if standing > best:
            best, count = standing, 0
        count += standing == best
    return count > 1


@kernel
def after_year(content: Content, s: State) -> None:
    """Set the phase after a year: the end, rebuying, or `BET` for the next year."""
    alive = 0
    for seat in range(content.players):
        alive += s.purse[seat] > 0
    extra = s.last_year - content.years < content.extra_years and s.year >= s.last_year and _tied(content, s)
    if extra:
        s.last_year += 1
    if s.year >= s.last_year or (content.exchange == Exchange.ELIMINATION and alive == 1):
        s.phase, s.to_move = Phase.OVER, NONE
    elif content.exchange == Exchange.CASH:
        s.phase, s.to_move = Phase.REBUY, s.marker


@kernel
def score(content: Content, s: State, out: npt.NDArray[np.int32]) -> None:
    """Write the current scores into `out`, shape (players,) or longer. Chips on the board count for their owners."""
    for seat in range(content.players):
        out[seat] = standing_of(content, s, seat)
    if content.exchange != Exchange.OFF:
        for region in range(REGIONS):
            if s.crowns[region, 0] != NONE:
                out[s.crowns[region, 0]] += s.stack[region]
