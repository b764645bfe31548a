"""The rules of Cursed Court as kernels: deal, legal, reason, apply. `years` has the rules that apply between bets.

Move numbers: `region` (0 to 26) bets a crown other than the feint, `FEINTS + region` bets the feint. `REBUY` and
`STAND` follow. `STAKES + n` stakes n coins.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.games.cursed_court.state import (
    CROWNS,
    NONE,
    REGIONS,
    SEATS,
    STACK,
    STACKS_A_YEAR,
    Content,
    Phase,
    State,
)
from courtly.games.cursed_court.years import after_year, end_year, next_year, start_season

FEINTS = REGIONS
REBUY = 2 * REGIONS
STAND = REBUY + 1
STAKES = STAND + 1


class Reason(IntEnum):
    """Why a move is illegal."""

    LEGAL = 0
    OVER = 1
    STAKE_FIRST = 2
    NO_STAKE = 3
    REBUY_FIRST = 4
    NO_REBUY = 5
    OWN_CROWN = 6
    TOO_POOR = 7
    NO_FEINT = 8
    FEINT_ON_BOARD = 9
    ONLY_FEINT = 10
    TOO_LITTLE = 11
    TOO_MUCH = 12
    NO_MOVE = 13


@kernel
def deal(content: Content, s: State, rng: Stream) -> None:
    """Give the first wager marker to a random seat, and deal the first year (clauses 2.1 to 2.4)."""
    first = below(rng, content.players)
    s.luck = draw_shuffle_seed(rng)
    s.next_deck[:] = NONE
    begin(content, s, first)


@inlined
def draw_shuffle_seed(rng: Stream) -> int:
    """Draw the seed of the random streams of later years."""
    return below(rng, 1 << 31) << 31 | below(rng, 1 << 31)


@kernel
def begin(content: Content, s: State, first: int) -> None:
    """Begin a match. The first year's deck is `next_deck` if that is filled; otherwise it is shuffled."""
    s.first, s.marker = first, first
    s.year, s.dealt, s.last_year = 0, 0, content.years
    s.phase, s.season, s.to_move = Phase.BET, 0, NONE
    s.pending, s.pending_feint, s.stacks, s.asked = NONE, 0, 0, 0
    s.aside[:] = 0
    for region in range(REGIONS):
        s.stack[region] = 0
        s.crowns[region, :] = NONE
    for seat in range(SEATS):
        s.placed[seat], s.feint[seat] = 0, NONE
        s.purse[seat] = content.coins if seat < content.players else 0
        s.score[seat], s.gained[seat], s.bought[seat], s.seated[seat] = 0, 0, 0, 0
    next_year(content, s)


@inlined
def least_stake(s: State, region: int) -> int:
    """Return the minimum stake of a crown in a region (clauses 5.2 to 5.4)."""
    return 0 if s.crowns[region, 0] == NONE else max(1, 2 * int(s.stack[region]))


@inlined
def has_crown(s: State, region: int, seat: int) -> bool:
    """Return whether a seat has a crown in a region."""
    found = False
    for i in range(SEATS):
        found |= s.crowns[region, i] == seat
    return found


@inlined
def plain_crowns(content: Content, s: State, seat: int) -> int:
    """Return how many crowns other than the feint a seat has in hand."""
    in_hand = CROWNS - int(s.placed[seat])
    return in_hand - 1 if content.masquerade and s.feint[seat] == NONE else in_hand


@kernel
def legal(content: Content, s: State, out: npt.NDArray[np.int32]) -> int:
    """Write the legal moves into `out`, ascending, and return their number."""
    if s.phase == Phase.BET:
        return _legal_bets(content, s, out)
    if s.phase == Phase.STAKE:
        least = least_stake(s, int(s.pending))
        n = int(s.purse[s.to_move]) - least + 1
        for i in range(n):
            out[i] = STAKES + least + i
        return n
    if s.phase == Phase.REBUY:
        out[0], out[1] = REBUY, STAND
        return 2
    return 0


@inlined
def _legal_bets(content: Content, s: State, out: npt.NDArray[np.int32]) -> int:
    seat = int(s.to_move)
    purse = int(s.purse[seat])
    n = 0
    if plain_crowns(content, s, seat) > 0:
        if content.coinless:
            for region in range(REGIONS):
                out[n] = region
                n += not has_crown(s, region, seat)
        else:
            for region in range(REGIONS):
                # Without a branch, which would often be mispredicted: an illegal move is overwritten by the next one.
                out[n] = region
                n += (s.crowns[region, 0] != seat) & (purse >= least_stake(s, region))
    if content.masquerade and s.feint[seat] == NONE:
        for region in range(REGIONS):
            out[n] = FEINTS + region
            payable = (content.coinless > 0) | (purse >= least_stake(s, region))
            n += (not has_crown(s, region, seat)) & payable
    return _kept(content, out, n) if content.cut else n


@kernel
def _kept(content: Content, out: npt.NDArray[np.int32], n: int) -> int:
    """Keep only bets on regions that exist, and return their number (clause 15.3)."""
    kept = 0
    for i in range(n):
        out[kept] = out[i]
        kept += content.there[out[i] % REGIONS]
    return kept


