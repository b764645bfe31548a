"""The request for the statistics of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from courtly.engine.contract.game import find_game
from courtly.engine.sentences import said
from courtly.tables.lobby import Lobby
from courtly.tables.statistics import GameStatistics, Rate, Statistics
from courtly.web.api.routes import READ_ERRORS, LobbyDep
from courtly.web.errors import NoSuchPage

router = APIRouter(prefix="/api", tags=["tables"])

Seats = Annotated[
    int | None, Query(ge=2, le=16, description="By default, the number of players with the most matches.")
]


class WinRate(BaseModel):
    """The mean victory share of the seats that had an item, with its 95 % interval."""

    item: str
    seats: int
    share: float
    low: float
    high: float


class ListCheckDocument(BaseModel):
    """A chi-squared test of the places of the items of a shuffled list."""

    name: str
    deals: int
    distance: float
    expected: Annotated[int, Field(description="The mean of the distance for a fair shuffle; 0 with too few deals.")]
    chance: Annotated[
        float | None,
        Field(description="The probability of a distance at least as large; null with too few deals."),
    ]


class StatisticsDocument(BaseModel):
    """The statistics of the matches that ended before today, in UTC, with a fresh and verified deal.

    Win rates are for `seats` players, without matches with a stand-in, a forfeit or players' own documents.
    """

    matches: int
    failed: Annotated[int, Field(description="Further matches whose deal does not follow from the shuffle.")]
    options: Annotated[dict[str, dict[str, int]], Field(description="Matches by option and value.")]
    seats: int | None
    seat_numbers: list[int]
    places: Annotated[list[WinRate], Field(description="By place in turn order; `0` begins.")]
    uses: Annotated[dict[str, list[WinRate]], Field(description="By kind of item, such as `mission`.")]
    lists: list[ListCheckDocument]


@router.get("/stats/{game}", response_model=StatisticsDocument, responses=READ_ERRORS)
async def game_statistics(lobby: LobbyDep, game: str, seats: Seats = None) -> JSONResponse:
    """Return the statistics of a game: options, win rates, and a check of the shuffles."""
    found = await statistics_of(lobby).of_game(find_game(game).name, seats)
    return JSONResponse(serialize(found))


def serialize(found: GameStatistics) -> dict[str, object]:
    """Return statistics for output."""
    rates = {kind: _rates(uses) for kind, uses in found.uses.items()}
    lists = [each._asdict() for each in found.lists]
    return {**asdict(found), "places": _rates(found.places), "uses": rates, "lists": lists}


def _rates(rates: Sequence[Rate]) -> list[dict[str, object]]:
    return [rate._asdict() for rate in rates]


def statistics_of(lobby: Lobby) -> Statistics:
    """Return the service of statistics; raise `NoSuchPage` if this server has none."""
    if lobby.statistics is None:
        raise NoSuchPage(said("this server has no statistics"), where="address")
    return lobby.statistics
