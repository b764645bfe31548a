"""The stage of a table: a page without controls for streams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from courtly.scene.model import Sheet


@dataclass(frozen=True, slots=True)
class StageSeat:
    """A seat on the stage, with its public facts. `chance` is the chance of winning, empty without a review."""

    name: str
    facts: Sequence[str]
    chance: str
    is_to_move: bool
    is_shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePage:
    """The stage of a table.

    `drawing` is None before the first deal and at the end of a match; `headline` is shown instead, at the end with the
    score `sheet`. `told` has the last move in words. `hand` has the pieces that only the shown player knows, by place.
    Without `cloth`, the cloth of the table is transparent, too. Another `version` tells the script that something has
    changed.
    """

    title: str
    game: str
    sheets: Sequence[str]
    drawing: Markup | None
    headline: str
    sheet: Sheet | None
    told: Sequence[str]
    hand: Sequence[tuple[str, Sequence[str]]]
    delay: str
    seats: Sequence[StageSeat]
    cloth: bool = True
    version: str = ""
