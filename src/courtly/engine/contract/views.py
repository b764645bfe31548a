"""The meaning and the audience of each key of a view: annotations for the TypedDict of a game's view.

The keys of a single game are in its own TypedDict, each with a `ViewField`; the keys of every view are here. The
contract tests check views against their type, and `docs/views.md` is generated from it.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from typing_extensions import TypedDict

EVERYBODY = "all"
OWNER = "the viewing seat"
RULED = "set by the rules"


class ViewField(NamedTuple):
    """The meaning and the audience of one key of a view.

    Attributes
    ----------
    text
        The meaning, with its unit or range.
    seen
        The audience: `EVERYBODY`, `OWNER` (other seats and spectators get None or an empty list), or `RULED`.
    """

    text: str
    seen: str = EVERYBODY


class BaseView(TypedDict):
    """The keys that every view has."""

    game: Annotated[str, ViewField("id of the game")]
    options: Annotated[dict[str, Any], ViewField("all options of the match, including defaults")]
    seat: Annotated[int | None, ViewField("viewing seat; None for a spectator", OWNER)]
    players: Annotated[int, ViewField("number of seats")]
    to_move: Annotated[int | None, ViewField("seat to move; None when the match is over")]
    version: Annotated[int, ViewField("number of moves so far")]
    result: Annotated[Any, ViewField("`scores` by seat, `winners` and other keys of the game; None before the end")]
    legal: Annotated[list[str], ViewField("legal moves of the viewing seat, sorted by code point", OWNER)]
