"""Mini games of Courtisans (section 12 of the rules), with so few cards that exact solutions can be computed.

Each mini game is a separate game that uses the kernels of Courtisans. Research environments find it by its name. Live
tables do not offer it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from annotated_types import Ge, Le

from courtly.engine.contract.layout import States
from courtly.engine.contract.options import Described
from courtly.games.courtisans import GAME
from courtly.games.courtisans.content import CourtisansOptions, compile_content, compile_missions, fill_box, said
from courtly.games.courtisans.state import HAND


class Box(NamedTuple):
    """The courtiers of a mini game: the number of families, and the copies of each role in a family."""

    families: int
    copies: tuple[int, int, int, int, int]


BOXES: Mapping[str, Box] = {
    "spies": Box(2, (0, 0, 4, 0, 0)),
    "twenty": Box(2, (0, 0, 10, 0, 0)),
    "three": Box(3, (0, 0, 3, 0, 0)),
    "mixed": Box(2, (3, 0, 1, 0, 0)),
}

DESCRIBED = Described(
    said("Mini game of a few cards"),
    said("A few cards, no missions and one turn each: for programs that compute exact solutions."),
    {
        "spies": said("Two families of four spies"),
        "twenty": said("Two families of ten spies"),
        "three": said("Three families of three spies"),
        "mixed": said("Two families of three courtiers without a role and one spy"),
    },
)


class MiniOptions(CourtisansOptions):
    """Options of a mini game."""

    players: Annotated[int, Ge(2), Le(2)] = 2
    mini: Annotated[Literal["spies", "twenty", "three", "mixed"], DESCRIBED] = "spies"


def compile_mini(options: Any) -> States:
    """Return an array with one content record for validated options."""
    contents = compile_content(options)
    content, box = contents[0], BOXES[options.mini]
    fill_box(content, box.families, box.copies)
    dealt = HAND * options.players
    content.in_play, content.removed = dealt, content.in_play - dealt
    content.missions, content.mission_points = 0, 0
    compile_missions(content, ())
    return contents


def longest(options: Any) -> int:
    """Return the maximum number of moves of a match: one per card, as no box has an assassin."""
    return HAND * int(options.players)


MINI = GAME.changed(options=MiniOptions, compile=compile_mini)
"""Courtisans with the cards of a mini game."""
