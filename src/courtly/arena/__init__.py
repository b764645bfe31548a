"""Many matches: tournaments in which each deal is played in every seating, ratings, and studies of balance.

`plan` says what is played, `run` has it played (`compiled` matches in threads, others at a `table` in processes of a
`crew`, all on a `cluster` if wished) and keeps it in a `journal`, `standings` say what came of it. `balance` studies
a game rather than its players, `fit` looks for a steward's better weights.

>>> from courtly.arena import Plan, play, summary
>>> found = summary(play(Plan("courtisans", {"players": 2}, ("steward", "random"), deals=20)))
>>> found["matches"], found["bots"][0]["share"] > 0.8
(40, True)
"""

import courtly.arena.warm  # noqa: F401 - the warm-up learns of tournaments
from courtly.arena.plan import Plan
from courtly.arena.run import Means, Results, play
from courtly.arena.standings import summary

__all__ = ["Means", "Plan", "Results", "play", "summary"]
