"""The reason why a move of Monarch is illegal: a kernel returns its code, and `moves.py` has its text."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.compile.kernel import kernel
from courtly.games.monarch.rules.acquire import food_due, has_income, price, sweep_price
from courtly.games.monarch.rules.board import can_build
from courtly.games.monarch.rules.market import missing, most_to_pledge
from courtly.games.monarch.state import (
    ADD,
    BARTER,
    BUILD,
    BUY,
    COURT,
    COURTS,
    DISMISS,
    END,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FLY,
    FOOD,
    FREE,
    GOLD,
    HARVEST,
    KEEP,
    MOVES,
    NONE,
    PASS,
    PLEDGE,
    REPLACE,
    SEND,
    SWEEP_MOVE,
    TAX,
    CardLocation,
    Content,
    Phase,
    State,
)


class Reason(IntEnum):
    """The reason why a move is illegal."""

    LEGAL = 0
    OVER = 1
    NO_MOVE = 2
    PLACE_FIRST = 3
    BUILD_FIRST = 4
    SEND_FIRST = 5
    DISMISS_FIRST = 6
    PLEDGE_FIRST = 7
    NO_PLACE = 8
    NO_BUILD = 9
    NO_SEND = 10
    NO_DISMISS = 11
    NO_PLEDGE = 12
    INCOME_DONE = 13
    VILLAGES_UNFED = 14
    SWEEP_TOO_DEAR = 15
    NO_BANNER = 16
    SECOND_BANNER = 17
    BANNER_TAKEN = 18
    BANNER_NOT_MET = 19
    NO_BARTER = 20
    BARTER_NOT_YOURS = 21
    BARTER_USED = 22
    BARTER_TOO_DEAR = 23
    NOT_IN_MARKET = 24
    TOO_LITTLE_GOLD = 25
    TOO_LITTLE_FOOD = 26
    NO_CREDIT = 27
    COURT_FULL = 28
    NOT_IN_COURT = 29
    WRONG_TERRAIN = 30
    YIELD_FALLS = 31
    TO_ONESELF = 32
    NO_SEAT = 33
    NOT_YOUR_GUEST = 34
    PLEDGE_NOT_HELD = 35
    PLEDGE_NOT_MISSING = 36


@kernel
def reason(content: Content, s: State, move: int) -> int:
    """Return why a move is illegal, or `Reason.LEGAL`."""
    if s.phase == Phase.OVER:
        return Reason.OVER
    if (move < 0) | (move >= MOVES):
        return Reason.NO_MOVE
    if move <= END:
        return _reason_act(content, s, move) if s.phase == Phase.ACT else _something_first(s)
    wanted = _phase_of(move)
    if s.phase != wanted:
        return _something_first(s) if s.phase != Phase.ACT else Reason.NO_PLACE + wanted - Phase.PLACE
    if wanted == Phase.PLACE:
        return _reason_place(s, move)
    if wanted == Phase.BUILD:
        return _reason_build(content, s, move - BUILD)
    if wanted == Phase.SEND:
        return _reason_send(content, s, move - SEND)
    if wanted == Phase.DISMISS:
        mine = move == KEEP or s.where[FIRST_GUEST + move - DISMISS] == CardLocation.GUEST + s.active
        return Reason.LEGAL if mine else Reason.NOT_YOUR_GUEST
    return _reason_pledge(content, s, move - PLEDGE)


@kernel
def _something_first(s: State) -> int:
    """Return the reason for a move in the wrong phase: it names the decision that must come first."""
    return Reason.PLACE_FIRST + s.phase - Phase.PLACE


@kernel
def _phase_of(move: int) -> int:
    """Return the phase that a move belongs to, for moves after `END`."""
    if move >= PASS:
        return Phase.PLEDGE
    if move >= DISMISS:
        return Phase.DISMISS
    if move >= SEND:
        return Phase.SEND
    return Phase.BUILD if move >= BUILD else Phase.PLACE


@kernel
def _reason_act(content: Content, s: State, move: int) -> int:
    seat = int(s.active)
    if move == END:
        return Reason.LEGAL
    if move >= FREE:
        if s.where[move - FREE + FIRST_IMPROVEMENT] != CardLocation.MARKET:
            return Reason.NOT_IN_MARKET
        return Reason.LEGAL if s.free_improvements > 0 else Reason.NO_CREDIT
    if move >= BUY:
        return _reason_buy(content, s, move - BUY)
    if move >= BARTER:
        return _reason_barter(content, s, move - BARTER)
    if move >= FLY:
        return _reason_fly(content, s, move - FLY)
    if move == SWEEP_MOVE:
        paid = s.free_sweeps > 0 or s.held[seat, GOLD] >= sweep_price(s, seat)
        return Reason.LEGAL if paid else Reason.SWEEP_TOO_DEAR
    if not has_income(s):
        return Reason.INCOME_DONE
    fed = move == HARVEST or s.held[seat, FOOD] >= food_due(s, seat)
    return Reason.LEGAL if fed else Reason.VILLAGES_UNFED


@kernel
def _reason_buy(content: Content, s: State, card: int) -> int:
    if s.where[card] != CardLocation.MARKET:
        return Reason.NOT_IN_MARKET
    if s.held[s.active, GOLD] < price(content, s, int(s.active), card, GOLD):
        return Reason.TOO_LITTLE_GOLD
    short = s.held[s.active, FOOD] < price(content, s, int(s.active), card, FOOD)
    return Reason.TOO_LITTLE_FOOD if short else Reason.LEGAL


@kernel
def _reason_barter(content: Content, s: State, which: int) -> int:
    seat = int(s.active)
    asked = int(content.barter[which, GOLD]) + int(content.barter[which, FOOD])
    if asked == 0:
        return Reason.NO_BARTER
    owner = int(s.where[which]) - CardLocation.COURT if which < COURTS else int(s.holder[which - COURTS])
    if owner != seat:
        return Reason.BARTER_NOT_YOURS
    if s.bartered[which]:
        return Reason.BARTER_USED
    short = s.held[seat, GOLD] < content.barter[which, GOLD] or s.held[seat, FOOD] < content.barter[which, FOOD]
    return Reason.BARTER_TOO_DEAR if short else Reason.LEGAL


@kernel
def _reason_fly(content: Content, s: State, banner: int) -> int:
    seat = int(s.active)
    if banner >= content.banner_count:
        return Reason.NO_BANNER
    if s.banner[seat] != NONE:
        return Reason.SECOND_BANNER
    if s.holder[banner] != NONE:
        return Reason.BANNER_TAKEN
    return Reason.LEGAL if s.eligible[seat] >> banner & 1 else Reason.BANNER_NOT_MET


@kernel
def _reason_place(s: State, move: int) -> int:
    if move == ADD:
        return Reason.LEGAL if s.courts[s.active] < COURT else Reason.COURT_FULL
    return Reason.LEGAL if s.where[move - REPLACE] == CardLocation.COURT + s.active else Reason.NOT_IN_COURT


@kernel
def _reason_build(content: Content, s: State, cell: int) -> int:
    if content.land_terrain[s.lands[cell]] != content.terrain[s.pending - FIRST_IMPROVEMENT]:
        return Reason.WRONG_TERRAIN
    return Reason.LEGAL if can_build(content, s, cell, int(s.pending)) else Reason.YIELD_FALLS


@kernel
def _reason_send(content: Content, s: State, seat: int) -> int:
    if seat >= content.players:
        return Reason.NO_SEAT
    return Reason.TO_ONESELF if seat == s.active else Reason.LEGAL


@kernel
def _reason_pledge(content: Content, s: State, raised: int) -> int:
    if raised <= most_to_pledge(content, s, int(s.to_move)):
        return Reason.LEGAL
    return Reason.PLEDGE_NOT_MISSING if raised > missing(content, s) else Reason.PLEDGE_NOT_HELD


# `_reason_act` assumes that the moves before `SWEEP_MOVE` are these two.
assert TAX == HARVEST + 1
