"""Levels for people: the search with more or fewer simulations, and with more or fewer lapses.

A lapse is a move chosen after very few simulations, without the rule-based player as a guide. Fewer simulations alone
do not make a weak level: guided by that player even a small search plays well; without it, a novice would play at
random. Where a net ships for the cards and options, a level asks it at the leaves.
"""

from __future__ import annotations

from courtly.bots.search.bot import Ismcts

LEVELS = {
    "novice": "sims=50,lapse=0.9,leaf=shipped",
    "courtier": "sims=200,lapse=0.6,leaf=shipped",
    "minister": "sims=800,lapse=0.3,leaf=shipped",
    "regent": "sims=2500,leaf=shipped",
}
"""The levels, the weakest first, and what their search is told; `docs/decisions/0006-the-search.md` has the matches."""


def level(name: str) -> Ismcts:
    """Return the bot of a level."""
    return Ismcts(LEVELS[name], name=name)
