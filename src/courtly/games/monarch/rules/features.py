"""The observation of one seat of Monarch, as numbers from 0 to 1: all that everybody sees, as that seat sees it.

Seats are counted from the observer on. In order: of each Court Card where it is, what it costs the observer while it is
in the market, and its crowns; of each improvement the same, with its cell; of each guest; of each Moon where it is; of
each cell what it yields, bare too, its terrain and path; of each seat what it holds, brings in and may fly, and its
powers; phase; barters used; credits; the pledge; deck and rounds; players and banners. A card that lies in the deck is
known to be there, and nothing of its place in it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.contract.layout import Ints
from courtly.engine.contract.observation import Observation, Piece, Values
from courtly.games.monarch.rules.acquire import affords, food_due, price, sweep_price
from courtly.games.monarch.rules.board import cells_for
from courtly.games.monarch.rules.market import missing
from courtly.games.monarch.rules.scoring import COUNTERS, Counters, count_board, count_own, guest_value, value
from courtly.games.monarch.state import (
    BANNERS,
    CELLS,
    COURT,
    COURTS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FOOD,
    GOLD,
    GUESTS,
    IMPROVEMENTS,
    MOONS,
    NONE,
    PATHS,
    SEATS,
    SPOTS,
    SWEEP,
    TOP_YIELD,
    Content,
    Phase,
    Place,
    Shorts,
    State,
    Sums,
    Terrain,
)

_DECK, _MARKET, _DISCARD, _ASIDE, _WITH = 0, 1, 2, 3, 4
"""Numbers of a card: where it is; from `_WITH` on the seat that has it, or the cell of an improvement."""
_PRICE = _WITH + SEATS
"""Then, of a Court Card or guest in the market, gold, food, and whether the observer holds them; and its crowns."""
_AFFORDED, _CROWNS = _PRICE + 2, _PRICE + 3
_PER_CARD = _CROWNS + 1
_FOOD = _WITH + CELLS
"""Then, of an improvement in the market, its price, whether the observer holds it, and whether a cell takes it."""
_FITS = _FOOD + 2
_PER_IMPROVEMENT = _FITS + 1
_PER_MOON = _WITH
"""A Moon is never in the market; that number says that it has left the game."""

_PER_CELL = 3 + PATHS
_BANNER = 13
_ELIGIBLE = _BANNER + BANNERS
_PATHS = _ELIGIBLE + BANNERS
_POWERS = _PATHS + PATHS
_PER_SEAT = _POWERS + Sums.NOTHING

OBSERVATION = Observation(
    courts=Piece("of each Court Card where it is, what it costs in the market, its crowns", (COURTS, _PER_CARD)),
    improvements=Piece(
        "of each improvement where it is or on which cell, what it costs in the market",
        (IMPROVEMENTS, _PER_IMPROVEMENT),
    ),
    guests=Piece("of each guest the same as of a Court Card", (GUESTS, _PER_CARD)),
    moons=Piece("of each Moon where it is", (MOONS, _PER_MOON), values=Values.FLAG),
    cells=Piece(
        "of each cell what it yields, what it yields bare, whether it is a village, its path", (CELLS, _PER_CELL)
    ),
    seats=Piece("of each seat what it holds, brings in and may fly, and its powers", (SEATS, _PER_SEAT)),
    phase=Piece("phase", (Phase.OVER + 1,), values=Values.FLAG),
    bartered=Piece("barters used, by Court Card, then by banner", (COURTS + BANNERS,), values=Values.FLAG),
    turn=Piece(
        "credits of the turn, rounds and piles",
        (10,),
        columns=(
            "free improvements",
            "free sweeps",
            "further incomes",
            "income taken",
            "last round",
            "round",
            "rounds left",
            "dismissals",
            "deck",
            "discard pile",
        ),
    ),
    pledge=Piece("what a Moon asks for", (5,), columns=("gold", "food", "asked", "missing", "seats that passed")),
    players=Piece("number of players, from 2 on", (SEATS - 1,), values=Values.FLAG),
    banners=Piece("banners in play", (BANNERS,), values=Values.FLAG),
)
SIZE = OBSERVATION.size

_IMPROVEMENTS = OBSERVATION["improvements"].start
_GUESTS = OBSERVATION["guests"].start
_MOONS = OBSERVATION["moons"].start
_CELLS = OBSERVATION["cells"].start
_SEATS = OBSERVATION["seats"].start
_PHASE = OBSERVATION["phase"].start
_BARTERED = OBSERVATION["bartered"].start
_TURN = OBSERVATION["turn"].start
_PLEDGE = OBSERVATION["pledge"].start
_PLAYERS = OBSERVATION["players"].start
_IN_PLAY = OBSERVATION["banners"].start

Out = npt.NDArray[np.float32]

_PLACES = Place.GUEST + SEATS


def _columns() -> Ints:
    """Return which of a card's numbers says that it is there: by players from 2 on, observer and place."""
    found = np.zeros((SEATS - 1, SEATS, _PLACES), np.int8)
    found[:, :, Place.GONE], found[:, :, Place.DISCARD], found[:, :, Place.ASIDE] = _MARKET, _DISCARD, _ASIDE
    for players in range(2, SEATS + 1):
        for seat in range(players):
            for other in range(players):
                column = _WITH + (other - seat) % players
                found[players - 2, seat, Place.COURT + other] = found[players - 2, seat, Place.GUEST + other] = column
    return found


