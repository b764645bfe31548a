"""Many matches: tournaments with duplicate deals (every deal in every seating), ratings, and studies of balance.

`plan` says what is played. `run` plays it: `compiled` matches in threads, others at a `table` in the processes of a
`crew`, or all of them on a `cluster`. `journal` keeps the results, `standings` sums them up. `balance` studies a game
rather than its players; `fit` searches for better weights of the steward.

>>> from courtly.arena import Plan, play, summary
>>> found = summary(play(Plan("courtisans", {"players": 2}, ("steward", "random"), deals=20)))
>>> found["matches"], found["bots"][0]["share"] > 0.8
(40, True)
"""

from courtly.arena.plan import Plan
from courtly.arena.run import Resources, Results, play
from courtly.arena.standings import summary

__all__ = ["Plan", "Resources", "Results", "play", "summary"]
