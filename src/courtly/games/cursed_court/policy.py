"""The steward of Cursed Court: exact chances from the seat's knowledge, and stakes based on possible bumps.

The value of a region is its average score over all deals consistent with the seat's knowledge, computed exactly (a
hypergeometric distribution). The steward bets on the region with the highest net value, which includes the loss of a
bumped opponent. The stake depends on the region's lead over the next free region. If the feint bumps a crown, only the
loss of the opponent counts.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.engine.contract.layout import Ints
from courtly.games.cursed_court.redeal import knows_card, unseen
from courtly.games.cursed_court.rules import FEINTS, REBUY, STAKES, STAND, has_crown, least_stake, plain_crowns
from courtly.games.cursed_court.state import CARDS, COPIES, CROWNS, NOBLES, NONE, REGIONS, Content, Phase, State
from courtly.games.cursed_court.weights import Weight
from courtly.games.cursed_court.years import VALUES, seats_playing, tableau_size

RegionValues = npt.NDArray[np.float64]
"""A number for each region, shape (27,), float64."""

MISSING = 4 * COPIES
"""Maximum number of cards that the nobles of one set have together: four nobles with four cards each."""

SHARES = np.arange(CARDS + 1)[:, None] / np.maximum(1, np.arange(CARDS + 1))
"""Table of the quotients `i / n` of card counts: a lookup is faster than a division."""


@kernel
def prospects(content: Content, s: State, seat: int, chance: RegionValues, worth: RegionValues) -> None:
    """Write each region's exact chance to score and its average points, given a seat's knowledge."""
    pool, shown = np.empty(NOBLES, np.int8), np.zeros(NOBLES, np.int8)
    left = unseen(content, s, seat, pool)
    to_come = tableau_size(content, s)
    for i in range(int(s.holes) + s.season + 1):
        if knows_card(content, s, seat, i):
            shown[s.deck[i]] += 1
            to_come -= 1
    chances(content, pool, shown, left, to_come, chance, worth)


@kernel
def chances(
    content: Content, pool: Ints, shown: Ints, left: int, to_come: int, chance: RegionValues, worth: RegionValues
) -> None:
    """Write each region's chance and average points.

    `shown` counts the tableau by noble, `pool` the unseen cards. `to_come` of the `left` unseen cards will be drawn.
    """
    none, points = np.empty(MISSING + 1, np.float64), np.full((COPIES + 1, COPIES + 1), -1.0)
    for cards in range(MISSING + 1):
        none[cards] = _none_of(cards, left, to_come)
    for region in range(NOBLES):
        at, cards = int(shown[region]), int(pool[region])
        if points[at, cards] < 0:
            points[at, cards] = _noble_value(at, cards, left, to_come)
        worth[region] = points[at, cards]
        chance[region] = 1.0 if at else 1.0 - none[cards]
    for region in range(NOBLES, REGIONS):
        chance[region] = _all_appear(int(content.needs[region]), shown, pool, none)
        worth[region] = chance[region] * content.points[region]


@inlined
def _none_of(cards: int, left: int, draws: int) -> float:
    """Return the chance that `draws` of the `left` unseen cards include none of a certain group of `cards` cards."""
    chance = 1.0
    for i in range(draws):
        chance *= SHARES[max(0, left - cards - i), left - i]
    return chance


@kernel
def _noble_value(shown: int, pool: int, left: int, draws: int) -> float:
    """Return the average points of a noble region with `shown` copies in the tableau and `pool` in the unseen cards."""
    total = 0.0
    for more in range(pool + 1):
        chance = 1.0
        if more > draws or draws - more > left - pool:
            continue
        # The chance of exactly `more` copies: C(pool, more) * C(left - pool, draws - more) / C(left, draws).
        for i in range(more):
            chance *= (pool - i) * (draws - i) / ((i + 1) * (left - i))
        for i in range(draws - more):
            chance *= SHARES[left - pool - i, left - more - i]
        total += chance * VALUES[min(COPIES, shown + more)]
    return total


@kernel
def _all_appear(needs: int, shown: Ints, pool: Ints, none: RegionValues) -> float:
    """Return the chance that every noble of a set is in the tableau at the end (inclusion-exclusion).

    `none[k]` is the chance that none of `k` certain cards is drawn.
    """
    missing = np.empty(COPIES, np.int64)
    n = 0
    for noble in range(NOBLES):
        if needs >> noble & 1 and shown[noble] == 0:
            missing[n] = pool[noble]
            n += 1
    chance = 0.0
    for subset in range(1 << n):
        cards, sign = 0, 1.0
        for i in range(n):
            if subset >> i & 1:
                cards += missing[i]
                sign = -sign
        chance += sign * none[cards]
    return min(1.0, max(0.0, chance))


@kernel
def policy(content: Content, s: State, rng: Stream) -> int:
    """Return the steward's move for the deciding seat; `rng` breaks ties."""
    if s.phase == Phase.REBUY:
        return REBUY if s.purse[s.to_move] < content.weights[Weight.THIN_PURSE] else STAND
    chance, worth = np.empty(REGIONS, np.float64), np.empty(REGIONS, np.float64)
    prospects(content, s, int(s.to_move), chance, worth)
    if s.phase == Phase.STAKE:
        return STAKES + _stake(content, s, worth)
    return _bet(content, s, worth, rng)


