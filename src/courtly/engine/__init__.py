"""The contract of a game, and what every game shares.

In import order: `arrays`, `errors` and `sentences`, `compile` (kernels), `contract` (what a game is), `play` (matches).
Nothing here knows a particular game; nothing outside this package holds a true state.
"""
