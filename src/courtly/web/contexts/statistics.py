"""The page with the statistics of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame
from courtly.web.contexts.ratings import PoolLink
from courtly.web.contexts.setup import GameLink


@dataclass(frozen=True, slots=True)
class RateLine:
    """A win rate in words. `low`, `share` and `high` are percentages for the drawing."""

    name: str
    seats: str
    figures: str
    low: float
    share: float
    high: float


@dataclass(frozen=True, slots=True)
class RateTable:
    """Win rates of one kind of item."""

    id: str
    title: str
    head: str
    lines: Sequence[RateLine]


@dataclass(frozen=True, slots=True)
class OptionLine:
    """The matches by value of an option, the most frequent value first."""

    title: str
    values: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ListLine:
    """The check of a shuffled list in words."""

    name: str
    deals: str
    distance: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsPage:
    """The statistics of a game.

    `even` is the share of each player without any advantage, in words and as a percentage. `failed` warns of matches
    whose deal does not follow from the shuffle; it is empty without any.
    """

    frame: Frame
    games: Sequence[GameLink]
    matches: str
    failed: str
    options: Sequence[OptionLine]
    seats: Sequence[PoolLink]
    even: str
    even_share: float
    tables: Sequence[RateTable]
    lists: Sequence[ListLine]
    least: int
