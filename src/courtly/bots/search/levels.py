"""Levels for people: searches that differ in the number of simulations and the rate of lapses.

A lapse is a move chosen after very few simulations, without the steward as a guide. It never passes the turn while the
seat has a move that gains something and costs nothing of use, and never plays a move whose gain has no use. A small
number of simulations alone does not make a suitable novice: with the steward as a guide even a small search plays well,
and without the steward it plays almost at random. If a net ships for the cards and options, a level evaluates leaves
with that net.
"""

from __future__ import annotations

from courtly.bots.search.bot import Ismcts

LEVELS = {
    "novice": "sims=50,lapse=0.9,leaf=shipped",
    "courtier": "sims=200,lapse=0.6,leaf=shipped",
    "minister": "sims=800,lapse=0.3,leaf=shipped",
    "regent": "sims=2500,leaf=shipped",
}
"""Search parameters of the levels, the weakest first; `docs/decisions/0006-the-search.md` reports the matches."""


def level(name: str) -> Ismcts:
    """Return the bot of a level."""
    return Ismcts(LEVELS[name], name=name)
