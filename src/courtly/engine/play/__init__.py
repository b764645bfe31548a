"""Matches: `match`, `opening`, `records` for one, `vector`, `playout` for many, `knowledge` for bots, `warmup`."""
