"""The routes of finished matches: every position of a match, and its review."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import RedirectResponse, Response

from courtly.tables.reviews import ReviewProgress
from courtly.tables.table_views import FinishedMatch
from courtly.web import stepper
from courtly.web.contexts.table import MatchPage
from courtly.web.move_marks import Comparison, render_compared
from courtly.web.render import render
from courtly.web.review_pages import review_page
from courtly.web.share_links import table_links
from courtly.web.visitors import SEE_OTHER, Context, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

MAX_MOVES = 1_000_000
AGAIN = 3
"""Refresh interval in seconds of a review page while the review is computed."""

Seat = Annotated[str, Query(max_length=8)]
Move = Annotated[int | None, Query(ge=0, le=MAX_MOVES)]


async def requested_match(
    table_id: str, match: int, context: Context, player: Viewer, seat: Seat = ""
) -> tuple[FinishedMatch, int | None]:
    """Return a finished match, and the seat from whose perspective it is shown."""
    finished_match = await context.finished_match(player, table_id, match)
    return finished_match, stepper.perspective_of(finished_match, seat)


Shown = Annotated[tuple[FinishedMatch, int | None], Depends(requested_match)]


@router.get("/tables/{table_id}/matches/{match}/moves", include_in_schema=False)
async def choose_step(
    table_id: str, match: int, shown: Shown, turn: Move = None, move: Move = None, seat: Seat = ""
) -> Response:
    """Redirect to the address of the position after the turn chosen in the form; old links name a move instead."""
    number = (move or 0) if turn is None else stepper.after_turns(shown[0], turn)
    return RedirectResponse(table_links(table_id, match).step(number, seat), SEE_OTHER)


@router.get("/tables/{table_id}/matches/{match}/moves/{move}", include_in_schema=False)
async def show_move(
    table_id: str,
    match: int,
    move: int,
    context: Context,
    player: Viewer,
    shown: Shown,
    better: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Show a finished match after `move` moves, with open hands or from the perspective of a seat.

    `better` is a move to compare with the move that was played next; both are marked on the board. If the review found
    it, its reason is shown, too.
    """
    finished_match, eyes = shown
    found = await context.lobby.finished.stored_review(table_id, match) if better else None

    def drawn() -> Response:
        page = stepper.step_page(finished_match, max(0, move), eyes, context.locale, context.off)
        own = context.locale.of(finished_match.match.game)
        if better and isinstance(page, MatchPage):
            return render_compared(page, finished_match, Comparison(max(0, move), better, found), own)
        return render(page.template, page, own)

    return await context.replay(player, drawn)


@router.get("/tables/{table_id}/matches/{match}/review", include_in_schema=False)
async def show_review(
    table_id: str, match: int, context: Context, player: Viewer, shown: Shown, move: Move = None
) -> Response:
    """Show the review of a finished match, or its progress."""
    finished_match, eyes = shown
    found = await context.lobby.finished.review(player, table_id, match)

    def drawn() -> Response:
        page = review_page(finished_match, found, eyes, context.locale, move)
        return render("review.html", page, context.locale.of(finished_match.match.game))

    response = await context.replay(player, drawn)
    if isinstance(found, ReviewProgress) and not found.is_too_long:
        response.headers["Refresh"] = str(AGAIN)
    return response