@kernel
def apply(content: Content, s: State, move: int) -> None:
    """Play one legal move, in place."""
    is_answer = s.phase == Phase.REBUY
    apply_own_act(content, s, move)
    if is_answer:
        _after_answer(content, s, move)
    elif s.phase == Phase.BET:
        _pass_turn(content, s)


@inlined
def apply_own_act(content: Content, s: State, move: int) -> None:
    """Play one legal move, but do not pass the turn: no cards are turned up or dealt."""
    if s.phase == Phase.REBUY:
        if move == REBUY:
            s.purse[s.to_move] += STACK
            s.bought[s.to_move] += STACK
            s.stacks += 1
    elif s.phase == Phase.BET:
        bet(content, s, move)
    else:
        place(s, int(s.pending), move - STAKES)


@kernel
def bet(content: Content, s: State, move: int) -> None:
    """Choose a region. If only one stake is possible, the crown is placed immediately (clause 5.6)."""
    region = move % REGIONS
    s.pending_feint = move >= FEINTS
    if content.coinless:
        place(s, region, 0)
    elif least_stake(s, region) == s.purse[s.to_move]:
        place(s, region, int(s.purse[s.to_move]))
    else:
        s.phase, s.pending = Phase.STAKE, region


@kernel
def place(s: State, region: int, coins: int) -> None:
    """Place the deciding seat's crown and stake in a region. A stake above 0 bumps the crown there."""
    seat = int(s.to_move)
    n = 0
    while s.crowns[region, n] != NONE:
        n += 1
    if n > 0 and coins > 0:
        _bump(s, region)
        n = 0
    s.crowns[region, n] = seat
    s.stack[region] = coins
    s.purse[seat] -= coins
    s.placed[seat] += 1
    if s.pending_feint:
        s.feint[seat] = region
    s.phase, s.pending, s.pending_feint = Phase.BET, NONE, 0


@inlined
def _bump(s: State, region: int) -> None:
    """Return the crown of a region and its coins to the owner (clause 5.5)."""
    owner = int(s.crowns[region, 0])
    s.placed[owner] -= 1
    s.purse[owner] += s.stack[region]
    if s.feint[owner] == region:
        s.feint[owner] = NONE


@kernel
def _pass_turn(content: Content, s: State) -> None:
    """Pass the turn clockwise to the next seat that must still place a crown this season, or end the season."""
    for i in range(1, content.players + 1):
        seat = (int(s.to_move) + i) % int(content.players)
        if s.seated[seat] and s.placed[seat] <= s.season:
            s.to_move = seat
            return
    if s.season < content.seasons - 1:
        start_season(content, s)
        return
    end_year(content, s)
    after_year(content, s)
    if s.phase == Phase.BET:
        next_year(content, s)


@kernel
def _after_answer(content: Content, s: State, move: int) -> None:
    """Pass the turn after a stand or the tenth stack. After the last seat the year begins (clause 12.6)."""
    if move == REBUY and s.stacks < STACKS_A_YEAR:
        return
    s.stacks = 0
    s.asked += 1
    s.to_move = (s.to_move + 1) % content.players
    if s.asked == content.players:
        s.asked, s.phase = 0, Phase.BET
        next_year(content, s)


@kernel
def reason(content: Content, s: State, move: int) -> int:
    """Return why a move is illegal; `Reason.LEGAL` if it is legal."""
    if s.phase == Phase.OVER:
        return Reason.OVER
    if move < 0:
        return Reason.NO_MOVE
    if (move == REBUY) | (move == STAND):
        return Reason.LEGAL if s.phase == Phase.REBUY else Reason.NO_REBUY
    if s.phase == Phase.REBUY:
        return Reason.REBUY_FIRST
    if move >= STAKES:
        return _reason_stake(s, move - STAKES)
    if s.phase == Phase.STAKE:
        return Reason.STAKE_FIRST
    return _reason_bet(content, s, move)


@kernel
def _reason_stake(s: State, coins: int) -> int:
    if s.phase != Phase.STAKE:
        return Reason.NO_STAKE
    if coins > s.purse[s.to_move]:
        return Reason.TOO_MUCH
    return Reason.LEGAL if coins >= least_stake(s, int(s.pending)) else Reason.TOO_LITTLE


@kernel
def _reason_bet(content: Content, s: State, move: int) -> int:
    seat, region = int(s.to_move), move % REGIONS
    if not content.there[region]:
        return Reason.NO_MOVE
    if move >= FEINTS and not content.masquerade:
        return Reason.NO_FEINT
    if move >= FEINTS and s.feint[seat] != NONE:
        return Reason.FEINT_ON_BOARD
    if move < FEINTS and plain_crowns(content, s, seat) == 0:
        return Reason.ONLY_FEINT
    if has_crown(s, region, seat):
        return Reason.OWN_CROWN
    if not content.coinless and s.purse[seat] < least_stake(s, region):
        return Reason.TOO_POOR
    return Reason.LEGAL
