"""The records of Monarch: the content of a match, which is fixed, and the state, which changes.

A card is a number. Its range gives its kind in every card set: Court Cards from 0, Land Improvements from 64,
Unwanted Guests from 128, Moons from 160. Banners and land boards are numbered separately, in card set order.
Cells are 0 to 8 in reading order of the grid, three per row. As a resource index, gold is 0 and food is 1.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.layout import Ints, Layout, Visibility, field
from courtly.engine.contract.weights import Numbers
from courtly.games.monarch.weights import Weight

Shorts = npt.NDArray[np.int16]
"""An array of small integers such as card numbers or prices, as kernels receive it."""

SEATS = 4
CELLS = 9
SPOTS = 5
COURT = 7
LANDS = 16
BANNERS = 5
PATHS = 4
EMBLEMS = 16
COURTS, IMPROVEMENTS, GUESTS, MOONS = 64, 64, 32, 32
FIRST_IMPROVEMENT = COURTS
FIRST_GUEST = FIRST_IMPROVEMENT + IMPROVEMENTS
FIRST_MOON = FIRST_GUEST + GUESTS
CARDS = FIRST_MOON + MOONS
NONE = -1
DECK_CAPACITY = 2 * CARDS + 1
"""Length of the deck array: room for two reshuffles, as one move may cause two, and for an end mark."""
STARTING_RESOURCES = 5
"""Food and gold of each sister at setup."""
SWEEP = 3
"""Cost of a sweep in gold."""
GOLD, FOOD = 0, 1
EFFECTS = 3
"""Maximum number of effects of a Court Card."""
MOON_EFFECTS = 4
"""Maximum number of effects in each list of a Moon."""
MAX_PLEDGE = 120
"""The highest target of a pledge."""
TOP_YIELD = 9
ANY = 2
"""Terrain of an effect or a formula that covers villages and farms."""


# Move numbers: the first number of each kind.
HARVEST = 0
TAX = 1
SWEEP_MOVE = 2
FLY = 3
BARTER = FLY + BANNERS
BUY = BARTER + COURTS + BANNERS
FREE = BUY + FIRST_MOON
END = FREE + IMPROVEMENTS
ADD = END + 1
REPLACE = ADD + 1
BUILD = REPLACE + COURTS
SEND = BUILD + CELLS
DISMISS = SEND + SEATS
KEEP = DISMISS + GUESTS
PASS = KEEP + 1
PLEDGE = PASS
"""Raising a pledge by n is move `PLEDGE + n`."""
MOVES = PLEDGE + MAX_PLEDGE + 1

Moves = npt.NDArray[np.int32]
"""The array that legal moves are written into."""


class Phase(IntEnum):
    """The kind of decision that comes next."""

    ACT = 0
    """Any act of a turn, or the end of the turn."""
    PLACE = 1
    """Where the Court Card just bought goes: to a free space, or in place of another card."""
    BUILD = 2
    """The board that the improvement just bought is built on."""
    SEND = 3
    """The sister who receives the guest just bought."""
    DISMISS = 4
    """The guest who leaves, or none."""
    PLEDGE = 5
    """The amount to add to a pledge for a Moon."""
    OVER = 6
    SETTLE = 7
    """Rebates and effects of the card just bought. This phase has no decisions and ends before the next move."""
    FILL = 8
    """Filling the empty spots of the market. This phase has no decisions and ends before the next move."""


class Path(IntEnum):
    """The path of a card. The state uses `NONE` for a card without a path."""

    MIGHT = 0
    CULTURE = 1
    WISDOM = 2
    BOUNTY = 3


class Terrain(IntEnum):
    """The terrain of a land board, or the terrain that an improvement needs."""

    VILLAGE = 0
    FARM = 1


class CardLocation(IntEnum):
    """The place of a card. `COURT` and `GUEST` are the first of four numbers, one per seat."""

    BOX = 0
    """Not in the card set."""
    DECK = 1
    MARKET = 2
    DISCARD = 3
    GONE = 4
    """A Moon that has been resolved."""
    BOARD = 5
    ASIDE = 6
    """Bought and not yet placed, or a Moon that asks for pledges."""
    COURT = 8
    GUEST = 12


class Sums(IntEnum):
    """Index into a row of `SUMS` numbers, which holds the combined powers of a seat.

    A member with five entries is the index of the first: one entry for each path of a card, then one for no path.
    """

    COURT_GOLD = 0
    """Discounts: five entries."""
    COURT_FOOD = 5
    """Discounts: five entries."""
    IMPROVEMENT_FOOD = 10
    """Discounts: five entries."""
    GUEST_GOLD = 15
    GUEST_FOOD = 16
    SWEEP = 17
    COURT_GOLD_BACK = 18
    """Rebates: five entries."""
    COURT_FOOD_BACK = 23
    """Rebates: five entries."""
    IMPROVEMENT_GOLD_BACK = 28
    """Rebates: five entries."""
    IMPROVEMENT_FOOD_BACK = 33
    """Rebates: five entries."""
    GUEST_GOLD_BACK = 38
    GUEST_FOOD_BACK = 39
    HARVEST = 40
    TAX = 41
    TAX_RELIEF = 42
    GUEST_RELIEF = 43
    NOTHING = 44
    """Always 0, for prices that no power changes."""


SUMS = 48
"""Width of a row of sums, padded to a multiple of the SIMD width."""


class Effect(IntEnum):
    """A one-time effect of a card or a Moon."""

    GAIN = 0
    COLLECT = 1
    DISMISS_GUEST = 2
    FREE_IMPROVEMENT = 3
    FREE_SWEEP = 4
    EXTRA_INCOME = 5
    LOSE = 6
    HALVE = 7
    HARVEST = 8
    RUIN = 9
    FLUSH = 10


class Who(IntEnum):
    """The sisters that an effect of a Moon applies to."""

    ALL = 0
    MOST = 1
    FEWEST = 2
    TOP_PLEDGER = 3


class Measure(IntEnum):
    """The quantity that `MOST` and `FEWEST` compare."""

    GOLD = 0
    FOOD = 1
    COURT = 2
    GUESTS = 3


class EffectList(IntEnum):
    """The effect lists of a Moon: `EFFECTS` without a pledge, `MET` and `UNMET` with one."""

    EFFECTS = 0
    MET = 1
    UNMET = 2


class Content(Layout):
    """The data that the options and the card set fix for a whole match."""

    players: int = field(np.int8, "seats at the table, 2 to 4")
    rounds: int = field(np.int16, "maximum number of rounds")
    free_each_turn: int = field(np.int8, "free improvements at the start of each turn: 1 with two players")
    cards: Shorts = field(np.int16, "the cards of the set, ascending", shape=(CARDS,), none=NONE)
    in_play: int = field(np.int16, "cards of the set")
    boards: Ints = field(np.int8, "land boards, one entry per copy", shape=(LANDS,), none=NONE)
    board_count: int = field(np.int8, "land boards, 9 to 16")
    land_terrain: Ints = field(np.int8, "Terrain of each land board", shape=(LANDS,))
    land_yield: Ints = field(np.int8, "yield of each bare land board, 1 to 9", shape=(LANDS,))
    cost: Shorts = field(np.int16, "printed cost of each card in gold and food", shape=(CARDS, 2))
    price_at: Ints = field(np.int8, "index in Sums of the gold and food discounts of each card", shape=(CARDS, 2))
    rebate_at: Ints = field(np.int8, "index in Sums of the gold and food rebates of each card", shape=(CARDS, 2))
    path: Ints = field(np.int8, "Path of each Court Card and improvement", shape=(FIRST_GUEST,), none=NONE)
    terrain: Ints = field(np.int8, "Terrain of each improvement", shape=(IMPROVEMENTS,))
    yields: Ints = field(np.int8, "yield of each improvement, 1 to 9", shape=(IMPROVEMENTS,))
    emblems: Any = field(np.int32, "emblems of each Court Card, one bit each", shape=(COURTS,))
    formula: Any = field(np.int32, "crowns of each Court Card and guest: see scoring.py", shape=(FIRST_MOON, 8))
    banner_formula: Any = field(np.int32, "crowns of each banner", shape=(BANNERS, 8))
    powers: Any = field(np.int16, "numbers that each Court Card adds to Sums", shape=(COURTS, SUMS))
    banner_powers: Any = field(np.int16, "numbers that each banner adds to Sums", shape=(BANNERS, SUMS))
    barter: Any = field(
        np.int16,
        "gold and food given, gold and food taken, by Court Card, then by banner",
        shape=(COURTS + BANNERS, 4),
    )
    barters: Ints = field(
        np.int8, "Court Cards and banners that barter, ascending", shape=(COURTS + BANNERS,), none=NONE
    )
    barter_count: int = field(np.int8, "number of Court Cards and banners that barter")
    effects: Any = field(
        np.int16,
        "Effect, resource, amount of each effect of a Court Card when acquired",
        shape=(COURTS, EFFECTS, 3),
        none=NONE,
    )
    pledge: Any = field(np.int16, "resource and target of each Moon with a pledge", shape=(MOONS, 2), none=NONE)
    moon_effects: Any = field(
        np.int16,
        "Effect, resource, amount, Who, Measure, terrain, by Moon and list of effects",
        shape=(MOONS, 3, MOON_EFFECTS, 6),
        none=NONE,
    )
    banner_count: int = field(np.int8, "banners in play, 0 to 5")
    requirement: Any = field(
        np.int16,
        "path that a banner requires (none: different paths), and number of cards",
        shape=(BANNERS, 2),
        none=NONE,
    )
    weights: Numbers = field(np.float64, "the steward's weights, by Weight", shape=(len(Weight),))


class State(Layout):
    """A position."""

    to_move: int = field(np.int8, "seat to move", none=NONE)
    phase: int = field(np.int8, "a Phase")
    first: int = field(np.int8, "seat that took the first turn")
    active: int = field(np.int8, "seat whose turn it is")
    round_number: int = field(np.int16, "round, from 1")
    last_round: int = field(np.int8, "1 if a court has reached 7 cards")
    held: Any = field(np.int32, "gold and food of each seat", shape=(SEATS, 2))
    court: Any = field(np.int16, "Court Cards of each seat", shape=(SEATS, COURT), none=NONE)
    courts: Ints = field(np.int8, "number of Court Cards of each seat", shape=(SEATS,))
    guests: Ints = field(np.int8, "number of guests of each seat", shape=(SEATS,))
    banner: Ints = field(np.int8, "banner of each seat", shape=(SEATS,), none=NONE)
    holder: Ints = field(np.int8, "seat that flies each banner", shape=(BANNERS,), none=NONE)
    sums: Any = field(np.int16, "combined powers of each seat: see Sums", shape=(SEATS, SUMS))
    paths: Any = field(np.int8, "Court Cards by path in each court", shape=(SEATS, PATHS))
    eligible: Ints = field(np.int8, "banners whose requirement each court meets, one bit each", shape=(SEATS,))
    market: Shorts = field(np.int16, "market row, left to right", shape=(SPOTS,), none=NONE)
    lands: Ints = field(np.int8, "land board of each cell", shape=(CELLS,))
    top: Shorts = field(np.int16, "visible improvement of each cell", shape=(CELLS,), none=NONE)
    beneath: Shorts = field(
        np.int16, "improvement under each improvement on the board", shape=(IMPROVEMENTS,), none=NONE
    )
    yields: Ints = field(np.int8, "current yield of each cell", shape=(CELLS,))
    villages: int = field(np.int8, "villages on the board")
    income: Any = field(np.int16, "total gold of all villages and total food of all farms", shape=(2,))
    where: Ints = field(np.int8, "CardLocation of each card", shape=(CARDS,))
    deck: Shorts = field(
        np.int16,
        "market deck in order, drawn cards first",
        shape=(DECK_CAPACITY,),
        none=NONE,
        visibility=Visibility.RULED,
    )
    deck_start: int = field(
        np.int16, "start of the current deck: after the previous deck, if that came from the first reshuffle"
    )
    drawn: int = field(np.int16, "index of the deck's top card")
    deck_size: int = field(np.int16, "index after the deck's last card")
    discards: int = field(np.int16, "cards in the discard pile")
    reshuffles: int = field(np.int16, "number of reshuffles of the discard pile")
    next_decks: Any = field(
        np.int16,
        "next two reshuffles, if a deal names them",
        shape=(2, CARDS),
        none=NONE,
        visibility=Visibility.NOBODY,
    )
    luck: int = field(np.uint64, "family of the random streams of later reshuffles", visibility=Visibility.NOBODY)
    gone: Shorts = field(np.int16, "Moons that left the game, in order", shape=(MOONS,), none=NONE)
    gone_count: int = field(np.int8, "number of Moons that left the game")
    income_done: int = field(np.int8, "1 if the turn's harvest or tax is done")
    free_improvements: int = field(np.int16, "free improvements left this turn")
    free_sweeps: int = field(np.int16, "free sweeps left this turn")
    extra_incomes: int = field(np.int16, "extra harvests or taxes left this turn")
    bartered: Ints = field(
        np.int8, "1 for each card and banner whose barter was used this turn", shape=(COURTS + BANNERS,)
    )
    pending: int = field(np.int16, "bought card that is not settled yet", none=NONE)
    owed: Any = field(np.int16, "gold and food rebates on the pending card", shape=(2,))
    effect: int = field(np.int8, "number of its effects already carried out")
    dismissals: int = field(np.int8, "guests that may still be dismissed")
    moon: int = field(np.int16, "Moon that asks for pledges", none=NONE)
    pledges: Any = field(np.int16, "pledge of each seat", shape=(SEATS,))
    passes: int = field(np.int8, "consecutive passes")