def _starts() -> Shorts:
    """Return where the numbers of each card begin."""
    kinds = ((0, COURTS, _PER_CARD), (_IMPROVEMENTS, IMPROVEMENTS, _PER_IMPROVEMENT), (_GUESTS, GUESTS, _PER_CARD))
    spans = [start + np.arange(cards) * size for start, cards, size in (*kinds, (_MOONS, MOONS, _PER_MOON))]
    return np.concatenate(spans).astype(np.int16)


_COLUMNS, _STARTS = _columns(), _starts()
_KNOWN = np.ones(_PLACES, np.float32)
"""What that number is: 0 for cards of the market and the board, whose numbers say more and are written apart."""
_KNOWN[Place.MARKET] = _KNOWN[Place.BOARD] = 0.0


@inlined
def _from_seat(content: Content, seat: int, other: int) -> int:
    """Return how many places after the observer a seat sits."""
    after = int(other) - int(seat)
    return after + int(content.players) * (after < 0)


@inlined
def _squash(number: int, half: int) -> float:
    """Return a number from 0 up as a share of itself and of what counts as half of much."""
    return number / (number + half)


@inlined
def _crowns(crowns: int, half: int) -> float:
    """Return crowns, which may be fewer than none, as a share around a half."""
    return 0.5 + 0.5 * crowns / (abs(crowns) + half)


@inlined
def _at(card: int) -> int:
    """Return where the numbers of a card begin."""
    return int(_STARTS[card])


@kernel
def observe(content: Content, s: State, seat: int, out: Out) -> None:
    """Write what `seat` knows into `out`, shape (SIZE,), values from 0 to 1."""
    out[:] = 0.0
    _observe_cards(content, s, seat, out)
    _observe_market(content, s, seat, out)
    for cell in range(CELLS):
        _observe_cell(content, s, cell, out)
    counters = np.empty(COUNTERS, np.int64)
    count_board(content, s, counters)
    for other in range(content.players):
        count_own(content, s, other, counters)
        _observe_seat(content, s, seat, other, out)
        out[_seat_at(content, seat, other) + 2] = np.float32(
            _crowns(_observe_crowns(content, s, other, counters, out), 30)
        )
        if other == seat:
            _observe_offers(content, s, seat, counters, out)
    _observe_turn(content, s, out)
    _observe_pledge(content, s, out)


@inlined
def _seat_at(content: Content, seat: int, other: int) -> int:
    """Return where the numbers of a seat begin."""
    return _SEATS + _from_seat(content, seat, other) * _PER_SEAT


@inlined
def _observe_cards(content: Content, s: State, seat: int, out: Out) -> None:
    """Write where each card is; those of the market and the board have their own place."""
    # Without a branch, which a random place would mispredict.
    for i in range(content.in_play):
        card = int(content.cards[i])
        place = int(s.where[card])
        out[_at(card) + int(_COLUMNS[content.players - 2, seat, place])] = _KNOWN[place]


@inlined
def _observe_market(content: Content, s: State, seat: int, out: Out) -> None:
    """Write which card lies in which spot, at the observer's prices."""
    for spot in range(SPOTS):
        card = int(s.market[spot])
        if card == NONE:
            continue
        at = _at(card)
        food = np.float32(_squash(price(content, s, seat, card, FOOD), 5))
        held = 1.0 if affords(content, s, seat, card) else 0.0
        out[at + _MARKET] = np.float32((SPOTS - spot) / SPOTS)
        if (card >= FIRST_IMPROVEMENT) & (card < FIRST_GUEST):
            out[at + _FOOD], out[at + _FOOD + 1] = food, held
            out[at + _FITS] = 1.0 if cells_for(content, s, card).number > 0 else 0.0
        else:
            out[at + _PRICE] = np.float32(_squash(price(content, s, seat, card, GOLD), 5))
            out[at + _PRICE + 1], out[at + _AFFORDED] = food, held


@inlined
def _observe_cell(content: Content, s: State, cell: int, out: Out) -> None:
    """Write what a cell yields, and what lies on it: 1 for what is visible, less for what is further down."""
    at, land, card = _CELLS + cell * _PER_CELL, int(s.lands[cell]), int(s.top[cell])
    out[at] = np.float32(s.yields[cell] / TOP_YIELD)
    out[at + 1] = np.float32(content.land_yield[land] / TOP_YIELD)
    out[at + 2] = 1.0 if content.land_terrain[land] == Terrain.VILLAGE else 0.0
    if card != NONE and content.path[card] != NONE:
        out[at + 3 + int(content.path[card])] = 1.0
    depth = 1
    while card != NONE:
        out[_at(card) + _WITH + cell] = np.float32(1 / depth)
        card = int(s.beneath[card - FIRST_IMPROVEMENT])
        depth += 1


