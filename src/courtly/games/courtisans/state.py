"""The records of Courtisans: the content of a match, which is fixed, and the state, which changes.

A card is stored as its kind, `family * 5 + role`, from 0 to 29. Two cards of the same family and role are equal. An
area is 0 above the mat, 1 below it, or 2 + seat for the domain of that seat.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from courtly.engine.contract.layout import Ints, Layout, Visibility, field
from courtly.engine.contract.weights import Numbers
from courtly.games.courtisans.weights import Weight

SEATS = 5
FAMILIES = 6
ROLES = 5
KINDS = FAMILIES * ROLES
AREAS = 2 + SEATS
HAND = 3
CARDS = 90
SPIES = 12
ASSASSINS = 12
MISSIONS = 20
NONE = -1


class Phase(IntEnum):
    """The decision due now: play a card, eliminate a card, or none."""

    PLAY = 0
    KILL = 1
    OVER = 2


class Role(IntEnum):
    """The roles, in the order used by card kinds."""

    PLAIN = 0
    NOBLE = 1
    SPY = 2
    ASSASSIN = 3
    GUARD = 4


class Area(IntEnum):
    """The areas; a domain is `DOMAIN + seat`."""

    ABOVE = 0
    BELOW = 1
    DOMAIN = 2


class TurnSlot(IntEnum):
    """The three areas that a turn fills, as bits: the Queen's table, the player's own domain and another domain."""

    TABLE = 1
    OWN = 2
    OTHER = 4
    ALL = 7


class Mission(IntEnum):
    """The kinds of missions. Their parameters are a family, a role, two families or a number."""

    FEWER = 0
    ROLES_AT_LEAST = 1
    FALLEN = 2
    FALLEN_EITHER = 3
    BELOW_EVERY_FAMILY = 4
    BELOW_AT_LEAST = 5
    ESTEEMED_AT_MOST = 6
    FALLEN_AT_LEAST = 7


class Content(Layout):
    """Values that options and components fix for a whole match."""

    players: int = field(np.int8, "seats at the table, 2 to 5")
    edition: int = field(np.int16, "year of the rulebook")
    families: int = field(np.int8, "families in play, from the first column of the mat")
    copies: Ints = field(np.int8, "cards of each role in a family", shape=(ROLES,))
    cards: Ints = field(np.int8, "kind of each card, ascending", shape=(CARDS,), none=NONE)
    in_play: int = field(np.int8, "total cards dealt and drawn, a multiple of three times the players")
    removed: int = field(np.int8, "cards removed unseen")
    mission_points: int = field(np.int8, "points for each mission met")
    missions: int = field(np.int8, "mission cards, with kind and two parameters below; 0 without missions")
    colours: int = field(np.int8, "mission decks: 2 for white then blue, half each; 1 for a single deck")
    nobles_double: int = field(np.int8, "1 if missions that count by family count a noble twice")
    mission_kind: Ints = field(np.int8, "a Mission", shape=(MISSIONS,))
    mission_a: Ints = field(np.int8, "first parameter: family or role", shape=(MISSIONS,), none=NONE)
    mission_b: Ints = field(np.int8, "second parameter: family or number", shape=(MISSIONS,), none=NONE)
    weights: Numbers = field(np.float64, "the steward's weights, by Weight", shape=(len(Weight),))


class State(Layout):
    """A position."""

    to_move: int = field(np.int8, "seat to move", none=NONE)
    phase: int = field(np.int8, "a Phase")
    first: int = field(np.int8, "seat that began the match")
    turn: int = field(np.int8, "turns begun, from 1")
    used: int = field(np.int8, "places filled this turn, TurnSlot bits")
    pending: int = field(np.int8, "area of the assassin that needs a target", none=NONE)
    pending_kind: int = field(np.int8, "kind of that assassin", none=NONE)
    drawn: int = field(np.int8, "cards that have left the deck")
    deck: Ints = field(
        np.int8, "kinds from index `drawn` on, next card first", shape=(CARDS,), none=NONE, visibility=Visibility.NOBODY
    )
    held: Ints = field(np.int8, "cards in each hand", shape=(SEATS,))
    hands: Ints = field(
        np.int8, "kinds in each hand, ascending", shape=(SEATS, HAND), none=NONE, visibility=Visibility.OWNER
    )
    missions: Ints = field(
        np.int8, "missions of each seat, ascending", shape=(SEATS, 2), none=NONE, visibility=Visibility.OWNER
    )
    areas: Ints = field(np.int8, "face-up cards in each area, by kind", shape=(AREAS, KINDS))
    exposed: Ints = field(np.int8, "cards in each area that an assassin could eliminate", shape=(AREAS,))
    spies: int = field(np.int8, "spies played so far")
    spy_by: Ints = field(np.int8, "seat that played the n-th spy", shape=(SPIES,), none=NONE)
    spy_area: Ints = field(np.int8, "area of each spy; none once eliminated", shape=(SPIES,), none=NONE)
    spy_kind: Ints = field(
        np.int8, "kind of each spy: clauses 10.5 and 10.6", shape=(SPIES,), none=NONE, visibility=Visibility.RULED
    )
    eliminated: int = field(np.int8, "cards eliminated so far")
    graveyard: Ints = field(
        np.int8, "eliminated cards in order: a kind, or 30 + the number of a spy from 0", shape=(ASSASSINS,), none=NONE
    )
