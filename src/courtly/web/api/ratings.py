"""The requests for ratings: leaderboards, and the ratings of the caller."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from courtly.engine.contract.game import find_game
from courtly.engine.sentences import said
from courtly.tables.leaderboards import Leaderboards, Line, Pool
from courtly.tables.lobby import Lobby
from courtly.tables.ratings import Rating, season_name
from courtly.web.api.routes import READ_ERRORS, CurrentPlayer, LobbyDep, error_responses
from courtly.web.errors import NoSuchPage

router = APIRouter(prefix="/api", tags=["tables"])

MAX_PAGES = 10_000
SEASON = re.compile(r"(\d{4})-Q([1-4])")

Seats = Annotated[int | None, Query(ge=2, le=16, description="By default, the smallest number of seats with ratings.")]
Season = Annotated[
    str | None,
    Query(pattern=rf"^{SEASON.pattern}$", description="A quarter, such as `2026-Q4`; by default, the last one."),
]
Page = Annotated[int, Query(ge=0, le=MAX_PAGES)]


class PoolDocument(BaseModel):
    """Ratings that are comparable: those of one game, number of seats and season."""

    game: str
    seats: int
    season: str


class RatingLine(BaseModel):
    """A line of a leaderboard: a person, or a level of bots, which has a fixed rating."""

    place: Annotated[int | None, Field(description="Null for a level and for a provisional rating.")]
    name: str
    bot: Annotated[str | None, Field(description="The level; null for a person.")]
    rating: int
    uncertainty: Annotated[
        int | None, Field(description="The rating is within this distance with 95 % probability; null for a level.")
    ]
    provisional: bool
    matches: Annotated[int | None, Field(description="The rated matches of the season; null for a level.")]


class LeaderboardDocument(BaseModel):
    """A page of a leaderboard. Without ratings, `pool` is null. `pools` has all leaderboards of the game."""

    pool: PoolDocument | None
    pools: list[PoolDocument]
    lines: list[RatingLine]
    has_more: bool


class OwnRating(PoolDocument):
    """A rating of the caller."""

    rating: int
    uncertainty: int
    provisional: bool
    matches: int


class OwnRatings(BaseModel):
    """All ratings of the caller, the newest season first."""

    ratings: list[OwnRating]


@router.get("/ratings/{game}", response_model=LeaderboardDocument, responses=READ_ERRORS)
async def leaderboard(
    lobby: LobbyDep, game: str, seats: Seats = None, season: Season = None, page: Page = 0
) -> JSONResponse:
    """Return a page of a leaderboard: people with a rated match, and the levels of bots among them."""
    pools, pool = await pool_of(lobby, game, seats, season)
    found = await ratings_of(lobby).page(pool, page) if pool else None
    return JSONResponse(
        {
            "pool": serialize_pool(pool) if pool else None,
            "pools": [serialize_pool(each) for each in pools],
            "lines": [_serialize_line(line) for line in found.lines] if found else [],
            "has_more": found is not None and found.has_more,
        }
    )


@router.get("/me/ratings", response_model=OwnRatings, responses=error_responses(401, 404))
async def own_ratings(player: CurrentPlayer, lobby: LobbyDep) -> JSONResponse:
    """Return all ratings of the caller."""
    found = await ratings_of(lobby).of_player(player.id)
    return JSONResponse({"ratings": [serialize_pool(pool) | serialize_rating(rating) for pool, rating in found]})


async def pool_of(lobby: Lobby, game: str, seats: int | None, season: str | None) -> tuple[list[Pool], Pool | None]:
    """Return all pools of a game, and the pool that a request names; None for one without ratings.

    Raises
    ------
    UnknownGame
    NoSuchPage
        This server has no ratings.
    """
    service = ratings_of(lobby)
    pools = await service.pools(find_game(game).name)
    named = SEASON.fullmatch(season) if season else None
    wanted = int(named[1]) * 4 + int(named[2]) - 1 if named else None
    fits = [pool for pool in pools if seats in (None, pool.seats) and wanted in (None, pool.season)]
    return pools, fits[0] if fits else None


def serialize_pool(pool: Pool) -> dict[str, Any]:
    """Return a pool for output."""
    return {"game": pool.game, "seats": pool.seats, "season": season_name(pool.season)}


def serialize_rating(rating: Rating) -> dict[str, Any]:
    """Return a person's rating for output."""
    return {
        "rating": rating.points,
        "uncertainty": rating.uncertainty,
        "provisional": rating.is_provisional,
        "matches": rating.matches,
    }


def _serialize_line(line: Line) -> dict[str, Any]:
    fixed: dict[str, Any] = {"rating": line.points, "uncertainty": None, "provisional": False, "matches": None}
    figures = fixed if line.rating is None else serialize_rating(line.rating)
    return {"place": line.place, "name": line.name, "bot": line.bot, **figures}


def ratings_of(lobby: Lobby) -> Leaderboards:
    """Return the service of leaderboards; raise `NoSuchPage` if this server has none."""
    if lobby.ratings is None:
        raise NoSuchPage(said("this server has no ratings"), where="address")
    return lobby.ratings
