"""The addresses of finished matches: every move of one, and its review."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import RedirectResponse, Response

from courtly.tables.looking import Past
from courtly.tables.reviews import Counting
from courtly.web import stepper
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.render import render
from courtly.web.review_pages import review_page
from courtly.web.visitors import SEE_OTHER, AtDesk, Looker, VisitorRoute
from courtly.web.ways import table_ways

router = APIRouter(route_class=VisitorRoute)

MOST_MOVES = 1_000_000
AGAIN = 3
"""Seconds after which the page of a review that is being made looks again."""

Seat = Annotated[str, Query(max_length=8)]
Move = Annotated[int | None, Query(ge=0, le=MOST_MOVES)]


async def the_past(table_id: str, match: int, desk: AtDesk, player: Looker, seat: Seat = "") -> tuple[Past, int | None]:
    """Return a finished match, and through which seat's eyes it is asked for."""
    past = await desk.lobby.past(player, table_id, match)
    return past, stepper.eyes_of(past, seat)


Shown = Annotated[tuple[Past, int | None], Depends(the_past)]


@router.get("/tables/{table_id}/matches/{match}/moves", include_in_schema=False)
async def choose_move(
    table_id: str, match: int, move: Annotated[int, Query(ge=0, le=MOST_MOVES)] = 0, seat: Seat = ""
) -> Response:
    """Send on to the address of a move that a form has chosen."""
    return RedirectResponse(table_ways(table_id, match).step(move, seat), SEE_OTHER)


@router.get("/tables/{table_id}/matches/{match}/moves/{move}", include_in_schema=False)
async def show_move(move: int, desk: AtDesk, shown: Shown) -> Response:
    """Show a finished match after so many moves, with open hands or through somebody's eyes."""
    past, eyes = shown

    def drawn() -> MatchPage | FinalPage:
        return stepper.step_page(past, max(0, move), eyes, desk.reader, desk.off)

    page = await desk.runtime.read(drawn)
    return render(page.template, page, desk.reader.of(past.match.game))


@router.get("/tables/{table_id}/matches/{match}/review", include_in_schema=False)
async def show_review(
    table_id: str, match: int, desk: AtDesk, player: Looker, shown: Shown, move: Move = None
) -> Response:
    """Show the review of a finished match, or how far it is made."""
    past, eyes = shown
    found = await desk.lobby.review(player, table_id, match)
    page = await desk.runtime.read(lambda: review_page(past, found, eyes, desk.reader, move))
    response = render("review.html", page, desk.reader.of(past.match.game))
    if isinstance(found, Counting):
        response.headers["Refresh"] = str(AGAIN)
    return response
