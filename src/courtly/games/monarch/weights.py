"""The weights of Monarch's steward: their meaning and their range. The values are in `steward.json`."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.contract.weights import Weights


class Weight(IntEnum):
    """Index of each steward weight in the content's `weights`."""

    TEMPO = 0
    """Rounds per Court Card of the fastest court, with three or four players."""
    TEMPO_OF_TWO = 1
    """Rounds per Court Card of the fastest court, with two players, who build for free."""
    SEEN = 2
    """Weight of the tempo observed in the match, from 0 to 1. The usual tempo has the rest."""
    TURN_WORTH = 3
    """Value of a turn's income in crowns, early in the match."""
    FADE = 4
    """Number of turns before the end at which income starts to lose value."""
    BUYS_A_TURN = 5
    """Court Cards acquired per future turn."""
    WANTED = 6
    """Likelihood of acquiring a card of a path, relative to any card."""
    WANTED_OWN = 7
    """Increase of that likelihood per card of the path in the court."""
    WANTED_FLOWN = 8
    """Increase of that likelihood when the path's banner is flown."""
    WANTED_NONE = 9
    """Likelihood of acquiring a card without a path, relative to any card."""
    EMBLEM_SHARE = 10
    """Share of future cards that have a given emblem."""
    THERE_STILL = 11
    """Probability that a market card is still there one turn later."""
    BETTER = 12
    """Value of a typical future card in crowns, beyond its price."""
    TAXES = 13
    """Taxes per future turn."""
    HARVESTS = 14
    """Harvests per future turn."""
    SWEEPS = 15
    """Sweeps per future turn."""
    BUILDS = 16
    """Improvements built per future turn, for each path."""
    VARIETY = 17
    """Number of new paths, and of new emblems, that each future card adds to the court."""
    PLENTY_GOLD = 18
    """Gold above which more gold has no value."""
    PLENTY_FOOD = 19
    """Food, in addition to the cost of a tax, above which more food has no value."""
    KEPT = 20
    """Amount of gold, and of food, that a seat is likely to have left at the end."""
    GUESTS_TO_COME = 21
    """Guests sent to other seats per turn."""
    GUESTS_SENT = 22
    """Guests acquired per future turn."""
    GUESTS_TAKEN = 23
    """Guests received per turn."""
    CARD_WORTH = 24
    """Additional value in crowns of a Court Card in a court with free spaces, unless no turn follows."""
    USUAL_GOLD = 25
    """Gold price of a typical future card that costs only gold."""
    USUAL_BOTH_GOLD = 26
    """Gold price of a typical future card that costs gold and food."""
    USUAL_BOTH_FOOD = 27
    """Food price of a typical future card that costs gold and food."""
    USUAL_BOTH = 28
    """Value of a card that costs gold and food, relative to a card that costs only gold."""
    PATIENCE = 29
    """Factor on the value of a future card per turn of waiting."""
    LEAK = 30
    """Cost in crowns of a purchase, because it reveals a card to the next sister."""
    SWEPT = 31
    """Value in crowns of a new market row for a seat with gold to spend."""
    SPARE = 32
    """Gold left after a sweep up to which a new market row has no value."""
    CHANCE = 33
    """Probability that a future card is of a path that a banner still requires."""
    HARM = 34
    """Value of a crown lost by the leader. It is divided by the number of players."""
    DISMISSED = 35
    """Value in crowns of dismissing a guest."""
    FIRST_USE = 36
    """Weight of an improvement's extra yield in the next income, which the builder takes before the other sisters."""
    BEHIND = 37
    """Reduction of the value of harm for each crown that the victim is behind the leader."""
    FREE_IMPROVEMENT = 38
    """Value in crowns of building once for free."""
    RUINED = 39
    """Crowns that a ruined improvement costs every seat."""


WEIGHTS = Weights(
    "courtly.games.monarch",
    {
        Weight.TEMPO: (0.8, 6.0),
        Weight.TEMPO_OF_TWO: (0.3, 4.0),
        Weight.SEEN: (0.0, 1.0),
        Weight.TURN_WORTH: (0.3, 6.0),
        Weight.FADE: (0.1, 6.0),
        Weight.BUYS_A_TURN: (0.05, 1.5),
        Weight.WANTED: (0.0, 2.0),
        Weight.WANTED_OWN: (0.0, 1.5),
        Weight.WANTED_FLOWN: (0.0, 2.0),
        Weight.WANTED_NONE: (0.0, 2.0),
        Weight.EMBLEM_SHARE: (0.0, 0.5),
        Weight.THERE_STILL: (0.05, 1.0),
        Weight.BETTER: (0.0, 4.0),
        Weight.TAXES: (0.0, 1.5),
        Weight.HARVESTS: (0.0, 1.5),
        Weight.SWEEPS: (0.0, 1.0),
        Weight.BUILDS: (0.0, 1.0),
        Weight.VARIETY: (0.0, 1.0),
        Weight.PLENTY_GOLD: (2.0, 40.0),
        Weight.PLENTY_FOOD: (0.0, 30.0),
        Weight.KEPT: (0.0, 10.0),
        Weight.GUESTS_TO_COME: (0.0, 1.0),
        Weight.GUESTS_SENT: (0.0, 0.5),
        Weight.GUESTS_TAKEN: (0.0, 1.0),
        Weight.CARD_WORTH: (-1.0, 6.0),
        Weight.USUAL_GOLD: (2.0, 12.0),
        Weight.USUAL_BOTH_GOLD: (0.0, 8.0),
        Weight.USUAL_BOTH_FOOD: (0.0, 8.0),
        Weight.USUAL_BOTH: (0.0, 1.5),
        Weight.PATIENCE: (0.3, 1.0),
        Weight.LEAK: (0.0, 1.5),
        Weight.SWEPT: (0.0, 8.0),
        Weight.SPARE: (0.0, 10.0),
        Weight.CHANCE: (0.0, 0.9),
        Weight.HARM: (0.0, 3.0),
        Weight.DISMISSED: (0.0, 5.0),
        Weight.FIRST_USE: (0.0, 2.0),
        Weight.BEHIND: (0.0, 1.0),
        Weight.FREE_IMPROVEMENT: (0.0, 5.0),
        Weight.RUINED: (0.0, 3.0),
    },
)
