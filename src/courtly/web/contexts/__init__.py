"""What each page is rendered from: one dataclass per page, plain values only.

`Frame` is what every page has; the others add their own. A page's game-specific part is whatever the game's own module
under `games/` returns, drawn by the game's own templates.
"""
