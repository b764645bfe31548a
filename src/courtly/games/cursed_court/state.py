"""The records of Cursed Court: what is fixed for a match, and what changes.

A noble is a number from 0 to 8 in reading order of the grid. A region is 0 to 8 for the noble regions, 9 to 26 for the
set regions. Coins and, in The Great Exchange, chips are the same thing to the rules.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from courtly.engine.contract.layout import Ints, Layout, Seen, field
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
    """What is decided now."""

    BET = 0
    STAKE = 1
    REBUY = 2
    OVER = 3


class Exchange(IntEnum):
    """The Great Exchange: not played, until one is left, or as a cash game."""

    OFF = 0
    ELIMINATION = 1
    CASH = 2


class Content(Layout):
    """What options and components fix for a whole match."""

    players: int = field(np.int8, "seats at the table, 2 to 6")
    copies: Ints = field(np.int8, "cards of each noble", shape=(NOBLES,))
    seasons: int = field(np.int8, "seasons of a year, from spring on")
    cut: int = field(np.int8, "1 when a year's deck holds its tableau alone, and the other cards are put aside unseen")
    years: int = field(np.int16, "years played; 200, the safety stop, in an elimination match")
    extra_years: int = field(np.int8, "most years added to break a tie; 0 when a tie is shared")
    coins: int = field(np.int32, "coins or chips of each player at the start")
    remembers: int = field(np.int8, "1 when a year's tableau sits out the next year")
    coinless: int = field(np.int8, "1 when crowns go without coins and share regions")
    exchange: int = field(np.int8, "an Exchange")
    masquerade: int = field(np.int8, "1 when one of the four crowns is a feint")
    needs: Any = field(np.int16, "nobles of each region, one bit each", shape=(REGIONS,))
    there: Ints = field(np.int8, "1 for a region that can be bet on", shape=(REGIONS,))
    points: Ints = field(
        np.int8, "points of a set region; 1 for a noble region, which scores by copies", shape=(REGIONS,)
    )
    weights: Numbers = field(np.float64, "the steward's weights, by Weight", shape=(len(Weight),))


class State(Layout):
    """A position."""

    to_move: int = field(np.int8, "seat that decides", none=NONE)
    phase: int = field(np.int8, "a Phase")
    first: int = field(np.int8, "seat that was given the first wager marker before the match")
    marker: int = field(np.int8, "seat that holds the first wager marker")
    year: int = field(np.int16, "year, from 1; years that were not dealt count")
    season: int = field(np.int8, "season, 0 spring to 3 winter")
    last_year: int = field(np.int16, "year after which the match ends unless a tie asks for another")
    dealt: int = field(np.int16, "years that have been dealt so far")
    seated: Ints = field(np.int8, "1 for each seat that plays this year", shape=(SEATS,))
    deck: Ints = field(
        np.int8, "this year's cards: hole cards, face-up cards, rest", shape=(CARDS,), none=NONE, seen=Seen.RULED
    )
    deck_size: int = field(np.int8, "cards in this year's deck")
    holes: int = field(np.int8, "hole cards of this year, first in the deck")
    next_deck: Ints = field(
        np.int8, "next year's cards where a deal names them", shape=(CARDS,), none=NONE, seen=Seen.NOBODY
    )
    luck: int = field(np.uint64, "family of the random streams of the years to come", seen=Seen.NOBODY)
    aside: Ints = field(np.int8, "cards of each noble that sit out", shape=(NOBLES,))
    crowns: Ints = field(
        np.int8, "seats with a crown in a region, in order of placing", shape=(REGIONS, SEATS), none=NONE
    )
    stack: Any = field(np.int32, "coins under the crown of a region", shape=(REGIONS,))
    placed: Ints = field(np.int8, "crowns of each seat on the board", shape=(SEATS,))
    feint: Ints = field(
        np.int8, "region of each seat's feint; none in hand", shape=(SEATS,), none=NONE, seen=Seen.OWNER
    )
    purse: Any = field(np.int32, "coins of each seat in hand", shape=(SEATS,))
    pending: int = field(np.int8, "region of the bet whose stake is asked", none=NONE)
    pending_feint: int = field(np.int8, "1 when that bet is the feint: clause 13.2", seen=Seen.RULED)
    score: Any = field(np.int32, "points of each seat up to the last finished year", shape=(SEATS,))
    gained: Any = field(np.int32, "points of each seat in the last finished year", shape=(SEATS,))
    bought: Any = field(np.int32, "chips each seat has bought", shape=(SEATS,))
    stacks: int = field(np.int8, "stacks the deciding seat has bought between these two years")
    asked: int = field(np.int8, "seats that have been asked between these two years")
