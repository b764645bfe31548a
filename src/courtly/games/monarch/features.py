"""The observation of one seat of Monarch, as numbers from 0 to 1.

Seats are counted from the observer on. In order: where each card is (deck, market, discard pile, gone, visible on the
board, covered, set aside, each court, each court's guests); what each cell yields and whether it is a village; of each
seat its gold, food, crowns, banner and what its powers add up to; whose turn it is, who decides; phase; credits; the
running pledge; players, round and whether it is the last.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.kernel import inlined, kernel
from courtly.games.monarch.crowns import seat_score
from courtly.games.monarch.moons import missing
from courtly.games.monarch.state import (
    BANNERS,
    CARDS,
    CELLS,
    FIRST_IMPROVEMENT,
    FOOD,
    GOLD,
    NONE,
    SEATS,
    SUMS,
    TOP_YIELD,
    Content,
    Phase,
    Place,
    State,
    Terrain,
)

_PLACES = Place.GUEST + SEATS
_CELLS = CARDS * _PLACES
_SEATS = _CELLS + 2 * CELLS
_PER_SEAT = 7 + BANNERS + SUMS
_PHASE = _SEATS + SEATS * _PER_SEAT
_REST = _PHASE + Phase.OVER + 1
SIZE = _REST + 12

Out = npt.NDArray[np.float32]


@inlined
def _squash(value: int, half: int) -> float:
    """Return a number from 0 up as a share of itself and of what counts as half of much."""
    return value / (value + half)


@kernel
def observe(content: Content, s: State, seat: int, out: Out) -> None:
    """Write what `seat` knows into `out`, shape (SIZE,), values from 0 to 1."""
    out[:] = 0.0
    _observe_cards(content, s, seat, out)
    for cell in range(CELLS):
        out[_CELLS + 2 * cell] = np.float32(s.yields[cell] / TOP_YIELD)
        out[_CELLS + 2 * cell + 1] = 1.0 if content.land_terrain[s.lands[cell]] == Terrain.VILLAGE else 0.0
    for other in range(content.players):
        _observe_seat(content, s, (seat, other), out)
    _observe_turn(content, s, out)


@kernel
def _observe_cards(content: Content, s: State, seat: int, out: Out) -> None:
    for i in range(content.in_play):
        card = int(content.cards[i])
        place = int(s.where[card])
        if place >= Place.COURT:
            group = Place.GUEST if place >= Place.GUEST else Place.COURT
            place = group + (place - group - seat + int(content.players)) % int(content.players)
        out[card * _PLACES + place] = 1.0
    for cell in range(CELLS):
        card = int(s.top[cell])
        while card != NONE and s.beneath[card - FIRST_IMPROVEMENT] != NONE:
            card = int(s.beneath[card - FIRST_IMPROVEMENT])
            out[card * _PLACES + Place.BOARD] = 0.5


@kernel
def _observe_seat(content: Content, s: State, seats: tuple[int, int], out: Out) -> None:
    seat, other = seats
    at = _SEATS + (other - seat + int(content.players)) % int(content.players) * _PER_SEAT
    crowns = seat_score(content, s, other)
    out[at] = np.float32(_squash(int(s.held[other, GOLD]), 10))
    out[at + 1] = np.float32(_squash(int(s.held[other, FOOD]), 10))
    out[at + 2] = np.float32(0.5 + 0.5 * crowns / (abs(crowns) + 30))
    out[at + 3] = np.float32(s.courts[other] / 7)
    out[at + 4] = 1.0 if s.active == other else 0.0
    out[at + 5] = 1.0 if s.to_move == other else 0.0
    out[at + 6] = np.float32(_squash(int(s.pledges[other]), 5))
    if s.banner[other] != NONE:
        out[at + 7 + int(s.banner[other])] = 1.0
    for i in range(SUMS):
        out[at + 7 + BANNERS + i] = np.float32(_squash(int(s.sums[other, i]), 3))


@kernel
def _observe_turn(content: Content, s: State, out: Out) -> None:
    out[_PHASE + int(s.phase)] = 1.0
    out[_REST] = np.float32(_squash(int(s.free_improvements), 1))
    out[_REST + 1] = np.float32(_squash(int(s.free_sweeps), 1))
    out[_REST + 2] = np.float32(_squash(int(s.extra_incomes), 1))
    out[_REST + 3] = s.income_done
    out[_REST + 4] = s.last_round
    out[_REST + 5] = np.float32(s.round_number / int(content.rounds))
    out[_REST + 6] = np.float32(_squash(int(s.dismissals), 1))
    if s.moon != NONE:
        out[_REST + 7] = np.float32(_squash(missing(content, s), 5))
        out[_REST + 8] = np.float32(s.passes / int(content.players))
    out[_REST + 9 + int(content.players) - 2] = 1.0
