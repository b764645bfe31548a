"""The steward of Monarch, its rule-based player: `policy` decides by what `outlook` expects and `prospects` weighs.

Its numbers are `steward.json` beside the game, named by the game's `weights`.
"""
