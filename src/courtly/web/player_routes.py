"""What a player has behind them, for their own eyes: matches, results, all of it as a file; and leaving."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from courtly.web.identity import new_player
from courtly.web.player_pages import leave_page, played_page
from courtly.web.recovery import NOT_KEPT
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, AtDesk, Guest, Looker, VisitorRoute

router = APIRouter(route_class=VisitorRoute)
MOST_PAGES = 10_000


def _nothing_yet() -> Response:
    """Send on whoever has done nothing yet: to look makes nobody."""
    return RedirectResponse("/tables", SEE_OTHER)


@router.get("/me/matches", include_in_schema=False)
async def show_played(desk: AtDesk, player: Looker, page: Annotated[int, Query(ge=0, le=MOST_PAGES)] = 0) -> Response:
    """Show the reader's matches, and what they come to."""
    if player is None:
        return _nothing_yet()
    played = await desk.lobby.history.played(player, page=page)
    return render("played.html", played_page(player, played, desk.reader, page=page), desk.reader)


@router.get("/me/export", include_in_schema=False)
async def export(desk: AtDesk, player: Looker) -> Response:
    """Give the reader a file of all that is kept of them."""
    if player is None:
        return _nothing_yet()
    desk.limits.count_act(player)
    document = await desk.lobby.history.export(player)
    name = {"Content-Disposition": 'attachment; filename="courtly.json"', **NOT_KEPT}
    return await desk.runtime.read(lambda: JSONResponse(document, headers=name))


@router.get("/me/leave", include_in_schema=False)
async def ask_to_leave(desk: AtDesk, player: Looker) -> Response:
    """Say what it means to leave."""
    if player is None:
        return _nothing_yet()
    return render("leave.html", leave_page(player, desk.reader), desk.reader)


@router.post("/me/leave", include_in_schema=False)
async def leave(
    request: Request, desk: AtDesk, player: Guest, sure: Annotated[str, Form(max_length=8)] = ""
) -> Response:
    """Ask a second time, or delete the reader: this browser is nobody's from then on."""
    desk.limits.count_act(player)
    is_sure = sure == "yes"
    if is_sure:
        await desk.lobby.leave(player)
        # The answer brings the cookie of somebody new, whom nobody knows yet.
        request.state.visitor = new_player()
    page = leave_page(player, desk.reader, is_sure=not is_sure, is_done=is_sure)
    return render("leave.html", page, desk.reader)
