"""The rules engine: the contract of a game and the code that all games share.

In import order: `arrays`, `errors` and `sentences`, `compile` (kernels), `contract` (the definition of a game), `play`
(matches). Nothing here knows a particular game. No other package holds the true state of a match.
"""
