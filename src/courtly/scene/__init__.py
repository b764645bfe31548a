"""The values that a table is rendered from, and the lookup of a game's own texts and renderers.

`model` defines the values: places with pieces, acts, seats, a score sheet. `parts` finds the modules in a game's
package; `plain` supplies defaults for missing ones. The renderers for the terminal and the browser render any scene and
know no game.
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
