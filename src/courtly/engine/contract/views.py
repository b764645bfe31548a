"""What the keys of a view mean and who may read them: annotations of the TypedDict that each game gives of its view.

A game's own keys stand in its TypedDict, each with a `Fact`; those that every view has stand here. The contract suite
holds views to their type, and `docs/views.md` is made from it.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from typing_extensions import TypedDict

EVERYBODY = "everybody"
READER = "the reader's own"
RULED = "as the rules say"


class Fact(NamedTuple):
    """What one key of a view says.

    Attributes
    ----------
    text
        What it means, with its unit or range.
    seen
        Who is told: `EVERYBODY`, `READER` (another seat and a spectator find None or nothing there), or `RULED`.
    """

    text: str
    seen: str = EVERYBODY


class BaseView(TypedDict):
    """The keys that every view has."""

    game: Annotated[str, Fact("id of the game")]
    options: Annotated[dict[str, Any], Fact("all options of the match, defaults included")]
    seat: Annotated[int | None, Fact("whose view this is; None for a spectator", READER)]
    players: Annotated[int, Fact("number of seats")]
    to_move: Annotated[int | None, Fact("seat that decides; None when the match is over")]
    version: Annotated[int, Fact("moves played so far")]
    result: Annotated[Any, Fact("`scores` by seat and `winners`, and what else the game tells; None before the end")]
    legal: Annotated[list[str], Fact("what the reader may play now, sorted by code point", READER)]
