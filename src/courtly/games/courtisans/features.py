"""The observation of one seat of Courtisans, as numbers from 0 to 1.

Seats are counted from the observer on, so that a policy need not learn each seat anew; areas follow the seats.
`OBSERVATION` says what the numbers are, piece by piece.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.contract.layout import Seen
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
    hand=Piece("cards of the own hand by kind, a third each", (KINDS,), seen=Seen.OWNER),
    cards=Piece("face-up cards by area and kind, as a share of those there are", (AREAS, KINDS)),
    spies=Piece(
        "spies by area and family where the observer knows them, a half each", (AREAS, FAMILIES), seen=Seen.OWNER
    ),
    unknown_spies=Piece("spies by area that the observer does not know, as a share of all spies", (AREAS,)),
    missions=Piece("own missions", (MISSIONS,), values=Values.FLAG, seen=Seen.OWNER),
    eliminated=Piece("eliminated face-up cards by kind, a quarter each", (KINDS,)),
    own_eliminated_spies=Piece(
        "eliminated spies by family where the observer knows them, a half each", (FAMILIES,), seen=Seen.OWNER
    ),
    unknown_eliminated_spies=Piece("eliminated spies that the observer does not know, as a share of all spies"),
    held=Piece("cards in each seat's hand, a third each", (SEATS,)),
    mover=Piece("seat that decides", (SEATS,), values=Values.FLAG),
    used=Piece("places that the turn has used: banquet, own domain, another's", (3,), values=Values.FLAG),
    pending=Piece("area in which an assassin waits for its victim", (AREAS,), values=Values.FLAG),
    phase=Piece("phase", (3,), values=Values.FLAG),
    players=Piece("number of players, from 2 on", (SEATS - 1,), values=Values.FLAG),
    turn=Piece("turns played, as a share of all"),
    deck=Piece("cards not yet drawn, as a share of the box"),
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
    """Return how many places after the observer a seat sits."""
    after = int(other) - int(seat)
    return after + int(content.players) * (after < 0)


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
            # One division for all families; of so small numbers the product rounds to the same float32.
            share = 1.0 / max(1, int(content.copies[role]))
            for kind in range(role, KINDS, ROLES):
                out[start + kind] = np.float32(s.areas[area, kind] * share)


@kernel
def _observe_spies(content: Content, s: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    for spy in range(s.spies):
        if s.spy_area[spy] == NONE:
            continue
        # Without a branch on what is as good as random.
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
