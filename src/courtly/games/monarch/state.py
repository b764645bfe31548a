"""The records of Monarch: what is fixed for a match, and what changes.

A card is a number whose range says its kind, whatever the card set: Court Cards from 0, Land Improvements from 64,
Unwanted Guests from 128, Moons from 160. Banners and land boards are numbered apart, in the order of the card set.
Cells are 0 to 8 in reading order of the grid, three to a row. Of two resources, gold is 0 and food is 1.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.layout import Ints, Layout, Seen, field
from courtly.engine.contract.weights import Numbers
from courtly.games.monarch.weights import Weight

Shorts = npt.NDArray[np.int16]
"""An array of card numbers, prices or the like, as kernels see it."""

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
DECKS = 2 * CARDS + 1
"""Room for two reshuffles, which one filling of the market can need, and an end."""
START = 5
"""Food and gold of each sister at the start."""
SWEEP = 3
"""Gold that a sweep costs."""
GOLD, FOOD = 0, 1
EFFECTS = 3
"""Effects of a Court Card at most."""
MOON_EFFECTS = 4
"""Effects in each list of a Moon at most."""
MOST_PLEDGE = 120
"""The highest target a pledge can have."""
TOP_YIELD = 9
ANY = 2
"""The terrain of an effect or a formula that looks at both."""


# The numbers of the moves: the first of each kind.
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
"""A pledge that rises by n is `PLEDGE + n`."""
MOVES = PLEDGE + MOST_PLEDGE + 1

Moves = npt.NDArray[np.int32]
"""Where legal moves are written."""


class Phase(IntEnum):
    """What is decided now."""

    ACT = 0
    """Any act of a turn, or its end."""
    PLACE = 1
    """Where a Court Card just bought goes: beside the others, or in place of one."""
    BUILD = 2
    """On which board an improvement goes."""
    SEND = 3
    """To whom a guest goes."""
    DISMISS = 4
    """Which guest leaves, or none."""
    PLEDGE = 5
    """What to add to one's pledge for a Moon."""
    OVER = 6
    SETTLE = 7
    """Rebates and effects of the card just bought; goes on by itself, never between moves."""
    FILL = 8
    """The market has empty spots; goes on by itself, never between moves."""


class Path(IntEnum):
    """The style of a card; `NONE` of the state stands for no path."""

    MIGHT = 0
    CULTURE = 1
    WISDOM = 2
    BOUNTY = 3


class Terrain(IntEnum):
    """What a land board is, or what an improvement may lie on."""

    VILLAGE = 0
    FARM = 1


class Place(IntEnum):
    """Where a card is; `COURT` and `GUEST` are followed by one number for each seat."""

    BOX = 0
    """Not in the card set."""
    DECK = 1
    MARKET = 2
    DISCARD = 3
    GONE = 4
    """A Moon that has been resolved."""
    BOARD = 5
    ASIDE = 6
    """Bought and not yet placed, or a Moon that asks for a pledge."""
    COURT = 8
    GUEST = 12


class Sums(IntEnum):
    """Where the powers of a seat are added up, in a row of `SUMS` numbers.

    Lists of five go by the path of the card: the four paths, then none.
    """

    COURT_GOLD = 0
    """Discounts, five."""
    COURT_FOOD = 5
    """Discounts, five."""
    IMPROVEMENT_FOOD = 10
    """Discounts, five."""
    GUEST_GOLD = 15
    GUEST_FOOD = 16
    SWEEP = 17
    COURT_GOLD_BACK = 18
    """Rebates, five."""
    COURT_FOOD_BACK = 23
    """Rebates, five."""
    IMPROVEMENT_GOLD_BACK = 28
    """Rebates, five."""
    IMPROVEMENT_FOOD_BACK = 33
    """Rebates, five."""
    GUEST_GOLD_BACK = 38
    GUEST_FOOD_BACK = 39
    HARVEST = 40
    TAX = 41
    TAX_RELIEF = 42
    GUEST_RELIEF = 43
    NOTHING = 44
    """Always 0, for prices that no power touches."""


