"""The rules of Monarch as kernels: deal, legal, apply. The reasons against a move are in `reasons.py`.

A move consists of its own act and of automatic steps, which continue until a player must decide. `apply_own_act` and
`step_automatically` are separate so that the log can record each step.
"""

from __future__ import annotations

import numpy as np

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below
from courtly.games.monarch.rules.acquire import (
    add,
    affords,
    barter,
    build,
    buy,
    can_barter,
    dismiss,
    fly,
    food_due,
    has_income,
    place_automatically,
    replace,
    send,
    settle,
    sweep_price,
)
from courtly.games.monarch.rules.board import can_build, set_up_board
from courtly.games.monarch.rules.market import (
    clear_market,
    deal_market,
    draw_reshuffle_seed,
    fill,
    most_to_pledge,
    pledge,
    shuffle_span,
)
from courtly.games.monarch.state import (
    ADD,
    BANNERS,
    BARTER,
    BUILD,
    BUY,
    CARDS,
    CELLS,
    COURT,
    DISMISS,
    END,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FLY,
    FOOD,
    FREE,
    GOLD,
    GUESTS,
    HARVEST,
    KEEP,
    MOONS,
    NONE,
    PASS,
    PATHS,
    PLEDGE,
    REPLACE,
    SEATS,
    SEND,
    SPOTS,
    STARTING_RESOURCES,
    SUMS,
    SWEEP_MOVE,
    TAX,
    CardLocation,
    Content,
    Moves,
    Phase,
    State,
    Sums,
)


@kernel
def deal(content: Content, s: State, rng: Stream) -> None:
    """Draw the first player, shuffle boards and deck, and set up the match (RULES.md, section 2)."""
    first = below(rng, content.players)
    boards = np.empty(len(content.boards), np.int16)
    for i in range(content.board_count):
        boards[i] = content.boards[i]
    shuffle_span(rng, boards, 0, content.board_count)
    for cell in range(CELLS):
        s.lands[cell] = boards[cell]
    for i in range(content.in_play):
        s.deck[i] = content.cards[i]
    shuffle_span(rng, s.deck, 0, content.in_play)
    s.luck = draw_reshuffle_seed(rng)
    begin(content, s, first)


@kernel
def begin(content: Content, s: State, first: int) -> None:
    """Set up a match from the boards and the deck that `s` already holds."""
    s.deck[content.in_play :] = NONE
    s.next_decks[:] = NONE
    s.where[:] = CardLocation.BOX
    for i in range(content.in_play):
        s.where[s.deck[i]] = CardLocation.DECK
    s.deck_start, s.drawn, s.deck_size, s.discards, s.reshuffles = 0, 0, content.in_play, 0, 0
    s.gone[:] = NONE
    s.gone_count = 0
    s.first, s.round_number, s.last_round = first, 1, 0
    for banner in range(BANNERS):
        s.holder[banner] = NONE
    for seat in range(SEATS):
        _seat(content, s, seat)
    s.pending, s.effect, s.dismissals, s.moon, s.passes = NONE, 0, 0, NONE, 0
    s.owed[GOLD], s.owed[FOOD] = 0, 0
    set_up_board(content, s)
    deal_market(content, s)
    _start_turn(content, s, first)


@inlined
def _seat(content: Content, s: State, seat: int) -> None:
    """Reset a seat to its starting position."""
    s.held[seat, GOLD] = STARTING_RESOURCES if seat < content.players else 0
    s.held[seat, FOOD] = STARTING_RESOURCES if seat < content.players else 0
    s.court[seat, :] = NONE
    s.courts[seat], s.guests[seat], s.banner[seat], s.eligible[seat] = 0, 0, NONE, 0
    s.pledges[seat] = 0
    for i in range(SUMS):
        s.sums[seat, i] = 0
    for path in range(PATHS):
        s.paths[seat, path] = 0


@kernel
def _start_turn(content: Content, s: State, seat: int) -> None:
    s.active, s.to_move, s.phase = seat, seat, Phase.ACT
    s.income_done, s.extra_incomes, s.free_sweeps = 0, 0, 0
    s.free_improvements = content.free_each_turn
    s.bartered[:] = 0


@kernel
def legal(content: Content, s: State, out: Moves) -> int:
    """Write the legal moves into `out`, ascending, and return their number."""
    if s.phase == Phase.ACT:
        return _legal_acts(content, s, out)
    if s.phase == Phase.PLACE:
        return _legal_places(s, out)
    if s.phase == Phase.PLEDGE:
        n = most_to_pledge(content, s, int(s.to_move)) + 1
        for i in range(n):
            out[i] = PASS + i
        return n
    return _legal_targets(content, s, out) if s.phase != Phase.OVER else 0


@kernel
def _legal_targets(content: Content, s: State, out: Moves) -> int:
    """Write the moves of the phases `BUILD`, `SEND` and `DISMISS`."""
    n = 0
    if s.phase == Phase.BUILD:
        for cell in range(CELLS):
            out[n] = BUILD + cell
            n += can_build(content, s, cell, int(s.pending))
    elif s.phase == Phase.SEND:
        for seat in range(content.players):
            out[n] = SEND + seat
            n += seat != s.active
    else:
        for guest in range(GUESTS):
            out[n] = DISMISS + guest
            n += s.where[FIRST_GUEST + guest] == CardLocation.GUEST + s.active
        out[n] = KEEP
        n += 1
    return n


