"""The pages of the links in mails. Opening a link changes nothing, because mail scanners open links; its button does.

The links need no cookie: they work in any browser. A wrong link counts as a wrong code.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from courtly.engine.sentences import said
from courtly.tables.journal import Player
from courtly.tables.refusals import NoSuchMailLink
from courtly.tables.store.rows import Subscription
from courtly.web import pages
from courtly.web.errors import NoSuchPage
from courtly.web.mail import Mail
from courtly.web.render import render
from courtly.web.visitors import Context, RequestContext

router = APIRouter()
NOT_KEPT = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}


@router.get("/mail/{code}", include_in_schema=False)
async def show_confirm(request: Request, code: str, context: Context) -> Response:
    """Ask whether mails may be sent to an address."""
    player, subscription = await _asked(request, code, context)
    return _confirm_page(request, context, player, subscription, is_done=False)


@router.post("/mail/{code}", include_in_schema=False)
async def confirm(request: Request, code: str, context: Context) -> Response:
    """Store the mailbox of a link for the player of the link, also if another player sends the form."""
    player, subscription = await _asked(request, code, context)
    context.limits.count_act(player)
    assert context.lobby.devices is not None
    await context.lobby.devices.add(player, subscription)
    return _confirm_page(request, context, player, subscription, is_done=True)


@router.get("/mail-end/{code}", include_in_schema=False)
async def show_end(request: Request, code: str, context: Context) -> Response:
    """Ask whether to end the mails."""
    _ended(request, code, context)
    return _end_page(request, context, is_done=False)


@router.post("/mail-end/{code}", include_in_schema=False)
async def end(request: Request, code: str, context: Context) -> Response:
    """End the mails, also for a mail program that sends the form itself (RFC 8058). A repetition changes nothing."""
    device = _ended(request, code, context)
    assert context.lobby.devices is not None
    await context.lobby.devices.end_mail(device)
    return _end_page(request, context, is_done=True)


async def _asked(request: Request, code: str, context: RequestContext) -> tuple[Player, Subscription]:
    """Return the player and the mailbox of a link that confirms."""
    with context.limits.count_wrong_codes(request):
        found, subscription = _mail_of(context).links.read_confirm(code)
        player = await context.lobby.people.known(found)
        if player is None:
            raise NoSuchMailLink(said("the player of this link has left this server"), where="address")
    return player, subscription


def _ended(request: Request, code: str, context: RequestContext) -> str:
    """Return the id of the device whose mails a link ends."""
    with context.limits.count_wrong_codes(request):
        return _mail_of(context).links.read_end(code)


def _mail_of(context: RequestContext) -> Mail:
    if context.mail is None:
        raise NoSuchPage(said("this server sends no e-mails"), where="address")
    return context.mail


def _confirm_page(
    request: Request, context: RequestContext, player: Player, subscription: Subscription, *, is_done: bool
) -> Response:
    url = request.url.path
    page = pages.mail_page(context.locale, url=url, is_done=is_done, address=subscription.address, player=player)
    response = render("mail.html", page, context.locale)
    response.headers.update(NOT_KEPT)
    return response


def _end_page(request: Request, context: RequestContext, *, is_done: bool) -> Response:
    page = pages.mail_page(context.locale, url=request.url.path, is_done=is_done)
    response = render("mail_end.html", page, context.locale)
    response.headers.update(NOT_KEPT)
    return response
