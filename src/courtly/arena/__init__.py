"""Tournaments with duplicate deals (every deal in every seating), ratings, and balance studies.

`plan` defines which matches are played and `run` plays them. Compiled matches run in threads (`compiled`), all others
at a `table` in the processes of a `crew`; a `cluster` can run both. `journal` stores the results and `standings`
summarizes them. `balance` studies a game rather than its players. `fit` searches for better steward weights.

>>> from courtly.arena import Plan, play, summary
>>> found = summary(play(Plan("courtisans", {"players": 2}, ("steward", "random"), deals=20)))
>>> found["matches"], found["bots"][0]["share"] > 0.8
(40, True)
"""

from courtly.arena.plan import Plan
from courtly.arena.run import Resources, Results, play
from courtly.arena.standings import summary

__all__ = ["Plan", "Resources", "Results", "play", "summary"]