@inlined
def _observe_crowns(content: Content, s: State, other: int, counters: Counters, out: Out) -> int:
    """Write the crowns of each card that a seat has, and return their sum with the banner's."""
    total = 0
    for i in range(s.courts[other]):
        card = int(s.court[other, i])
        crowns = value(content.formula[card], s, other, counters)
        out[_at(card) + _CROWNS] = np.float32(_crowns(crowns, 6))
        total += crowns
    if s.guests[other] > 0:
        for card in range(FIRST_GUEST, FIRST_MOON):
            if s.where[card] == Place.GUEST + other:
                crowns = guest_value(content, s, other, card, counters)
                out[_at(card) + _CROWNS] = np.float32(_crowns(crowns, 6))
                total += crowns
    if s.banner[other] != NONE:
        total += value(content.banner_formula[s.banner[other]], s, other, counters)
    return total


@inlined
def _observe_offers(content: Content, s: State, seat: int, counters: Counters, out: Out) -> None:
    """Write the crowns that each Court Card of the market would count for the observer as things are."""
    for spot in range(SPOTS):
        card = int(s.market[spot])
        if (card != NONE) & (card < FIRST_IMPROVEMENT):
            crowns = value(content.formula[card], s, seat, counters)
            out[_at(card) + _CROWNS] = np.float32(_crowns(crowns, 6))


@inlined
def _observe_seat(content: Content, s: State, seat: int, other: int, out: Out) -> None:
    at = _seat_at(content, seat, other)
    out[at] = np.float32(_squash(int(s.held[other, GOLD]), 10))
    out[at + 1] = np.float32(_squash(int(s.held[other, FOOD]), 10))
    out[at + 3] = np.float32(s.courts[other] / COURT)
    out[at + 4] = np.float32(_squash(int(s.guests[other]), 2))
    out[at + 5] = 1.0 if s.first == other else 0.0
    out[at + 6] = 1.0 if s.active == other else 0.0
    out[at + 7] = 1.0 if s.to_move == other else 0.0
    out[at + 8] = np.float32(_squash(int(s.pledges[other]), 5)) if s.moon != NONE else np.float32(0.0)
    out[at + 9] = np.float32(_squash(int(s.income[FOOD]) + int(s.sums[other, Sums.HARVEST]), 10))
    out[at + 10] = np.float32(_squash(int(s.income[GOLD]) + int(s.sums[other, Sums.TAX]), 10))
    out[at + 11] = np.float32(food_due(s, other) / CELLS)
    out[at + 12] = np.float32(sweep_price(s, other) / SWEEP)
    if s.banner[other] != NONE:
        out[at + _BANNER + int(s.banner[other])] = 1.0
    for banner in range(content.banner_count):
        out[at + _ELIGIBLE + banner] = int(s.eligible[other]) >> banner & 1
    for path in range(PATHS):
        out[at + _PATHS + path] = np.float32(s.paths[other, path] / COURT)
    for i in range(Sums.NOTHING):
        if s.sums[other, i] != 0:  # few are, and to divide takes longer than to look
            out[at + _POWERS + i] = np.float32(_squash(int(s.sums[other, i]), 3))


@inlined
def _observe_turn(content: Content, s: State, out: Out) -> None:
    out[_PHASE + int(s.phase)] = 1.0
    for i in range(COURTS + BANNERS):
        out[_BARTERED + i] = s.bartered[i]
    out[_TURN] = np.float32(_squash(int(s.free_improvements), 1))
    out[_TURN + 1] = np.float32(_squash(int(s.free_sweeps), 1))
    out[_TURN + 2] = np.float32(_squash(int(s.extra_incomes), 1))
    out[_TURN + 3] = s.income_done
    out[_TURN + 4] = s.last_round
    out[_TURN + 5] = np.float32(s.round_number / int(content.rounds))
    out[_TURN + 6] = np.float32(_squash(int(content.rounds) - int(s.round_number), 10))
    out[_TURN + 7] = np.float32(_squash(int(s.dismissals), 1))
    out[_TURN + 8] = np.float32((s.deck_size - s.drawn) / int(content.in_play))
    out[_TURN + 9] = np.float32(s.discards / int(content.in_play))
    out[_PLAYERS + int(content.players) - 2] = 1.0
    for banner in range(content.banner_count):
        out[_IN_PLAY + banner] = 1.0


@inlined
def _observe_pledge(content: Content, s: State, out: Out) -> None:
    """Write what a Moon asks for, and what is still missing."""
    if s.moon != NONE:
        resource, target = content.pledge[s.moon - FIRST_MOON, 0], content.pledge[s.moon - FIRST_MOON, 1]
        out[_PLEDGE + int(resource)] = 1.0
        out[_PLEDGE + 2] = np.float32(_squash(int(target), 5))
        out[_PLEDGE + 3] = np.float32(_squash(missing(content, s), 5))
        out[_PLEDGE + 4] = np.float32(s.passes / int(content.players))
