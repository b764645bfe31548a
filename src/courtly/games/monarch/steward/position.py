"""Kernels that encode a position of Monarch for a net: the public facts and the steward's evaluation of them.

The shared part comes first: turn and rounds, the market at the mover's prices, the board. Then each seat follows, from
the mover on: holdings, income, outlook, paths, emblems, banners and its Court Cards. The deck order is not used, so
all redeals of a position give equal numbers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.monarch.rules.acquire import affords, food_due, price, sweep_price
from courtly.games.monarch.rules.scoring import COUNTERS, OF_EMBLEM, ON_BOARD, YIELDING, count, seat_score
from courtly.games.monarch.state import (
    BANNERS,
    CELLS,
    COURT,
    COURTS,
    EMBLEMS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FOOD,
    GOLD,
    NONE,
    PATHS,
    SPOTS,
    SUMS,
    SWEEP,
    TOP_YIELD,
    Content,
    Phase,
    State,
    Sums,
)
from courtly.games.monarch.steward.outlook import (
    OUTLOOK_SIZE,
    Floats,
    OutlookIndex,
    Prospect,
    grow,
    power_value,
    write_outlook,
)
from courtly.games.monarch.steward.prospects import Swap, expected_crowns, gain_of

Features = npt.NDArray[np.float32]
"""The output array: shape (size(players),), float32."""

_TURN = 8
_SPOT = 8
_MARKET = _TURN
_BOARD = _MARKET + SPOTS * _SPOT
_OFFERED = _BOARD + 2 * TOP_YIELD + PATHS
"""Flags of the Court Cards in the market."""
SHARED = _OFFERED + COURTS
"""Length of the shared part."""

_COURT_SIZE = 13
"""Number of a seat's values before its court size, which is one-hot."""
_PATHS = _COURT_SIZE + COURT + 1
_EMBLEMS = _PATHS + PATHS + 1
_BANNER = _EMBLEMS + EMBLEMS
_ELIGIBLE = _BANNER + BANNERS
_HAS = _ELIGIBLE + BANNERS
PER_SEAT = _HAS + COURTS
"""Length of a seat's part."""


def size(players: int) -> int:
    """Return the length of an encoded position for a number of players."""
    return SHARED + players * PER_SEAT


@kernel
def features(content: Content, s: State, out: Features) -> bool:
    """Encode a position at the start of a turn. For any other, return False and write nothing."""
    if not _is_untouched(content, s):
        return False
    out[:] = 0.0
    mover = int(s.active)
    now, o = np.empty(COUNTERS, np.int64), np.empty(OUTLOOK_SIZE, np.float64)
    look = Prospect(o, np.empty(COUNTERS, np.float64))
    for i in range(content.players):
        seat = (mover + i) % int(content.players)
        write_outlook(content, s, seat, o)
        count(content, s, seat, now)
        grow(content, o, now, look.counters)
        _write_seat(content, s, seat, look, out[SHARED + i * PER_SEAT : SHARED + (i + 1) * PER_SEAT])
        for emblem in range(EMBLEMS):
            out[SHARED + i * PER_SEAT + _EMBLEMS + emblem] = 0.3 * now[OF_EMBLEM + emblem]
        if i == 0:
            _write_turn(content, s, o, out)
            _write_market(content, s, look, out)
            for yielded in range(2 * TOP_YIELD):
                out[_BOARD + yielded] = 0.2 * now[YIELDING + yielded]
            for path in range(PATHS):
                out[_BOARD + 2 * TOP_YIELD + path] = 0.3 * now[ON_BOARD + path]
    return True


@inlined
def _is_untouched(content: Content, s: State) -> bool:
    """Return whether nothing has been done this turn and no extra acts are available."""
    if s.phase != Phase.ACT or s.income_done or s.free_improvements != content.free_each_turn:
        return False
    if s.free_sweeps or s.extra_incomes:
        return False
    for i in range(content.barter_count):
        if s.bartered[content.barters[i]]:
            return False
    return True


