"""The steward of Monarch, its rule-based player: `policy` decides, based on `outlook` and `prospects`.

`weights.py` describes its weights. Their values are in `steward.json`, in the game's folder.
"""
