"""The weights of Monarch's steward: their meaning and their range. The values are in `steward.json`."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.contract.weights import Weights


class Weight(IntEnum):
    """Index of each steward weight in the content's `weights`."""

    TEMPO = 0
    """Usual number of rounds per Court Card of the fastest court, with three or four players."""
    TEMPO_OF_TWO = 1
    """The same number with two players, whose courts grow faster because they build for free."""
    SEEN = 2
    """Weight, from 0 to 1, of the rounds per Court Card in this match. The usual number has the other share."""
    TURN_WORTH = 3
    """Value of a turn's income in crowns, early in the match."""
    FADE = 4
    """Number of turns before the end at which income starts to lose value."""
    BUYS_A_TURN = 5
    """Court Cards acquired per future turn."""
    WANTED = 6
    """Preference for Court Cards of a path: a factor on the path's share of the remaining cards. 1 = no preference."""
    WANTED_OWN = 7
    """Increase of this factor for each card of the path in the court."""
    WANTED_FLOWN = 8
    """Increase of this factor if the seat flies the path's banner."""
    WANTED_NONE = 9
    """The same factor for Court Cards without a path."""
    EMBLEM_SHARE = 10
    """For each emblem, the fraction of the future cards that have it."""
    THERE_STILL = 11
    """Probability that a market card is still there one turn later."""
    BETTER = 12
    """Value of a typical future card in crowns, minus the value of its price."""
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
    """Amount of gold that a seat is likely to have left at the end. The same amount is used for food."""
    GUESTS_TO_COME = 21
    """Guests that the other seats receive per future turn."""
    GUESTS_SENT = 22
    """Guests that the seat buys and sends per future turn."""
    GUESTS_TAKEN = 23
    """Guests that the seat itself receives per future turn."""
    CARD_WORTH = 24
    """Additional value in crowns of a Court Card that takes a free space of the court; 0 in the last turn."""
    USUAL_GOLD = 25
    """Gold price of a typical future card that costs only gold."""
    USUAL_BOTH_GOLD = 26
    """Gold price of a typical future card that costs gold and food."""
    USUAL_BOTH_FOOD = 27
    """Food price of a typical future card that costs gold and food."""
    USUAL_BOTH = 28
    """Value of a card that costs gold and food, relative to a card that costs only gold. 1 = equal value."""
    PATIENCE = 29
    """Factor by which each turn of waiting reduces the value of a future card. 1 = no reduction."""
    LEAK = 30
    """Cost in crowns of a purchase, because the new market card is available to the next sister."""
    SWEPT = 31
    """Value in crowns of a new market row for a seat that has at least 5 gold more than `SPARE` after the sweep."""
    SPARE = 32
    """Gold left after a sweep. With this amount or less, a new market row has no value."""
    CHANCE = 33
    """Probability that a future card has a path that a banner still requires."""
    HARM = 34
    """Value, in crowns of the seat, of a crown that the leader loses. It is divided by the number of players."""
    DISMISSED = 35
    """Value in crowns of dismissing a guest."""
    FIRST_USE = 36
    """Weight of an improvement's extra yield in the builder's income of this turn, before other sisters use it."""
    BEHIND = 37
    """For a victim behind the leader, the value of harm is divided by 1 + this weight * the crowns behind."""
    FREE_IMPROVEMENT = 38
    """Value in crowns of a credit for a free improvement."""
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
