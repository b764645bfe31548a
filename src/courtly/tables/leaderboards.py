"""Leaderboards: the ratings of people, with the levels of bots as anchors among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.tables.ratings import Rating, anchors
from courtly.tables.store import ratings
from courtly.tables.store.ratings import LEADERBOARD_PAGE, Pool, Standing
from courtly.tables.store.store import Store

__all__ = ["Leaderboard", "Leaderboards", "Line", "Pool", "Rating"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a leaderboard: a person, or a level with a fixed rating.

    Attributes
    ----------
    place
        The place among people; None for a level and for a provisional rating.
    rating
        The rating of a person; None for a level.
    """

    place: int | None
    name: str
    bot: str | None
    points: int
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of the ratings of a pool: certain ratings first, then provisional ones. There may be more pages."""

    pool: Pool
    lines: Sequence[Line]
    has_more: bool


class Leaderboards:
    """The ratings of a store. A leaderboard has people with a rated match and no one else."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def pools(self, game: str) -> list[Pool]:
        """Return the pools of a game with ratings: the newest season first, then by number of seats."""
        return await self._store.read(ratings.pools, game)

    async def of_player(self, player: str) -> list[tuple[Pool, Rating]]:
        """Return all ratings of a player, the newest season first."""
        return await self._store.read(ratings.of_player, player)

    async def page(self, pool: Pool, page: int = 0) -> Leaderboard:
        """Return a page of a leaderboard."""
        found = await self._store.read(ratings.leaderboard, pool, page=page)
        standings = found[:LEADERBOARD_PAGE]
        has_more = len(found) > LEADERBOARD_PAGE
        return Leaderboard(pool, lines_of(pool, standings, page, has_more=has_more), has_more)


def lines_of(pool: Pool, standings: Sequence[Standing], page: int, *, has_more: bool) -> list[Line]:
    """Return the lines of a page: people in their order, and each level before the first person with fewer points.

    A level is on one page only: on the page of the person before it.
    """
    first = page * LEADERBOARD_PAGE + 1
    people = [
        Line(None if one.rating.is_provisional else first + n, one.name, None, one.rating.points, one.rating)
        for n, one in enumerate(standings)
    ]
    certain = [line for line in people if line.place is not None]
    is_first, is_last = page == 0, len(certain) < len(people) or not has_more
    high = certain[0].points if certain and not is_first else None
    low = certain[-1].points if certain and not is_last else None
    fixed = [
        Line(None, bot, bot, round(points))
        for bot, points in anchors(pool.game, pool.seats).items()
        if (is_first or (high is not None and points <= high)) and (low is None or points > low)
    ]
    ranked = sorted([*certain, *fixed], key=lambda line: (-line.points, line.bot is not None))
    return [*ranked, *people[len(certain) :]]