@kernel
def _legal_acts(content: Content, s: State, out: Moves) -> int:
    """Write the legal acts of the active seat. An illegal act is written too, but the next act replaces it in `out`."""
    seat = int(s.active)
    income, n = has_income(s), 0
    out[n] = HARVEST
    n += income
    out[n] = TAX
    n += income & (s.held[seat, FOOD] >= food_due(s, seat))
    out[n] = SWEEP_MOVE
    n += (s.free_sweeps > 0) | (s.held[seat, GOLD] >= sweep_price(s, seat))
    if s.banner[seat] == NONE and s.eligible[seat]:
        for banner in range(content.banner_count):
            out[n] = FLY + banner
            n += (s.eligible[seat] >> banner & 1) & (s.holder[banner] == NONE)
    for i in range(content.barter_count):
        out[n] = BARTER + content.barters[i]
        n += can_barter(content, s, seat, int(content.barters[i]))
    n = _legal_purchases(content, s, out, n)
    out[n] = END
    return n + 1


@inlined
def _legal_purchases(content: Content, s: State, out: Moves, n: int) -> int:
    seat = int(s.active)
    a, b, c, d, e = _sorted_market(s)
    for card in (a, b, c, d, e):
        out[n] = BUY + card
        n += (card != NONE) & affords(content, s, seat, card)
    if s.free_improvements > 0:
        for card in (a, b, c, d, e):
            out[n] = FREE + card - FIRST_IMPROVEMENT
            n += (card >= FIRST_IMPROVEMENT) & (card < FIRST_GUEST)
    return n


@inlined
def _sorted_market(s: State) -> tuple[int, int, int, int, int]:
    """Return the cards of the market row, ascending (a sorting network of nine comparisons)."""
    a, b, c, d, e = int(s.market[0]), int(s.market[1]), int(s.market[2]), int(s.market[3]), int(s.market[4])
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d, e


@kernel
def _legal_places(s: State, out: Moves) -> int:
    """Write the moves that place a new Court Card: add it if there is space, or replace any card."""
    seat, n = int(s.active), 0
    if s.courts[seat] < COURT:
        out[n] = ADD
        n += 1
    for i in range(s.courts[seat]):
        at = n
        while at > 0 and out[at - 1] > REPLACE + s.court[seat, i]:
            out[at] = out[at - 1]
            at -= 1
        out[at] = REPLACE + s.court[seat, i]
        n += 1
    return n


@kernel
def apply(content: Content, s: State, move: int) -> None:
    """Play one legal move, in place, with all automatic steps that follow."""
    apply_own_act(content, s, move)
    while step_automatically(content, s):
        pass


@kernel
def apply_before_fill(content: Content, s: State, move: int) -> None:
    """Play one legal move with the automatic steps that follow, but do not fill the market: no cards are drawn."""
    apply_own_act(content, s, move)
    while s.phase != Phase.FILL and step_automatically(content, s):
        pass


@kernel
def apply_own_act(content: Content, s: State, move: int) -> None:
    """Carry out only the act that a move names. `step_automatically` does the steps that follow."""
    if move >= PASS:
        pledge(content, s, move - PLEDGE)
    elif move >= DISMISS:
        dismiss(s, NONE if move == KEEP else move - DISMISS + FIRST_GUEST)
    elif move >= SEND:
        send(s, move - SEND)
    elif move >= BUILD:
        build(content, s, move - BUILD)
    elif move >= REPLACE:
        replace(content, s, move - REPLACE)
    elif move == ADD:
        add(content, s)
    elif move == END:
        _end_turn(content, s)
    elif move >= FREE:
        buy(content, s, move - FREE + FIRST_IMPROVEMENT, 1)
    elif move >= BUY:
        buy(content, s, move - BUY, 0)
    else:
        _small_act(content, s, move)


@kernel
def _small_act(content: Content, s: State, move: int) -> None:
    """Do an act that buys no card."""
    if move >= BARTER:
        barter(content, s, move - BARTER)
    elif move >= FLY:
        fly(content, s, move - FLY)
    elif move == SWEEP_MOVE:
        _sweep(s)
    else:
        _take_income(s, move)


@inlined
def _take_income(s: State, move: int) -> None:
    """Harvest or tax. The regular income of the turn is used before extra incomes."""
    seat = int(s.active)
    s.extra_incomes -= s.income_done
    s.income_done = 1
    if move == HARVEST:
        s.held[seat, FOOD] += s.income[FOOD] + s.sums[seat, Sums.HARVEST]
    else:
        s.held[seat, FOOD] -= food_due(s, seat)
        s.held[seat, GOLD] += s.income[GOLD] + s.sums[seat, Sums.TAX]


@inlined
def _sweep(s: State) -> None:
    """Discard the market row. A free sweep is used before gold."""
    if s.free_sweeps > 0:
        s.free_sweeps -= 1
    else:
        s.held[s.active, GOLD] -= sweep_price(s, int(s.active))
    clear_market(s)
    s.phase = Phase.FILL


@inlined
def _end_turn(content: Content, s: State) -> None:
    """Pass the turn on. The match ends after a round with a full court, or after the round limit."""
    seat = (int(s.active) + 1) % int(content.players)
    if seat == s.first:
        if s.last_round or s.round_number == content.rounds:
            s.phase, s.to_move = Phase.OVER, NONE
            return
        s.round_number += 1
    _start_turn(content, s, seat)


@kernel
def step_automatically(content: Content, s: State) -> bool:
    """Do the next automatic step and return whether there was one."""
    if s.phase == Phase.FILL:
        fill(content, s)
        return True
    if s.phase == Phase.SETTLE:
        settle(content, s)
        return True
    # Single comparisons compile to less code than `in` with a tuple.
    if s.phase == Phase.PLACE or s.phase == Phase.BUILD or s.phase == Phase.SEND:  # noqa: PLR1714
        return place_automatically(content, s)
    return False


assert SPOTS == 5  # assumed by the sorting network
assert FIRST_MOON + MOONS == CARDS
