"""The observation of one seat of Cursed Court, as numbers from 0 to 1.

Seats are numbered clockwise from the observer. `OBSERVATION` describes each part of the observation.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.contract.layout import Visibility
from courtly.engine.contract.observation import Observation, Piece, Values
from courtly.games.cursed_court.redeal import index_in_year, knows_gap
from courtly.games.cursed_court.state import (
    COPIES,
    CROWNS,
    NOBLES,
    NONE,
    REGIONS,
    SEASONS,
    SEATS,
    Content,
    Exchange,
    State,
)
from courtly.games.cursed_court.years import seats_playing, standing_of

OBSERVATION = Observation(
    tableau=Piece("face-up cards of the year by noble, as a share of all copies", (NOBLES,)),
    holes=Piece(
        "hole cards by noble, as a share of all copies: the observer's gap, then the gap before it",
        (2, NOBLES),
        visibility=Visibility.RULED,
    ),
    aside=Piece("cards that sit out by noble, as a share of all copies", (NOBLES,)),
    crowns=Piece("owners of the crowns in each region, by region and seat", (REGIONS, SEATS), values=Values.FLAG),
    coins=Piece("last bet in each region: coins / (coins + starting purse)", (REGIONS,)),
    places=Piece(
        "position of the observer's crown in each region, from the bottom, as a share of the seats", (REGIONS,)
    ),
    feint=Piece(
        "the observer's feint by region; the last number means no region",
        (REGIONS + 1,),
        values=Values.FLAG,
        visibility=Visibility.OWNER,
    ),
    seats=Piece(
        "holdings and status of each seat",
        (SEATS, 6),
        columns=("purse", "crowns on the board", "score", "plays this year", "has the marker", "to move"),
    ),
    phase=Piece("current phase", (4,), values=Values.FLAG),
    season=Piece("current season", (SEASONS,), values=Values.FLAG),
    pending=Piece("region of the bet whose stake is due", (REGIONS,), values=Values.FLAG),
    pending_feint=Piece("whether that bet is the observer's feint", values=Values.FLAG, visibility=Visibility.OWNER),
    players=Piece("number of players, from 2", (SEATS - 1,), values=Values.FLAG),
    year=Piece("current year, as a share of all years"),
    remembers=Piece("whether The Court Remembers is played", values=Values.FLAG),
    coinless=Piece("whether The Coinless Court is played", values=Values.FLAG),
    elimination=Piece("whether The Great Exchange is played with elimination", values=Values.FLAG),
    cash=Piece("whether The Great Exchange is played for cash", values=Values.FLAG),
    masquerade=Piece("whether The Royal Masquerade is played", values=Values.FLAG),
)
SIZE = OBSERVATION.size

_TABLEAU = OBSERVATION["tableau"].start
_HOLES = OBSERVATION["holes"].start
_ASIDE = OBSERVATION["aside"].start
_CROWNS = OBSERVATION["crowns"].start
_COINS = OBSERVATION["coins"].start
_PLACES = OBSERVATION["places"].start
_FEINT = OBSERVATION["feint"].start
_SEATS = OBSERVATION["seats"].start
_PER_SEAT = OBSERVATION["seats"].shape[1]
_PHASE = OBSERVATION["phase"].start
_SEASON = OBSERVATION["season"].start
_PENDING = OBSERVATION["pending"].start
_PENDING_FEINT = OBSERVATION["pending_feint"].start
_PLAYERS = OBSERVATION["players"].start
_YEAR = OBSERVATION["year"].start
_REMEMBERS = OBSERVATION["remembers"].start
_COINLESS = OBSERVATION["coinless"].start
_ELIMINATION = OBSERVATION["elimination"].start
_CASH = OBSERVATION["cash"].start
_MASQUERADE = OBSERVATION["masquerade"].start


@inlined
def _from_seat(content: Content, seat: int, other: int) -> int:
    """Return the number of seats from the observer clockwise to a seat."""
    after = int(other) - int(seat)
    return after + int(content.players) * (after < 0)


@inlined
def _squash(value: int, half: int) -> float:
    """Map a number of coins into [0, 1): `value / (value + half)`."""
    return value / max(1, value + half)


@kernel
def observe(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write the knowledge of `seat` into `out`, shape (SIZE,), values from 0 to 1."""
    out[:] = 0.0
    _observe_cards(content, s, seat, out)
    _observe_board(content, s, seat, out)
    for other in range(content.players):
        _observe_seat(content, s, seat, other, out)
    _observe_turn(content, s, seat, out)


