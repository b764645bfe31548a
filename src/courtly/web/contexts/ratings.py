"""The pages of ratings: the explanation, the leaderboards, and the viewer's own ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame
from courtly.web.contexts.setup import GameLink


@dataclass(frozen=True, slots=True)
class AnchorLine:
    """The fixed ratings of the levels with a number of players, the weakest first."""

    players: str
    points: Sequence[int]


@dataclass(frozen=True, slots=True)
class AnchorGame:
    """The fixed ratings of the levels in a game."""

    called: str
    lines: Sequence[AnchorLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsPage:
    """The page that explains ratings."""

    frame: Frame
    games: Sequence[GameLink]
    levels: Sequence[str]
    anchors: Sequence[AnchorGame]


@dataclass(frozen=True, slots=True)
class PoolLink:
    """A choice of the number of players or of the season."""

    label: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a leaderboard. `figures` is the rating with its uncertainty, `place` is empty without a place."""

    place: str
    name: str
    figures: str
    matches: str
    is_bot: bool = False
    is_provisional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardPage:
    """A leaderboard. `lines` is empty if no match of the game was rated."""

    frame: Frame
    games: Sequence[GameLink]
    called: str
    seats: Sequence[PoolLink]
    seasons: Sequence[PoolLink]
    lines: Sequence[RatingLine]
    earlier_url: str
    later_url: str
