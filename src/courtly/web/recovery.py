"""The recovery link: made and withdrawn on the page of oneself, and what it leads to on another device.

To open the link changes nothing; its button makes the browser the guest's. The secret is shown where it is made, and
nowhere again: the store has its hash.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from courtly.web import pages
from courtly.web.render import render
from courtly.web.text import own_address
from courtly.web.visitors import SEE_OTHER, AtDesk, Guest, Looker, VisitorRoute, site_of

router = APIRouter(route_class=VisitorRoute)
NOT_KEPT = {"Cache-Control": "no-store"}


def recovery_link(request: Request, secret: str) -> str:
    """Return the whole address of a recovery link, as it is sent to another device."""
    return f"{site_of(request)}/recover/{secret}"


@router.post("/me/recovery", include_in_schema=False)
async def change_recovery(
    request: Request,
    desk: AtDesk,
    player: Guest,
    act: Annotated[Literal["make", "withdraw"], Form()],
    here: Annotated[str, Form()] = "/",
) -> Response:
    """Show a new link, this once, or withdraw the one that there is."""
    desk.limits.count_act(player)
    if act == "withdraw":
        await desk.people.withdraw_recovery(player)
        return RedirectResponse(pages.me_url(own_address(here)), SEE_OTHER)
    link = recovery_link(request, await desk.people.make_recovery(player))
    page = pages.guest_page(player, desk.reader, back=own_address(here), link=link)
    response = render("me.html", page, desk.reader)
    response.headers.update(NOT_KEPT)
    return response


@router.get("/recover/{secret}", include_in_schema=False)
async def show_recovery(request: Request, secret: str, desk: AtDesk, player: Looker) -> Response:
    """Ask whether this browser is to be the guest of a link; previews of links open it too, so it changes nothing."""
    with desk.limits.guessing(request):
        found = await desk.people.of_recovery(secret)
    response = render(
        "recover.html", pages.recovery_page(found, player, desk.reader, url=request.url.path), desk.reader
    )
    response.headers.update(NOT_KEPT)
    return response


@router.post("/recover/{secret}", include_in_schema=False)
async def recover(request: Request, secret: str, desk: AtDesk) -> Response:
    """Make this browser the guest of a link."""
    with desk.limits.guessing(request):
        found = await desk.people.of_recovery(secret)
    # The answer brings the cookie.
    request.state.visitor = found.id
    return RedirectResponse("/tables", SEE_OTHER)