@inlined
def _observe_cards(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    seated, place = seats_playing(content, s), index_in_year(content, s, seat)
    for i in range(s.holes if s.seated[seat] else 0):
        gap = i if seated > 3 else i // 2
        before, known = 0 if gap == place else NOBLES, knows_gap(gap, place, seated)
        out[_HOLES + before + int(s.deck[i])] += np.float32(known / COPIES)
    if s.deck_size > 0:
        for i in range(int(s.holes), int(s.holes) + s.season + 1):
            out[_TABLEAU + int(s.deck[i])] += np.float32(1 / COPIES)
    for noble in range(NOBLES):
        out[_ASIDE + noble] = np.float32(s.aside[noble] / COPIES)


@inlined
def _observe_board(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for region in range(REGIONS):
        # Without a branch on whether a crown is there, because the processor would often mispredict it.
        first = int(s.crowns[region, 0])
        column = _from_seat(content, seat, seat if first == NONE else first)
        out[_CROWNS + region * SEATS + column] = np.float32(first != NONE)
        out[_PLACES + region] = np.float32((first == seat) / SEATS)
        n = 1
        while n < SEATS and s.crowns[region, n] != NONE:
            out[_CROWNS + region * SEATS + _from_seat(content, seat, int(s.crowns[region, n]))] = 1.0
            out[_PLACES + region] += np.float32((n + 1) * (s.crowns[region, n] == seat) / SEATS)
            n += 1
    for region in range(REGIONS):  # a separate loop, so that the divisions are vectorized
        out[_COINS + region] = np.float32(_squash(int(s.stack[region]), int(content.coins)))
    if content.masquerade:
        out[_FEINT + (REGIONS if s.feint[seat] == NONE else int(s.feint[seat]))] = 1.0


@inlined
def _observe_seat(content: Content, s: State, seat: int, other: int, out: npt.NDArray[np.float32]) -> None:
    at = _SEATS + _from_seat(content, seat, other) * _PER_SEAT
    out[at] = np.float32(_squash(int(s.purse[other]), int(content.coins)))
    out[at + 1] = np.float32(s.placed[other] / CROWNS)
    standing = standing_of(content, s, other)
    half = max(20, int(content.coins))
    out[at + 2] = np.float32(0.5 + 0.5 * standing / (abs(standing) + half))
    out[at + 3] = s.seated[other]
    out[at + 4] = 1.0 if s.marker == other else 0.0
    out[at + 5] = 1.0 if s.to_move == other else 0.0


@inlined
def _observe_turn(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    out[_PHASE + int(s.phase)] = 1.0
    out[_SEASON + int(s.season)] = 1.0
    out[_PENDING + max(0, int(s.pending))] = 1.0 if s.pending != NONE else 0.0
    out[_PENDING_FEINT] = s.pending_feint if s.to_move == seat else 0
    out[_PLAYERS + int(content.players) - 2] = 1.0
    out[_YEAR] = np.float32(min(1.0, s.year / max(1, int(s.last_year))))
    out[_REMEMBERS] = content.remembers
    out[_COINLESS] = content.coinless
    out[_ELIMINATION] = 1.0 if content.exchange == Exchange.ELIMINATION else 0.0
    out[_CASH] = 1.0 if content.exchange == Exchange.CASH else 0.0
    out[_MASQUERADE] = content.masquerade
