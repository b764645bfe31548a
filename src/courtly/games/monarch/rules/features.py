"""The observation of a seat of Monarch: all public facts, from that seat's point of view, as numbers from 0 to 1.

Seats are numbered from the observer. The blocks are, in order:

- Court Cards: place, price for the observer while in the market, crowns;
- improvements: place or cell, and price;
- guests, like Court Cards; Moons: place;
- cells: current yield, bare yield, terrain, path;
- seats: holdings, income, banners, powers;
- phase, barters used, credits, pledge, deck and rounds, players, banners.

A card in the deck is marked as being in the deck. Its position there is not encoded.
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
from courtly.games.monarch.rules.scoring import COUNTERS, Counters, count_board, count_own, guest_crowns, value
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
    CardLocation,
    Content,
    Phase,
    Shorts,
    State,
    Sums,
    Terrain,
)

_DECK, _MARKET, _DISCARD, _ASIDE, _WITH = 0, 1, 2, 3, 4
"""Offsets of a card's place flags. From `_WITH` on, there is a flag per seat, or per cell for an improvement."""
_PRICE = _WITH + SEATS
"""Offset of four numbers of a Court Card or guest: gold price, food price, whether affordable, and current crowns."""
_AFFORDED, _CROWNS = _PRICE + 2, _PRICE + 3
_PER_CARD = _CROWNS + 1
_FOOD = _WITH + CELLS
"""Offset of an improvement's numbers: food price, whether the observer can pay, and whether a cell takes it."""
_FITS = _FOOD + 2
_PER_IMPROVEMENT = _FITS + 1
_PER_MOON = _WITH
"""Number of flags of a Moon. A Moon is never in the market, so its flag `_MARKET` means that it has left the match."""

_PER_CELL = 3 + PATHS
_BANNER = 13
_ELIGIBLE = _BANNER + BANNERS
_PATHS = _ELIGIBLE + BANNERS
_POWERS = _PATHS + PATHS
_PER_SEAT = _POWERS + Sums.NOTHING

