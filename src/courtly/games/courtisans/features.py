"""The observation of one seat of Courtisans, as numbers from 0 to 1.

Seats are counted from the observer on, so that a policy need not learn each seat anew. In order: hand by kind; face-up
cards by area and kind; spies by area and family where known; unknown spies by area; own missions; eliminated cards by
kind; own eliminated spies by family; unknown eliminated spies; hand sizes; seat to move; places used; area of a waiting
assassin; phase; number of players; turn; deck; edition; counting of missions.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.kernel import inlined, kernel
from courtly.games.courtisans.redeal import knows_spy
from courtly.games.courtisans.state import (
    AREAS,
    CARDS,
    FAMILIES,
    HAND,
    KINDS,
    MISSIONS,
    NONE,
    ROLES,
    SEATS,
    SPIES,
    Area,
    Content,
    State,
)

_HAND = 0
_CARDS = _HAND + KINDS
_SPIES = _CARDS + AREAS * KINDS
_UNKNOWN = _SPIES + AREAS * FAMILIES
_MISSIONS = _UNKNOWN + AREAS
_GONE = _MISSIONS + MISSIONS
_OWN_GONE = _GONE + KINDS
_UNKNOWN_GONE = _OWN_GONE + FAMILIES
_HELD = _UNKNOWN_GONE + 1
_MOVER = _HELD + SEATS
_USED = _MOVER + SEATS
_PENDING = _USED + 3
_PHASE = _PENDING + AREAS
_PLAYERS = _PHASE + 3
_REST = _PLAYERS + SEATS - 1
SIZE = _REST + 4


@inlined
def _from_seat(content: Content, seat: int, other: int) -> int:
    """Return how many places after the observer a seat sits."""
    return (other - seat + int(content.players)) % int(content.players)


@inlined
def _area(content: Content, seat: int, area: int) -> int:
    """Return an area's number as the observer counts."""
    return area if area < Area.DOMAIN else Area.DOMAIN + _from_seat(content, seat, area - Area.DOMAIN)


@kernel
def observe(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what `seat` knows into `out`, shape (SIZE,), values from 0 to 1."""
    out[:] = 0.0
    for i in range(s.held[seat]):
        out[_HAND + int(s.hands[seat, i])] += np.float32(1 / HAND)
    for i in range(2):
        out[_MISSIONS + int(s.missions[seat, i])] = 1.0
    _observe_areas(content, s, seat, out)
    _observe_spies(content, s, seat, out)
    _observe_gone(s, seat, out)
    _observe_turn(content, s, seat, out)


@kernel
def _observe_areas(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for area in range(Area.DOMAIN + content.players):
        start = _CARDS + _area(content, seat, area) * KINDS
        for kind in range(KINDS):
            out[start + kind] = np.float32(s.areas[area, kind] / content.copies[kind % ROLES])


@kernel
def _observe_spies(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for spy in range(s.spies):
        if s.spy_area[spy] == NONE:
            continue
        area = _area(content, seat, int(s.spy_area[spy]))
        if knows_spy(s, seat, spy):
            out[_SPIES + area * FAMILIES + int(s.spy_kind[spy]) // ROLES] += np.float32(0.5)
        else:
            out[_UNKNOWN + area] += np.float32(1 / SPIES)


@kernel
def _observe_gone(s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for i in range(s.eliminated):
        card = int(s.graveyard[i])
        if card < KINDS:
            out[_GONE + card] += np.float32(0.25)
        elif knows_spy(s, seat, card - KINDS):
            out[_OWN_GONE + int(s.spy_kind[card - KINDS]) // ROLES] += np.float32(0.5)
        else:
            out[_UNKNOWN_GONE] += np.float32(1 / SPIES)


@kernel
def _observe_turn(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for other in range(content.players):
        out[_HELD + _from_seat(content, seat, other)] = np.float32(s.held[other] / HAND)
    if s.to_move != NONE:
        out[_MOVER + _from_seat(content, seat, int(s.to_move))] = 1.0
    for bit in range(3):
        out[_USED + bit] = (int(s.used) >> bit) & 1
    if s.pending != NONE:
        out[_PENDING + _area(content, seat, int(s.pending))] = 1.0
    out[_PHASE + int(s.phase)] = 1.0
    out[_PLAYERS + int(content.players) - 2] = 1.0
    out[_REST] = np.float32(s.turn / (content.in_play // HAND))
    out[_REST + 1] = np.float32((content.in_play - s.drawn) / CARDS)
    out[_REST + 2] = content.colours - 1
    out[_REST + 3] = content.nobles_double
