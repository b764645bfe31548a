"""The observation of one seat of Cursed Court, as numbers from 0 to 1.

Seats are counted from the observer on. In order: face-up cards by noble; hole cards of the observer's gap, then of the
gap before it; cards that sit out; crowns by region and seat; coins by region; place of the own crown in each region;
own feint; of each seat its purse, crowns on the board, score, whether it plays, holds the marker, decides; phase;
season; pending bet; players; options.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.kernel import inlined, kernel
from courtly.games.cursed_court.redeal import knows_hole, place_in_year
from courtly.games.cursed_court.state import CROWNS, NOBLES, NONE, REGIONS, SEASONS, SEATS, Content, Exchange, State
from courtly.games.cursed_court.years import COPIES, sitting, standing_of

_TABLEAU = 0
_HOLES = _TABLEAU + NOBLES
_ASIDE = _HOLES + 2 * NOBLES
_CROWNS = _ASIDE + NOBLES
_COINS = _CROWNS + REGIONS * SEATS
_PLACES = _COINS + REGIONS
_FEINT = _PLACES + REGIONS
_SEATS = _FEINT + REGIONS + 1
_PER_SEAT = 6
_PHASE = _SEATS + SEATS * _PER_SEAT
_SEASON = _PHASE + 4
_PENDING = _SEASON + SEASONS
_PLAYERS = _PENDING + REGIONS + 1
_REST = _PLAYERS + SEATS - 1
SIZE = _REST + 6


@inlined
def _from_seat(content: Content, seat: int, other: int) -> int:
    """Return how many places after the observer a seat sits."""
    return (other - seat + int(content.players)) % int(content.players)


@inlined
def _squash(value: int, half: int) -> float:
    """Return a number of coins as a share of itself and of what counts as half of much."""
    return value / max(1, value + half)


@kernel
def observe(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what `seat` knows into `out`, shape (SIZE,), values from 0 to 1."""
    out[:] = 0.0
    _observe_cards(content, s, seat, out)
    _observe_board(content, s, seat, out)
    for other in range(content.players):
        _observe_seat(content, s, (seat, other), out)
    _observe_turn(content, s, seat, out)


@kernel
def _observe_cards(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    each, place = 1 if sitting(content, s) > 3 else 2, place_in_year(content, s, seat)
    for i in range(s.holes):
        if knows_hole(content, s, seat, i):
            before = 0 if i // each == place else NOBLES
            out[_HOLES + before + int(s.deck[i])] += np.float32(1 / COPIES)
    if s.deck_size > 0:
        for i in range(int(s.holes), int(s.holes) + s.season + 1):
            out[_TABLEAU + int(s.deck[i])] += np.float32(1 / COPIES)
    for noble in range(NOBLES):
        out[_ASIDE + noble] = np.float32(s.aside[noble] / COPIES)


@kernel
def _observe_board(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for region in range(REGIONS):
        n = 0
        while n < SEATS and s.crowns[region, n] != NONE:
            out[_CROWNS + region * SEATS + _from_seat(content, seat, int(s.crowns[region, n]))] = 1.0
            if s.crowns[region, n] == seat:
                out[_PLACES + region] = np.float32((n + 1) / SEATS)
            n += 1
        out[_COINS + region] = np.float32(_squash(int(s.stack[region]), int(content.coins)))
    if content.masquerade:
        out[_FEINT + (REGIONS if s.feint[seat] == NONE else int(s.feint[seat]))] = 1.0


@kernel
def _observe_seat(content: Content, s: State, seats: tuple[int, int], out: npt.NDArray[np.float32]) -> None:
    seat, other = seats
    at = _SEATS + _from_seat(content, seat, other) * _PER_SEAT
    out[at] = np.float32(_squash(int(s.purse[other]), int(content.coins)))
    out[at + 1] = np.float32(s.placed[other] / CROWNS)
    standing = standing_of(content, s, other)
    half = max(20, int(content.coins))
    out[at + 2] = np.float32(0.5 + 0.5 * standing / (abs(standing) + half))
    out[at + 3] = s.seated[other]
    out[at + 4] = 1.0 if s.marker == other else 0.0
    out[at + 5] = 1.0 if s.to_move == other else 0.0


@kernel
def _observe_turn(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    out[_PHASE + int(s.phase)] = 1.0
    out[_SEASON + int(s.season)] = 1.0
    if s.pending != NONE:
        out[_PENDING + int(s.pending)] = 1.0
        out[_PENDING + REGIONS] = s.pending_feint if s.to_move == seat else 0
    out[_PLAYERS + int(content.players) - 2] = 1.0
    out[_REST] = np.float32(min(1.0, s.year / max(1, int(s.last_year))))
    out[_REST + 1] = content.remembers
    out[_REST + 2] = content.coinless
    out[_REST + 3] = 1.0 if content.exchange == Exchange.ELIMINATION else 0.0
    out[_REST + 4] = 1.0 if content.exchange == Exchange.CASH else 0.0
    out[_REST + 5] = content.masquerade
