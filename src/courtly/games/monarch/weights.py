"""The weights of the steward of Monarch: what each is and how far it may go; the numbers are in `steward.json`."""

from __future__ import annotations

from enum import IntEnum

from courtly.engine.contract.weights import Weights


class Weight(IntEnum):
    """What the steward weighs with, by its place in the content's `weights`."""

    TEMPO = 0
    """Rounds for each Court Card of the fastest court, with three players and more."""
    TEMPO_OF_TWO = 1
    """The same with two players, who build for nothing."""
    SEEN = 2
    """How far the rounds so far tell the tempo."""
    TURN_WORTH = 3
    """Crowns that a turn's income is worth while the match is young."""
    FADE = 4
    """Turns before the end from which income is worth less and less."""
    BUYS_A_TURN = 5
    """Court Cards acquired in a turn to come."""
    WANTED = 6
    """How much rather than any a card of a path is acquired."""
    WANTED_OWN = 7
    """How much more, for each of the path in the court."""
    WANTED_FLOWN = 8
    """How much more, under the banner of the path."""
    WANTED_NONE = 9
    """How much rather than any a card without a path is acquired."""
    EMBLEM_SHARE = 10
    """Part of the cards to come that show an emblem."""
    THERE_STILL = 11
    """Chance that a card of the market is still there a turn later."""
    BETTER = 12
    """Crowns beyond its price that a usual card to come brings."""
    TAXES = 13
    """Taxes in a turn to come."""
    HARVESTS = 14
    """Harvests in a turn to come."""
    SWEEPS = 15
    """Sweeps in a turn to come."""
    BUILDS = 16
    """Improvements built in a turn to come, of each path."""
    VARIETY = 17
    """Paths, and emblems, that a card to come adds to those in the court."""
    PLENTY_GOLD = 18
    """Gold above which more of it lies idle."""
    PLENTY_FOOD = 19
    """Food beyond what a tax needs above which more of it lies idle."""
    KEPT = 20
    """Gold and food that are likely to be left at the end."""
    GUESTS_TO_COME = 21
    """Guests that come to the others in a turn."""
    GUESTS_SENT = 22
    """Guests acquired in a turn to come."""
    GUESTS_TAKEN = 23
    """Guests that come to the own court in a turn."""
    CARD_WORTH = 24
    """Crowns that another Court Card is worth beside those that can be counted, while the match runs."""
    USUAL_GOLD = 25
    """Gold that a card to come may ask for, where it asks for gold alone."""
    USUAL_BOTH_GOLD = 26
    """Gold that it may ask for beside food."""
    USUAL_BOTH_FOOD = 27
    """Food that it may ask for beside gold."""
    USUAL_BOTH = 28
    """How good a card for both is beside one for gold alone."""
    PATIENCE = 29
    """What a card to come is still worth when it is a turn further away."""
    LEAK = 30
    """What it costs to turn up a card for the next sister."""
    SWEPT = 31
    """What a new market row is worth to who has gold for it."""
    SPARE = 32
    """Gold left after a sweep that is too little to buy anything with."""
    CHANCE = 33
    """Chance that a card to come is the one that a banner still asks for."""
    HARM = 34
    """What a crown less for the leader is worth, shared among the players."""
    DISMISSED = 35
    """What it is worth to send a guest away."""
    FIRST_USE = 36
    """Part of a better yield that a seat has alone as it harvests or taxes first."""
    BEHIND = 37
    """How much less harm is worth for each crown that another is behind the leader."""
    FREE_IMPROVEMENT = 38
    """What it is worth to build once for nothing."""
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
