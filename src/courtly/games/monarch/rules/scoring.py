"""Kernels that count crowns: a vector of counters per sister, and a row of eight numbers per formula.

A row is `op, a, b, each, per, base, low, high`. `Op.FIXED` gives `base`. `Op.LINEAR` gives
`base + per * ((c[a] + c[b]) // each)`, clamped to `low` and `high`. `Op.COUNT` gives `per` if `c[a] + c[b]` is at
least `each`, otherwise `base`. `Op.CARD` does the same with the count 1 if Court Card `a` is in the sister's court,
otherwise 0.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.monarch.state import (
    ANY,
    BANNERS,
    CELLS,
    EMBLEMS,
    FIRST_GUEST,
    FIRST_MOON,
    FOOD,
    GOLD,
    NONE,
    PATHS,
    TOP_YIELD,
    CardLocation,
    Content,
    State,
    Sums,
    Terrain,
)

Counters = npt.NDArray[np.int64]
"""Counters that the formulas read, for one sister: shape (COUNTERS,), int64."""


class Op(IntEnum):
    """The operation of a row."""

    FIXED = 0
    LINEAR = 1
    COUNT = 2
    CARD = 3


IN_COURT = 0
ON_BOARD = IN_COURT + PATHS
PATH_VARIETY = ON_BOARD + PATHS
EMBLEM_VARIETY = PATH_VARIETY + 1
HELD = EMBLEM_VARIETY + 1
GUESTS_OWN = HELD + 2
GUESTS_OTHERS = GUESTS_OWN + 1
ZERO = GUESTS_OTHERS + 1
YIELDING = ZERO + 1
"""Number of boards by terrain (village, farm, any) that yield at least 1, at least 2 and so on."""
OF_EMBLEM = YIELDING + 3 * TOP_YIELD
COUNTERS = OF_EMBLEM + EMBLEMS
CROWNS_SIZE = FIRST_MOON + BANNERS
BOUND = 1_000_000_000
"""Value of `high` that means no limit. Its negative does so for `low`."""


@kernel
def count(content: Content, s: State, seat: int, c: Counters) -> None:
    """Write all counters of a sister into `c`."""
    count_board(content, s, c)
    count_own(content, s, seat, c)


@inlined
def count_board(content: Content, s: State, c: Counters) -> None:
    """Write the counters of the board, which all sisters share, into `c`, and set all others to 0."""
    c[:] = 0
    for cell in range(CELLS):
        if s.top[cell] != NONE:
            path = int(content.path[s.top[cell]])
            if path != NONE:
                c[ON_BOARD + path] += 1
        c[YIELDING + int(content.land_terrain[s.lands[cell]]) * TOP_YIELD + s.yields[cell] - 1] += 1
    # A board with a higher yield also counts for every lower threshold.
    villages, farms = YIELDING + Terrain.VILLAGE * TOP_YIELD, YIELDING + Terrain.FARM * TOP_YIELD
    for i in range(TOP_YIELD - 2, -1, -1):
        c[villages + i] += c[villages + i + 1]
        c[farms + i] += c[farms + i + 1]
    for i in range(TOP_YIELD):
        c[YIELDING + ANY * TOP_YIELD + i] = c[villages + i] + c[farms + i]


@inlined
def count_own(content: Content, s: State, seat: int, c: Counters) -> None:
    """Write the counters of a sister's own court, holdings and guests into `c`, in place of another sister's."""
    paths, emblems, guests = 0, 0, 0
    for path in range(PATHS):
        c[IN_COURT + path] = s.paths[seat, path]
        paths += s.paths[seat, path] > 0
    for emblem in range(EMBLEMS):
        c[OF_EMBLEM + emblem] = 0
    for i in range(s.courts[seat]):
        bits = int(content.emblems[s.court[seat, i]])
        for emblem in range(EMBLEMS):
            c[OF_EMBLEM + emblem] += bits >> emblem & 1
    for emblem in range(EMBLEMS):
        emblems += c[OF_EMBLEM + emblem] > 0
    for other in range(content.players):
        guests += s.guests[other]
    c[PATH_VARIETY], c[EMBLEM_VARIETY] = paths, emblems
    c[HELD + GOLD], c[HELD + FOOD] = s.held[seat, GOLD], s.held[seat, FOOD]
    c[GUESTS_OWN], c[GUESTS_OTHERS] = s.guests[seat], guests - s.guests[seat]


@inlined
def value(row: npt.NDArray[np.int32], s: State, seat: int, c: Counters) -> int:
    """Return the value of a formula for a sister with these counters."""
    op, per, base = int(row[0]), int(row[4]), int(row[5])
    if op == Op.FIXED:
        return base
    if op == Op.CARD:
        there = 1 if s.where[row[1]] == CardLocation.COURT + seat else 0
        return per if there >= row[3] else base
    counted = int(c[row[1]] + c[row[2]])
    if op == Op.COUNT:
        return per if counted >= row[3] else base
    return int(min(row[7], max(row[6], base + per * (counted // int(row[3])))))


@inlined
def guest_crowns(content: Content, s: State, seat: int, guest: int, c: Counters) -> int:
    """Return the crowns of a guest, 0 or less, for a sister with these counters."""
    return min(0, value(content.formula[guest], s, seat, c) + int(s.sums[seat, Sums.GUEST_RELIEF]))


@kernel
def card_crowns(content: Content, s: State, out: Counters) -> None:
    """Write the current crowns of every held card into `out`, shape (CROWNS_SIZE,): cards by number, then banners."""
    c = np.empty(COUNTERS, np.int64)
    out[:] = 0
    for seat in range(content.players):
        count(content, s, seat, c)
        for i in range(s.courts[seat]):
            out[s.court[seat, i]] = value(content.formula[s.court[seat, i]], s, seat, c)
        if s.banner[seat] != NONE:
            out[FIRST_MOON + int(s.banner[seat])] = value(content.banner_formula[s.banner[seat]], s, seat, c)
        for card in range(FIRST_GUEST, FIRST_MOON):
            if s.where[card] == CardLocation.GUEST + seat:
                out[card] = guest_crowns(content, s, seat, card, c)


@kernel
def seat_score(content: Content, s: State, seat: int) -> int:
    """Return the current crowns of a sister."""
    c = np.empty(COUNTERS, np.int64)
    count(content, s, seat, c)
    total = 0
    for i in range(s.courts[seat]):
        total += value(content.formula[s.court[seat, i]], s, seat, c)
    if s.banner[seat] != NONE:
        total += value(content.banner_formula[s.banner[seat]], s, seat, c)
    if s.guests[seat] > 0:
        for card in range(FIRST_GUEST, FIRST_MOON):
            if s.where[card] == CardLocation.GUEST + seat:
                total += guest_crowns(content, s, seat, card, c)
    return total


@kernel
def score(content: Content, s: State, out: npt.NDArray[np.int32]) -> None:
    """Write the crowns of each seat, as if the match ended now, into `out`."""
    for seat in range(content.players):
        out[seat] = seat_score(content, s, seat)
