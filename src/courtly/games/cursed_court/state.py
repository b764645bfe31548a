"""Records of Cursed Court: the constants of a match, and its state.

Nobles are numbered from 0 to 8 in reading order of the grid. Regions 0 to 8 are the noble regions, 9 to 26 the set
regions. The fields for coins also hold the chips of The Great Exchange.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from courtly.engine.contract.layout import Ints, Layout, Visibility, field
from courtly.engine.contract.weights import Numbers
from courtly.games.cursed_court.weights import Weight

SEATS = 6
NOBLES = 9
REGIONS = 27
CARDS = 36
CROWNS = 4
SEASONS = 4
COPIES = 4
HOLES = 6
NONE = -1
EXTRA_YEARS = 10
STACK = 100
STACKS_A_YEAR = 10
SAFETY_YEARS = 200


class Phase(IntEnum):
    """The kind of decision that is due."""

    BET = 0
    STAKE = 1
    REBUY = 2
    OVER = 3


class Exchange(IntEnum):
    """The form of The Great Exchange: off, elimination, or cash game."""

    OFF = 0
    ELIMINATION = 1
    CASH = 2


class Content(Layout):
    """Constants of a match, from its options and components."""

    players: int = field(np.int8, "seats at the table, 2 to 6")
    copies: Ints = field(np.int8, "cards of each noble", shape=(NOBLES,))
    seasons: int = field(np.int8, "seasons of a year, from spring")
    cut: int = field(np.int8, "1 if a year's deck holds only its tableau and the other cards are removed unseen")
    years: int = field(np.int16, "years played; 200, the safety stop, in an elimination match")
    extra_years: int = field(np.int8, "maximum number of extra years to break a tie; 0 if a tie is shared")
    coins: int = field(np.int32, "coins or chips of each player at the start")
    remembers: int = field(np.int8, "1 if a year's tableau sits out the next year")
    coinless: int = field(np.int8, "1 if crowns have no coins and share regions")
    exchange: int = field(np.int8, "an Exchange")
    masquerade: int = field(np.int8, "1 if one of the four crowns is a feint")
    needs: Any = field(np.int16, "nobles of each region, one bit each", shape=(REGIONS,))
    there: Ints = field(np.int8, "1 for a region that is open to bets", shape=(REGIONS,))
    points: Ints = field(
        np.int8, "points of a set region; 1 for a noble region, which scores by copies", shape=(REGIONS,)
    )
    weights: Numbers = field(np.float64, "the steward's weights, by Weight", shape=(len(Weight),))


class State(Layout):
    """A position."""

    to_move: int = field(np.int8, "seat to move", none=NONE)
    phase: int = field(np.int8, "a Phase")
    first: int = field(np.int8, "seat that received the first wager marker before the match")
    marker: int = field(np.int8, "seat with the first wager marker")
    year: int = field(np.int16, "current year, from 1, counting years without a deal")
    season: int = field(np.int8, "season, 0 spring to 3 winter")
    last_year: int = field(np.int16, "last year of the match, unless a tie adds another")
    dealt: int = field(np.int16, "years dealt so far")
    seated: Ints = field(np.int8, "1 for each seat that plays this year", shape=(SEATS,))
    deck: Ints = field(
        np.int8,
        "this year's cards: hole cards, face-up cards, rest",
        shape=(CARDS,),
        none=NONE,
        visibility=Visibility.RULED,
    )
    deck_size: int = field(np.int8, "cards in this year's deck")
    holes: int = field(np.int8, "hole cards of this year, first in the deck")
    next_deck: Ints = field(
        np.int8, "next year's cards, if a deal names them", shape=(CARDS,), none=NONE, visibility=Visibility.NOBODY
    )
    luck: int = field(np.uint64, "family of the random streams of later years", visibility=Visibility.NOBODY)
    aside: Ints = field(np.int8, "cards of each noble that sit out", shape=(NOBLES,))
    crowns: Ints = field(
        np.int8, "owners of the crowns in each region, in order of placement", shape=(REGIONS, SEATS), none=NONE
    )
    stack: Any = field(np.int32, "coins under the crown of each region", shape=(REGIONS,))
    placed: Ints = field(np.int8, "crowns of each seat on the board", shape=(SEATS,))
    feint: Ints = field(
        np.int8, "region of each seat's feint; none in hand", shape=(SEATS,), none=NONE, visibility=Visibility.OWNER
    )
    purse: Any = field(np.int32, "coins of each seat in hand", shape=(SEATS,))
    pending: int = field(np.int8, "region of the bet whose stake is due", none=NONE)
    pending_feint: int = field(np.int8, "1 if that bet is the feint: clause 13.2", visibility=Visibility.RULED)
    score: Any = field(np.int32, "points of each seat up to the last finished year", shape=(SEATS,))
    gained: Any = field(np.int32, "points of each seat in the last finished year", shape=(SEATS,))
    bought: Any = field(np.int32, "chips bought by each seat", shape=(SEATS,))
    stacks: int = field(np.int8, "stacks bought by the seat to move between these two years")
    asked: int = field(np.int8, "seats asked between these two years")
