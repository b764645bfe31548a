"""The contract of a game, and what every game shares.

From the ground up: `errors`, `layout`, `kernel`, `rng`, `options`, `dispatch`, `game`, `knowledge`, `match`,
`playout`, `batch`, `warmup`, `opening`, `records`, and beside them `words` and `toml`. Nothing here knows a
particular game; nothing outside this room holds a true state.
"""