@inlined
def _net_value(content: Content, s: State, region: int, worth: RegionValues) -> float:
    """Return the value of a crown in a region. Earlier crowns that share the region reduce it, a bump increases it."""
    before = 0
    while before < CROWNS + 1 and s.crowns[region, before] != NONE:
        before += 1
    if content.coinless:
        return float(max(0.0, worth[region] - content.weights[Weight.CROWD] * before))
    bump = content.weights[Weight.BUMP] / (seats_playing(content, s) - 1) if before else 0.0
    return float(worth[region] * (1.0 + bump))


@inlined
def _open_to(content: Content, s: State, region: int, seat: int) -> bool:
    """Return whether a seat may bet on a region now."""
    return (
        content.there[region] > 0
        and not has_crown(s, region, seat)
        and (content.coinless > 0 or s.purse[seat] >= least_stake(s, region))
    )


@kernel
def _bet(content: Content, s: State, worth: RegionValues, rng: Stream) -> int:
    seat = int(s.to_move)
    best, best_value, ties = NONE, -np.inf, 1
    feint = _plays_feint(content, s)
    for region in range(REGIONS):
        if not _open_to(content, s, region, seat):
            continue
        value = _net_value(content, s, region, worth)
        if not content.coinless:
            value -= _price(content, s, region)
            if feint and s.crowns[region, 0] != NONE:
                value -= worth[region]
        ties = ties + 1 if value == best_value else 1
        if value > best_value or (value == best_value and below(rng, ties) == 0):
            best, best_value = region, value
    return best + FEINTS if feint else best


@inlined
def _price(content: Content, s: State, region: int) -> float:
    """Return the value in points of the coins of the minimum stake, if they were kept for the coming seasons."""
    share = least_stake(s, region) / max(1, int(s.purse[s.to_move]))
    return float(share * (content.seasons - 1 - s.season) * content.weights[Weight.PRICE])


@inlined
def _plays_feint(content: Content, s: State) -> bool:
    """Return whether the next crown is the feint: in spring, when least is known, or when it is the last in hand."""
    seat = int(s.to_move)
    if not content.masquerade or s.feint[seat] != NONE:
        return False
    return s.season == 0 or plain_crowns(content, s, seat) == 0


@kernel
def _stake(content: Content, s: State, worth: RegionValues) -> int:
    """Return the stake of a bet: the minimum for the feint, and if another free region is almost as good."""
    seat, region = int(s.to_move), int(s.pending)
    least, purse = least_stake(s, region), int(s.purse[seat])
    second = 0.0
    for other in range(REGIONS):
        if other != region and s.crowns[other, 0] == NONE:
            second = max(second, worth[other])
    if s.pending_feint or worth[region] - second < content.weights[Weight.EDGE]:
        return least
    strongest = 0
    for other in range(content.players):
        if other != seat and s.seated[other]:
            strongest = max(strongest, int(s.purse[other]))
    safe = int(strongest * content.weights[Weight.SAFE]) + 1
    seasons = content.seasons - int(s.season)
    spare = purse if seasons == 1 else int(purse * content.weights[Weight.SPEND] / (seasons + 1))
    return max(least, min(purse, safe, spare))
