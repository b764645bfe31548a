"""The context of each page: one dataclass per page, with plain values only.

`Frame` holds the values that all pages share. The game-specific part of a page comes from the game's own module under
`games/`, and is rendered by the game's own templates.
"""
