"""What any table is drawn from, and where a game's own words and drawings are found.

`model` has the values: places with pieces, acts, seats, a score sheet. `parts` finds the modules in a game's package;
`plain` stands in for those that it does not bring. Renderers, in the terminal and in the browser, draw a scene without
knowing the game.
"""

from courtly.scene.model import Act, Fact, Line, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.parts import BadPart, scene_of, words_of

__all__ = [
    "Act",
    "BadPart",
    "Fact",
    "Line",
    "Piece",
    "Place",
    "Row",
    "Scene",
    "Seat",
    "Sheet",
    "scene_of",
    "words_of",
]
