"""The recovery link: made and withdrawn on the viewer's own page, and opened on another device.

Opening the link changes nothing; the button on its page signs the browser in as the guest. The secret is shown only
when the link is made. The store keeps only its hash.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from courtly.web import devices, pages
from courtly.web.render import render
from courtly.web.text import own_address
from courtly.web.visitors import SEE_OTHER, Context, Guest, Viewer, VisitorRoute, site_of

router = APIRouter(route_class=VisitorRoute)
NOT_KEPT = {"Cache-Control": "no-store"}


def recovery_link(request: Request, secret: str) -> str:
    """Return the absolute address of a recovery link."""
    return f"{site_of(request)}/recover/{secret}"


@router.post("/me/recovery", include_in_schema=False)
async def change_recovery(
    request: Request,
    context: Context,
    player: Guest,
    act: Annotated[Literal["make", "withdraw"], Form()],
    here: Annotated[str, Form()] = "/",
) -> Response:
    """Make a recovery link and show it once, or withdraw the present one."""
    context.limits.count_act(player)
    if act == "withdraw":
        await context.lobby.people.withdraw_recovery(player)
        return RedirectResponse(pages.me_url(own_address(here)), SEE_OTHER)
    link = recovery_link(request, await context.lobby.people.make_recovery(player))
    notifications = await devices.notification_settings(context, player)
    page = pages.guest_page(player, context.locale, back=own_address(here), link=link, notifications=notifications)
    response = render("me.html", page, context.locale)
    response.headers.update(NOT_KEPT)
    return response


@router.get("/recover/{secret}", include_in_schema=False)
async def show_recovery(request: Request, secret: str, context: Context, player: Viewer) -> Response:
    """Ask for confirmation before signing in. Link previews open this page too, so it changes nothing."""
    with context.limits.count_wrong_codes(request):
        found = await context.lobby.people.of_recovery(secret)
    response = render(
        "recover.html", pages.recovery_page(found, player, context.locale, url=request.url.path), context.locale
    )
    response.headers.update(NOT_KEPT)
    return response


@router.post("/recover/{secret}", include_in_schema=False)
async def recover(request: Request, secret: str, context: Context) -> Response:
    """Sign this browser in as the guest of a link."""
    with context.limits.count_wrong_codes(request):
        found = await context.lobby.people.of_recovery(secret)
    # The response sets the cookie.
    request.state.visitor = found.id
    return RedirectResponse("/tables", SEE_OTHER)
