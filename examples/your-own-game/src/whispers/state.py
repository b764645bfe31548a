"""The records of Whispers: the fixed content and the state. A card is the number `house * 4 + rank - 1`."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from courtly.engine.contract.layout import Ints, Layout, Visibility, field
from courtly.engine.contract.options import Described, Options
from courtly.engine.sentences import speaking

said = speaking("whispers")

HOUSES = ("falcon", "heron", "lynx", "otter", "stag", "swan")
RANKS = 4
CARD_IDS = tuple(f"{house}.{rank}" for house in HOUSES for rank in range(1, RANKS + 1))
CARDS = len(CARD_IDS)
SEATS = 4
HAND = 4
VOWS = 2
NONE = -1


class WhispersOptions(Options):
    """Options of a match of Whispers."""

    domain = "whispers"

    players: Annotated[int, Ge(2), Le(SEATS)]
    vows: Annotated[int, Ge(0), Le(VOWS), Described(said("Confidences"), said("How many cards each may confide."))] = 2


class Content(Layout):
    """Values fixed by the options. Each field gets the value of the option with the same name."""

    players: int = field(np.int8, "seats at the table")
    vows: int = field(np.int8, "cards that each player may confide")


class State(Layout):
    """Values that change during a match."""

    to_move: int = field(np.int8, "seat that plays", none=NONE, most=SEATS - 1)
    holds: Ints = field(np.int8, "1 for each card in a hand", shape=(SEATS, CARDS), visibility=Visibility.OWNER, most=1)
    held: Ints = field(np.int8, "cards in each hand", shape=(SEATS,), most=HAND)
    laid: Ints = field(
        np.int8, "open cards of each seat: 1 for it, -1 against it", shape=(SEATS, CARDS), least=-1, most=1
    )
    heard: Ints = field(
        np.int8, "receiver of each confided card, by teller", shape=(SEATS, VOWS), none=NONE, most=SEATS - 1
    )
    vow: Ints = field(
        np.int8,
        "confided cards by informed seat and teller",
        shape=(SEATS, SEATS, VOWS),
        visibility=Visibility.OWNER,
        none=NONE,
    )
    favours: Ints = field(np.int8, "favours for cards confided and heard (2.4)", shape=(SEATS,), most=SEATS * VOWS)
    left: int = field(np.int8, "cards in the deck", most=CARDS)
    deck: Ints = field(
        np.int8, "deck; the top card is at index `left` - 1", shape=(CARDS,), none=NONE, visibility=Visibility.NOBODY
    )
    favourite: int = field(np.int8, "card set aside, shown at the end (1.2, 3.1)", visibility=Visibility.RULED)