@inlined
def _write_turn(content: Content, s: State, o: Floats, out: Features) -> None:
    """Write the progress of the match, as the mover's steward estimates it."""
    out[0] = 0.1 * s.round_number
    out[1] = 0.1 * min(10.0, float(content.rounds - s.round_number))
    out[2] = s.last_round
    out[3] = 1.0 if s.first == s.active else 0.0
    out[4] = 0.2 * o[OutlookIndex.LEFT]
    out[5] = o[OutlookIndex.GOLD]
    out[6] = o[OutlookIndex.FOOD]
    out[7] = (s.deck_size - s.drawn) / float(content.in_play)


@kernel
def _write_market(content: Content, s: State, look: Prospect, out: Features) -> None:
    """Write the kind, the price and the value to the mover of each market card."""
    seat = int(s.active)
    powers = np.empty(SUMS, np.float64)
    power_value(content, s, seat, look.outlook, powers)
    for spot in range(SPOTS):
        card, at = int(s.market[spot]), _MARKET + spot * _SPOT
        if card == NONE:
            continue
        gain = gain_of(content, s, seat, look, card)
        if card < FIRST_IMPROVEMENT:
            out[_OFFERED + card] = 1.0
            for i in range(SUMS):
                gain += content.powers[card, i] * powers[i]
        kind = 0 if card < FIRST_IMPROVEMENT else 1 if card < FIRST_GUEST else 2
        out[at + kind] = 1.0
        out[at + 3] = 0.1 * price(content, s, seat, card, GOLD)
        out[at + 4] = 0.1 * price(content, s, seat, card, FOOD)
        out[at + 5] = 1.0 if affords(content, s, seat, card) else 0.0
        out[at + 6] = 0.2 * gain
        out[at + 7] = 0.2 * max(0.0, gain) if affords(content, s, seat, card) else 0.0


@kernel
def _write_seat(content: Content, s: State, seat: int, look: Prospect, out: Features) -> None:
    """Write the holdings and the outlook of a seat."""
    o, powers = look.outlook, np.empty(SUMS, np.float64)
    power_value(content, s, seat, o, powers)
    strength = 0.0
    for i in range(SUMS):
        strength += s.sums[seat, i] * powers[i]
    gold, food = float(s.held[seat, GOLD]), float(s.held[seat, FOOD])
    out[0], out[1] = 0.1 * gold, 0.1 * food
    out[2], out[3] = gold / (gold + 5.0), food / (food + 5.0)
    out[4] = 0.05 * seat_score(content, s, seat)
    out[5] = 0.05 * expected_crowns(content, s, seat, look, Swap(NONE, NONE))
    out[6] = 0.1 * strength
    out[7] = 0.1 * o[OutlookIndex.TAX]
    out[8] = 0.1 * o[OutlookIndex.HARVEST]
    out[9] = food_due(s, seat) / CELLS
    out[10] = sweep_price(s, seat) / SWEEP
    out[11] = 0.3 * s.guests[seat]
    out[12] = 0.3 * s.sums[seat, Sums.GUEST_RELIEF]
    out[_COURT_SIZE + int(s.courts[seat])] = 1.0
    for path in range(PATHS):
        out[_PATHS + path] = 0.3 * s.paths[seat, path]
        out[_PATHS + PATHS] += 0.3 if s.paths[seat, path] > 0 else 0.0
    if s.banner[seat] != NONE:
        out[_BANNER + int(s.banner[seat])] = 1.0
    for banner in range(content.banner_count):
        if s.banner[seat] == NONE and s.holder[banner] == NONE:
            out[_ELIGIBLE + banner] = int(s.eligible[seat]) >> banner & 1
    for i in range(s.courts[seat]):
        out[_HAS + int(s.court[seat, i])] = 1.0
