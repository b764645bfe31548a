"""The routes of a player's private pages: matches, results, data export, and deletion."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from courtly.web.identity import new_player
from courtly.web.player_pages import leave_page, played_page
from courtly.web.recovery import NOT_KEPT
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, Context, Guest, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)
MAX_PAGES = 10_000


def _nothing_yet() -> Response:
    """Redirect a viewer without an identity to the tables. GET requests never create a guest."""
    return RedirectResponse("/tables", SEE_OTHER)


@router.get("/me/matches", include_in_schema=False)
async def show_played(
    context: Context, player: Viewer, page: Annotated[int, Query(ge=0, le=MAX_PAGES)] = 0
) -> Response:
    """Show the viewer's matches and statistics."""
    if player is None:
        return _nothing_yet()
    played = await context.lobby.history.played(player, page=page)
    return render("played.html", played_page(player, played, context.locale, page=page), context.locale)


@router.get("/me/export", include_in_schema=False)
async def export(context: Context, player: Viewer) -> Response:
    """Return a file with all data that the server stores about the viewer."""
    if player is None:
        return _nothing_yet()
    context.limits.count_act(player)
    document = await context.lobby.history.export(player)
    name = {"Content-Disposition": 'attachment; filename="courtly.json"', **NOT_KEPT}
    return await context.runtime.read(lambda: JSONResponse(document, headers=name))


@router.get("/me/leave", include_in_schema=False)
async def ask_to_leave(context: Context, player: Viewer) -> Response:
    """Show the page that deletes the viewer."""
    if player is None:
        return _nothing_yet()
    return render("leave.html", leave_page(player, context.locale), context.locale)


@router.post("/me/leave", include_in_schema=False)
async def leave(
    request: Request, context: Context, player: Guest, sure: Annotated[str, Form(max_length=8)] = ""
) -> Response:
    """Ask for confirmation, or, once confirmed, delete the viewer. Afterwards the browser has no guest."""
    context.limits.count_act(player)
    is_sure = sure == "yes"
    if is_sure:
        await context.lobby.departures.leave(player)
        # The response sets a cookie with this new id; no player has it yet.
        request.state.visitor = new_player()
    page = leave_page(player, context.locale, is_sure=not is_sure, is_done=is_sure)
    return render("leave.html", page, context.locale)
