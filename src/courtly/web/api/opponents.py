"""The requests of players who look for opponents."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body
from fastapi.responses import JSONResponse

from courtly.engine.sentences import said
from courtly.tables.lobby import Lobby
from courtly.tables.opponents import Opponents, Wish
from courtly.web.api import models
from courtly.web.api.models import Checked
from courtly.web.api.routes import WRITE_ERRORS, ActingPlayer, LobbyDep, error_responses
from courtly.web.errors import NoSuchPage

router = APIRouter(prefix="/api", tags=["tables"], strict_content_type=False)


@router.get("/opponents", response_model=models.Opponents, responses=error_responses(404))
async def waiting(lobby: LobbyDep) -> JSONResponse:
    """Return how many players wait for opponents, by game. Only players who are present count."""
    return JSONResponse({"waiting": await opponents_of(lobby).waiting()})


@router.post("/opponents", response_model=models.TableDocument, responses=WRITE_ERRORS)
async def find_opponents(
    body: Annotated[models.OpponentRequest, Body(), Checked], player: ActingPlayer, lobby: LobbyDep
) -> JSONResponse:
    """Take the caller to a table with other people: one where some wait, or a new one. Programs are refused.

    The caller sits down and is ready. The match begins when all seats are taken. A caller who is absent for two minutes
    loses the seat, except at tables with days for each move.
    """
    wish = Wish(body.game, body.pace, body.seats)
    table = await opponents_of(lobby).find(player, wish, body.command)
    await lobby.subscriptions.visit(player, table)
    return JSONResponse(await lobby.views.answer(player, table))


def opponents_of(lobby: Lobby) -> Opponents:
    """Return the service that finds opponents; raise `NoSuchPage` if this server has none."""
    if lobby.opponents is None:
        raise NoSuchPage(said("this server finds no opponents"), where="address")
    return lobby.opponents