OBSERVATION = Observation(
    courts=Piece("place, price in the market and crowns of each Court Card", (COURTS, _PER_CARD)),
    improvements=Piece(
        "place or cell, and price in the market, of each improvement",
        (IMPROVEMENTS, _PER_IMPROVEMENT),
    ),
    guests=Piece("place, price in the market and crowns of each guest", (GUESTS, _PER_CARD)),
    moons=Piece("place of each Moon", (MOONS, _PER_MOON), values=Values.FLAG),
    cells=Piece("current yield, bare yield, village flag and path of each cell", (CELLS, _PER_CELL)),
    seats=Piece("holdings, income, banners and powers of each seat", (SEATS, _PER_SEAT)),
    phase=Piece("current phase", (Phase.OVER + 1,), values=Values.FLAG),
    bartered=Piece("barters used, by Court Card, then by banner", (COURTS + BANNERS,), values=Values.FLAG),
    turn=Piece(
        "credits, rounds and piles",
        (10,),
        columns=(
            "free improvements",
            "free sweeps",
            "extra incomes",
            "income taken",
            "last round",
            "round",
            "rounds left",
            "dismissals",
            "deck",
            "discard pile",
        ),
    ),
    pledge=Piece("pledge that a Moon asks for", (5,), columns=("gold", "food", "target", "missing", "passes in a row")),
    players=Piece("number of players, from 2", (SEATS - 1,), values=Values.FLAG),
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

_PLACES = CardLocation.GUEST + SEATS


def _columns() -> Ints:
    """Return the offset of the flag for each place, by number of players (from 2), observer and `CardLocation`."""
    found = np.zeros((SEATS - 1, SEATS, _PLACES), np.int8)
    found[:, :, CardLocation.GONE], found[:, :, CardLocation.DISCARD], found[:, :, CardLocation.ASIDE] = (
        _MARKET,
        _DISCARD,
        _ASIDE,
    )
    for players in range(2, SEATS + 1):
        for seat in range(players):
            for other in range(players):
                column = _WITH + (other - seat) % players
                found[players - 2, seat, CardLocation.COURT + other] = found[
                    players - 2, seat, CardLocation.GUEST + other
                ] = column
    return found


def _starts() -> Shorts:
    """Return the offset of each card's numbers in the observation."""
    kinds = ((0, COURTS, _PER_CARD), (_IMPROVEMENTS, IMPROVEMENTS, _PER_IMPROVEMENT), (_GUESTS, GUESTS, _PER_CARD))
    spans = [start + np.arange(cards) * size for start, cards, size in (*kinds, (_MOONS, MOONS, _PER_MOON))]
    return np.concatenate(spans).astype(np.int16)


_COLUMNS, _STARTS = _columns(), _starts()
_KNOWN = np.ones(_PLACES, np.float32)
"""The value of each place's flag. It is 0 for the market and the board, which are written separately in more detail."""
_KNOWN[CardLocation.MARKET] = _KNOWN[CardLocation.BOARD] = 0.0


@inlined
def _from_seat(content: Content, seat: int, other: int) -> int:
    """Return how many seats after the observer a seat plays."""
    after = int(other) - int(seat)
    return after + int(content.players) * (after < 0)


@inlined
def _squash(number: int, half: int) -> float:
    """Map a number from 0 up to a value from 0 to 1; `half` maps to 0.5."""
    return number / (number + half)


@inlined
def _crowns(crowns: int, half: int) -> float:
    """Map crowns, which may be negative, to a value from 0 to 1; 0 maps to 0.5."""
    return 0.5 + 0.5 * crowns / (abs(crowns) + half)


@inlined
def _at(card: int) -> int:
    """Return the offset of a card's numbers."""
    return int(_STARTS[card])


@kernel
def observe(content: Content, s: State, seat: int, out: Out) -> None:
    """Write the observation of `seat` into `out`, shape (SIZE,), values from 0 to 1."""
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
    """Return the offset of a seat's numbers."""
    return _SEATS + _from_seat(content, seat, other) * _PER_SEAT


@inlined
def _observe_cards(content: Content, s: State, seat: int, out: Out) -> None:
    """Write the place of each card, except for cards in the market and on the board."""
    # Without a branch, because the place varies so much that the processor would often mispredict it.
    for i in range(content.in_play):
        card = int(content.cards[i])
        place = int(s.where[card])
        out[_at(card) + int(_COLUMNS[content.players - 2, seat, place])] = _KNOWN[place]


@inlined
def _observe_market(content: Content, s: State, seat: int, out: Out) -> None:
    """Write the spot and the observer's price of each card in the market."""
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
    """Write the yields of a cell and its improvements: 1 for the visible one, 1/2 for the next one down, and so on."""
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
    """Write the crowns of each card that a seat holds, and return their sum, including the banner."""
    total = 0
    for i in range(s.courts[other]):
        card = int(s.court[other, i])
        crowns = value(content.formula[card], s, other, counters)
        out[_at(card) + _CROWNS] = np.float32(_crowns(crowns, 6))
        total += crowns
    if s.guests[other] > 0:
        for card in range(FIRST_GUEST, FIRST_MOON):
            if s.where[card] == CardLocation.GUEST + other:
                crowns = guest_crowns(content, s, other, card, counters)
                out[_at(card) + _CROWNS] = np.float32(_crowns(crowns, 6))
                total += crowns
    if s.banner[other] != NONE:
        total += value(content.banner_formula[s.banner[other]], s, other, counters)
    return total


@inlined
def _observe_offers(content: Content, s: State, seat: int, counters: Counters, out: Out) -> None:
    """Write the crowns that each Court Card in the market would give the observer now."""
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
        if s.sums[other, i] != 0:  # most are 0, and the check is cheaper than the division
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
    """Write the resource, the target and the missing amount of a pledge."""
    if s.moon != NONE:
        resource, target = content.pledge[s.moon - FIRST_MOON, 0], content.pledge[s.moon - FIRST_MOON, 1]
        out[_PLEDGE + int(resource)] = 1.0
        out[_PLEDGE + 2] = np.float32(_squash(int(target), 5))
        out[_PLEDGE + 3] = np.float32(_squash(missing(content, s), 5))
        out[_PLEDGE + 4] = np.float32(s.passes / int(content.players))