SUMS = 48
"""A multiple of what a processor adds at once."""


class Effect(IntEnum):
    """What a card or a Moon does once."""

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
    """Whom an effect of a Moon touches."""

    ALL = 0
    MOST = 1
    FEWEST = 2
    TOP_PLEDGER = 3


class Measure(IntEnum):
    """What is compared for `MOST` and `FEWEST`."""

    GOLD = 0
    FOOD = 1
    COURT = 2
    GUESTS = 3


class Listed(IntEnum):
    """The lists of effects of a Moon: those without a pledge have one, the others two."""

    EFFECTS = 0
    MET = 1
    UNMET = 2


class Content(Layout):
    """What options and card set fix for a whole match."""

    players: int = field(np.int8, "seats at the table, 2 to 4")
    rounds: int = field(np.int16, "rounds after which the match ends in any case")
    free_each_turn: int = field(np.int8, "free improvements at the start of each turn: 1 with two players")
    cards: Shorts = field(np.int16, "the cards of the set, ascending", shape=(CARDS,), none=NONE)
    in_play: int = field(np.int16, "cards of the set")
    boards: Ints = field(np.int8, "land boards, each as often as there are copies", shape=(LANDS,), none=NONE)
    board_count: int = field(np.int8, "land boards, 9 to 16")
    land_terrain: Ints = field(np.int8, "a Terrain for each land board", shape=(LANDS,))
    land_yield: Ints = field(np.int8, "yield of each bare land board, 1 to 9", shape=(LANDS,))
    cost: Shorts = field(np.int16, "printed cost of each card in gold and food", shape=(CARDS, 2))
    price_at: Ints = field(np.int8, "where Sums holds the discounts of each card, gold and food", shape=(CARDS, 2))
    rebate_at: Ints = field(np.int8, "where Sums holds the rebates on each card, gold and food", shape=(CARDS, 2))
    path: Ints = field(np.int8, "a Path for each Court Card and improvement", shape=(FIRST_GUEST,), none=NONE)
    terrain: Ints = field(np.int8, "a Terrain for each improvement", shape=(IMPROVEMENTS,))
    yields: Ints = field(np.int8, "yield of each improvement, 1 to 9", shape=(IMPROVEMENTS,))
    emblems: Any = field(np.int32, "emblems of each Court Card, one bit each", shape=(COURTS,))
    formula: Any = field(np.int32, "crowns of each Court Card and guest: see scoring.py", shape=(FIRST_MOON, 8))
    banner_formula: Any = field(np.int32, "crowns of each banner", shape=(BANNERS, 8))
    powers: Any = field(np.int16, "what each Court Card adds to Sums", shape=(COURTS, SUMS))
    banner_powers: Any = field(np.int16, "what each banner adds to Sums", shape=(BANNERS, SUMS))
    barter: Any = field(
        np.int16,
        "gold and food given, gold and food taken by each Court Card, then banner",
        shape=(COURTS + BANNERS, 4),
    )
    barters: Ints = field(
        np.int8, "Court Cards and banners that barter, ascending", shape=(COURTS + BANNERS,), none=NONE
    )
    barter_count: int = field(np.int8, "how many barter")
    effects: Any = field(
        np.int16,
        "Effect, resource, amount: what each Court Card does when acquired",
        shape=(COURTS, EFFECTS, 3),
        none=NONE,
    )
    pledge: Any = field(np.int16, "resource and target of each Moon that is paid together", shape=(MOONS, 2), none=NONE)
    moon_effects: Any = field(
        np.int16,
        "Effect, resource, amount, Who, Measure, terrain, for each Moon and each of its lists",
        shape=(MOONS, 3, MOON_EFFECTS, 6),
        none=NONE,
    )
    banner_count: int = field(np.int8, "banners in play, 0 to 5")
    requirement: Any = field(
        np.int16,
        "path that a banner asks for, or none for different paths; and how many",
        shape=(BANNERS, 2),
        none=NONE,
    )
    weights: Numbers = field(np.float64, "the steward's weights, by Weight", shape=(len(Weight),))


