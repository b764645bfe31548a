"""Tournaments with duplicate deals (every deal in every seating), ratings, and balance studies.

`plan` lists the matches and `run` plays them. Matches between compiled bots run in threads (`compiled`). All other
matches run move by move (`table`) in worker processes (`crew`). With Ray, both kinds run on many machines (`cluster`).
`journal` stores the results and `standings` summarizes them. `balance` studies a game rather than its players. `fit`
searches for better steward weights.

Examples
--------
>>> from courtly.arena import Plan, play, summary
>>> found = summary(play(Plan("courtisans", {"players": 2}, ("steward", "random"), deals=20)))
>>> found["matches"], found["bots"][0]["share"] > 0.8
(40, True)
"""

from courtly.arena.plan import Plan
from courtly.arena.run import Resources, Results, play
from courtly.arena.standings import summary

__all__ = ["Plan", "Resources", "Results", "play", "summary"]
