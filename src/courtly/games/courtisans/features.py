"""The observation of one seat of Courtisans, as numbers from 0 to 1.

Seats are numbered from the observer, so that a policy does not have to learn each seat separately. Areas follow the
order of the seats. `OBSERVATION` describes each part of the observation.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.contract.layout import Visibility
from courtly.engine.contract.observation import Observation, Piece, Values
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

OBSERVATION = Observation(
    hand=Piece("own cards by kind, 1/3 each", (KINDS,), visibility=Visibility.OWNER),
    cards=Piece("face-up cards by area and kind, as a share of all copies", (AREAS, KINDS)),
    spies=Piece(
        "known spies by area and family, 1/2 each",
        (AREAS, FAMILIES),
        visibility=Visibility.OWNER,
    ),
    unknown_spies=Piece("unknown spies by area, as a share of all spies", (AREAS,)),
    missions=Piece("own missions", (MISSIONS,), values=Values.FLAG, visibility=Visibility.OWNER),
    eliminated=Piece("eliminated face-up cards by kind, 1/4 each", (KINDS,)),
    own_eliminated_spies=Piece(
        "known eliminated spies by family, 1/2 each",
        (FAMILIES,),
        visibility=Visibility.OWNER,
    ),
    unknown_eliminated_spies=Piece("unknown eliminated spies, as a share of all spies"),
    held=Piece("cards in each hand, 1/3 each", (SEATS,)),
    mover=Piece("seat to move", (SEATS,), values=Values.FLAG),
    used=Piece("places filled this turn: Queen's table, own domain, another domain", (3,), values=Values.FLAG),
    pending=Piece("area of the assassin that needs a target", (AREAS,), values=Values.FLAG),
    phase=Piece("current phase", (3,), values=Values.FLAG),
    players=Piece("number of players, from 2", (SEATS - 1,), values=Values.FLAG),
    turn=Piece("turns begun, as a share of all turns"),
    deck=Piece("undrawn cards, as a share of the box"),
    edition=Piece("edition: 1 for 2024, 0 for 2023", values=Values.FLAG),
    nobles_double=Piece("whether nobles count double in missions", values=Values.FLAG),
)
SIZE = OBSERVATION.size

_HAND = OBSERVATION["hand"].start
_CARDS = OBSERVATION["cards"].start
_SPIES = OBSERVATION["spies"].start
_UNKNOWN = OBSERVATION["unknown_spies"].start
_MISSIONS = OBSERVATION["missions"].start
_GONE = OBSERVATION["eliminated"].start
_OWN_GONE = OBSERVATION["own_eliminated_spies"].start
_UNKNOWN_GONE = OBSERVATION["unknown_eliminated_spies"].start
_HELD = OBSERVATION["held"].start
_MOVER = OBSERVATION["mover"].start
_USED = OBSERVATION["used"].start
_PENDING = OBSERVATION["pending"].start
_PHASE = OBSERVATION["phase"].start
_PLAYERS = OBSERVATION["players"].start
_TURN = OBSERVATION["turn"].start
_DECK = OBSERVATION["deck"].start
_EDITION = OBSERVATION["edition"].start
_NOBLES_DOUBLE = OBSERVATION["nobles_double"].start


@inlined
def _from_seat(content: Content, seat: int, other: int) -> int:
    """Return the number of seats from the observer to a seat, in the order of play."""
    after = int(other) - int(seat)
    return after + int(content.players) * (after < 0)


@inlined
def _area(content: Content, seat: int, area: int) -> int:
    """Return an area's index, counted from the observer."""
    return area if area < Area.DOMAIN else Area.DOMAIN + _from_seat(content, seat, area - Area.DOMAIN)


@kernel
def observe(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write the knowledge of `seat` into `out`, shape (SIZE,), with values from 0 to 1."""
    out[:] = 0.0
    for i in range(s.held[seat]):
        out[_HAND + int(s.hands[seat, i])] += np.float32(1 / HAND)
    for i in range(2):
        if s.missions[seat, i] != NONE:
            out[_MISSIONS + int(s.missions[seat, i])] = 1.0
    _observe_areas(content, s, seat, out)
    _observe_spies(content, s, seat, out)
    _observe_gone(s, seat, out)
    _observe_turn(content, s, seat, out)


@kernel
def _observe_areas(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for area in range(Area.DOMAIN + content.players):
        start = _CARDS + _area(content, seat, area) * KINDS
        for role in range(ROLES):
            # One division serves all families. For numbers this small, the product equals the quotient as float32.
            share = 1.0 / max(1, int(content.copies[role]))
            for kind in range(role, KINDS, ROLES):
                out[start + kind] = np.float32(s.areas[area, kind] * share)


@kernel
def _observe_spies(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for spy in range(s.spies):
        if s.spy_area[spy] == NONE:
            continue
        # No branch here: the outcome is nearly random, so the processor would often mispredict it.
        area, known = _area(content, seat, int(s.spy_area[spy])), knows_spy(s, seat, spy)
        out[_SPIES + area * FAMILIES + int(s.spy_kind[spy]) // ROLES] += np.float32(0.5 * known)
        out[_UNKNOWN + area] += np.float32(1 / SPIES * (1 - known))


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
    out[_TURN] = np.float32(s.turn / (content.in_play // HAND))
    out[_DECK] = np.float32((content.in_play - s.drawn) / CARDS)
    out[_EDITION] = content.colours - 1
    out[_NOBLES_DOUBLE] = content.nobles_double