class State(Layout):
    """A position."""

    to_move: int = field(np.int8, "seat that decides", none=NONE)
    phase: int = field(np.int8, "a Phase")
    first: int = field(np.int8, "seat that took the first turn")
    active: int = field(np.int8, "seat whose turn it is")
    round_number: int = field(np.int16, "round, from 1")
    last_round: int = field(np.int8, "1 when some court has reached 7")
    held: Any = field(np.int32, "gold and food of each seat", shape=(SEATS, 2))
    court: Any = field(np.int16, "Court Cards of each seat", shape=(SEATS, COURT), none=NONE)
    courts: Ints = field(np.int8, "how many Court Cards each seat has", shape=(SEATS,))
    guests: Ints = field(np.int8, "how many guests each seat has", shape=(SEATS,))
    banner: Ints = field(np.int8, "banner of each seat", shape=(SEATS,), none=NONE)
    holder: Ints = field(np.int8, "seat that flies each banner", shape=(BANNERS,), none=NONE)
    sums: Any = field(np.int16, "powers of each seat added up: see Sums", shape=(SEATS, SUMS))
    paths: Any = field(np.int8, "Court Cards of each path in each court", shape=(SEATS, PATHS))
    eligible: Ints = field(np.int8, "banners whose requirement each court meets, one bit each", shape=(SEATS,))
    market: Shorts = field(np.int16, "market row, left to right", shape=(SPOTS,), none=NONE)
    lands: Ints = field(np.int8, "land board of each cell", shape=(CELLS,))
    top: Shorts = field(np.int16, "visible improvement of each cell", shape=(CELLS,), none=NONE)
    beneath: Shorts = field(np.int16, "what each improvement on the board covers", shape=(IMPROVEMENTS,), none=NONE)
    yields: Ints = field(np.int8, "what each cell yields now", shape=(CELLS,))
    villages: int = field(np.int8, "villages on the board")
    income: Any = field(np.int16, "gold of all villages and food of all farms together", shape=(2,))
    where: Ints = field(np.int8, "a Place for each card", shape=(CARDS,))
    deck: Shorts = field(
        np.int16, "the market deck in order, what was drawn first", shape=(DECKS,), none=NONE, seen=Seen.RULED
    )
    deck_start: int = field(np.int16, "where the present deck begins: behind the one before it if that was the first")
    drawn: int = field(np.int16, "where the deck's top card lies")
    deck_size: int = field(np.int16, "where the deck ends")
    discards: int = field(np.int16, "cards in the discard pile")
    reshuffles: int = field(np.int16, "how often the discard pile became the deck")
    next_decks: Any = field(
        np.int16, "the next two reshuffles where a deal names them", shape=(2, CARDS), none=NONE, seen=Seen.NOBODY
    )
    luck: int = field(np.uint64, "family of the random streams of the reshuffles to come", seen=Seen.NOBODY)
    gone: Shorts = field(np.int16, "Moons that left the game, in order", shape=(MOONS,), none=NONE)
    gone_count: int = field(np.int8, "how many Moons left the game")
    income_done: int = field(np.int8, "1 when the turn's harvest or tax is done")
    free_improvements: int = field(np.int16, "improvements that cost nothing this turn")
    free_sweeps: int = field(np.int16, "sweeps that cost nothing this turn")
    extra_incomes: int = field(np.int16, "further harvests or taxes this turn")
    bartered: Ints = field(
        np.int8, "1 for each card and banner whose barter was used this turn", shape=(COURTS + BANNERS,)
    )
    pending: int = field(np.int16, "card that was bought and is not settled", none=NONE)
    owed: Any = field(np.int16, "rebates on it in gold and food", shape=(2,))
    effect: int = field(np.int8, "its effects that have been carried out")
    dismissals: int = field(np.int8, "guests that may still be dismissed")
    moon: int = field(np.int16, "Moon that asks for a pledge", none=NONE)
    pledges: Any = field(np.int16, "what each seat pledges", shape=(SEATS,))
    passes: int = field(np.int8, "seats that passed in a row")
