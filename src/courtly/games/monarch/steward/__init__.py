"""The steward of Monarch, its rule-based player: `policy` decides, based on `outlook` and `prospects`.

Its weights are in `steward.json`, in the game's folder. The game's `weights` names them.
"""
