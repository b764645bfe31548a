"""A complete position of Cursed Court as features for a net: the chances of the regions and the owners of the crowns.

The features that all seats share come first: season, year, and each region's chance and average points. The features of
each seat follow, starting with the seat to move: its purse, its standing, its expected points this year, and its crowns
by region. The hole cards of all gaps and all feints count as known, since a sampled deal includes them. Future cards
count as unknown.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.games.cursed_court.policy import RegionValues, chances
from courtly.games.cursed_court.rules import least_stake
from courtly.games.cursed_court.state import CROWNS, NOBLES, NONE, REGIONS, SEASONS, SEATS, Content, Phase, State
from courtly.games.cursed_court.years import standing_of, tableau_size

Features = npt.NDArray[np.float32]
"""Output array of shape (size(players),), float32."""

_YEARS = SEASONS
_BEST = _YEARS + 4
"""Index of the average points of the best region without a crown. The next best regions follow."""
_BESTS = 4
_REGION = _BEST + _BESTS
_PER_REGION = 4
SHARED = _REGION + REGIONS * _PER_REGION
"""Number of features that all seats share."""

_TO_PLACE = 12
_CROWNS = _TO_PLACE + CROWNS + 1
_PER_CROWN = 4
PER_SEAT = _CROWNS + REGIONS * _PER_CROWN
"""Number of features per seat."""

_SCALE = 0.125
"""Scale of a region's points: the highest value, 8 points, is 1."""


def size(players: int) -> int:
    """Return the number of features for a number of seats."""
    return SHARED + players * PER_SEAT


@kernel
def features(content: Content, s: State, out: Features) -> bool:
    """Write the features of a position in which a bet is due. For any other position, return False."""
    if s.phase != Phase.BET:
        return False
    out[:] = 0.0
    mover = int(s.to_move)
    chance, worth = np.empty(REGIONS, np.float64), np.empty(REGIONS, np.float64)
    _write_chances(content, s, chance, worth)
    _write_year(content, s, worth, out)
    for region in range(REGIONS):
        at = _REGION + region * _PER_REGION
        out[at] = _SCALE * worth[region]
        out[at + 1] = chance[region]
        if s.crowns[region, 0] == NONE:
            out[at + 2] = content.there[region]
        else:
            out[at + 3] = min(1.0, least_stake(s, region) / max(1.0, float(content.coins)))
    for i in range(content.players):
        at = SHARED + i * PER_SEAT
        _write_seat(content, s, (mover + i) % int(content.players), worth, out[at : at + PER_SEAT])
    return True


@inlined
def _write_chances(content: Content, s: State, chance: RegionValues, worth: RegionValues) -> None:
    """Write each region's chance and average points, given the cards dealt so far, including all hole cards."""
    pool, shown, left = np.empty(NOBLES, np.int8), np.zeros(NOBLES, np.int8), 0
    seen = int(s.holes) + int(s.season) + 1
    for i in range(seen):
        shown[s.deck[i]] += 1
    for noble in range(NOBLES):
        pool[noble] = content.copies[noble] - s.aside[noble] - shown[noble]
        left += int(pool[noble])
    chances(content, pool, shown, left, tableau_size(content, s) - seen, chance, worth)


@inlined
def _write_year(content: Content, s: State, worth: RegionValues, out: Features) -> None:
    """Write the progress of the match, and the average points of the best regions without a crown."""
    out[int(s.season)] = 1.0
    left = float(s.last_year - s.year)
    out[_YEARS] = 0.3 * min(10.0, left)
    out[_YEARS + 1] = 1.0 if left == 0 else 0.0
    out[_YEARS + 2] = 1.0 if s.last_year > content.years else 0.0
    out[_YEARS + 3] = 1.0 if s.marker == s.to_move else 0.0
    for region in range(REGIONS):
        value = _SCALE * worth[region]
        if s.crowns[region, 0] == NONE and content.there[region]:
            for i in range(_BESTS):
                if value > out[_BEST + i]:
                    value, out[_BEST + i] = out[_BEST + i], value


@kernel
def _write_seat(content: Content, s: State, seat: int, worth: RegionValues, out: Features) -> None:
    """Write a seat's purse, standing and crowns. A crown has its value, its value if it is safe, and a feint flag."""
    coins, purse = max(1.0, float(content.coins)), float(s.purse[seat])
    richest, ahead = _against(content, s, seat)
    likely = safe = 0.0
    for region in range(REGIONS):
        for n in range(SEATS):
            if s.crowns[region, n] != seat:
                continue
            at = _CROWNS + region * _PER_CROWN
            out[at] = 1.0
            if s.feint[seat] == region:
                out[at + 3] = 1.0
                continue
            value = max(0.0, worth[region] - n) if content.coinless else worth[region]
            out[at + 1] = _SCALE * value
            likely += value
            if content.coinless or richest < least_stake(s, region):
                out[at + 2] = _SCALE * value
                safe += value
    out[0] = purse / (purse + coins)
    out[1] = min(3.0, purse / coins)
    out[2] = (purse - richest) / (purse + richest + 1.0)
    out[3] = s.seated[seat]
    out[4] = ahead / (abs(ahead) + 8.0)
    out[5] = 0.05 * ahead
    out[6] = 0.05 * likely
    out[7] = 0.05 * safe
    out[8] = 1.0 if s.marker == seat else 0.0
    out[9] = 1.0 if s.placed[seat] <= s.season else 0.0
    out[10] = 0.02 * standing_of(content, s, seat)
    total = ahead + likely
    out[11] = total / (abs(total) + 8.0)
    out[_TO_PLACE + int(s.placed[seat])] = 1.0


@inlined
def _against(content: Content, s: State, seat: int) -> tuple[float, float]:
    """Return the largest purse of the other seats, and the seat's lead in score over the best of them."""
    richest, best = 0.0, -1e9
    for other in range(content.players):
        if other != seat:
            richest = max(richest, float(s.purse[other]))
            best = max(best, float(standing_of(content, s, other)))
    return richest, float(standing_of(content, s, seat)) - best
