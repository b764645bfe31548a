"""The routes of read-only links: the page where players make them, and the pages they lead to.

Viewers of a link need no identity, and GET requests never create one. An unknown code counts as a wrong guess.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from courtly.tables.journal import Player
from courtly.tables.reviews import ReviewProgress
from courtly.tables.store.rows import Aim
from courtly.tables.table_views import FinishedMatch
from courtly.text.languages import ENGLISH, checked_language
from courtly.web import stepper
from courtly.web.contexts.finished_match import ReviewPage
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.limits import caller_of
from courtly.web.pictures.drawing import picture
from courtly.web.pictures.painter import PngConverter
from courtly.web.render import render
from courtly.web.review_pages import review_page
from courtly.web.review_routes import AGAIN, Move, Seat
from courtly.web.share_links import shared_links, table_links
from courtly.web.share_pages import preview_of, share_page
from courtly.web.visitors import SEE_OTHER, Context, Guest, RequestContext, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

UNLISTED = {"X-Robots-Tag": "noindex, nofollow"}
PICTURE_SECONDS = 300
"""How long a browser may cache a picture. After a link is withdrawn, its picture may be shown for that long."""

Page = TypeVar("Page", bound=MatchPage | FinalPage | ReviewPage)


@dataclass(frozen=True, slots=True)
class Followed:
    """The match that a link shows, and where in the match it leads."""

    finished_match: FinishedMatch
    aim: Aim


async def followed(request: Request, code: str, context: Context, player: Viewer) -> AsyncIterator[Followed]:
    """Yield the match of a link; an unknown code counts as a wrong guess."""
    with context.limits.count_wrong_codes(request):
        async with context.limits.replay(context.caller(player)):
            finished_match, share = await context.lobby.sharing.follow(code, player)
    yield Followed(finished_match, share.aim)


Follower = Annotated[Followed, Depends(followed)]


@router.get("/tables/{table_id}/matches/{match}/share", include_in_schema=False)
async def show_links(
    table_id: str, match: int, context: Context, player: Viewer, move: Move = None, seat: Seat = ""
) -> Response:
    """Show the viewer's links to a match, and the form that makes another one."""
    finished_match = await context.finished_match(player, table_id, match)
    aim = Aim(table_id, match, move, stepper.perspective_of(finished_match, seat))
    made = await context.lobby.sharing.of_match(player, aim)
    links = [(share.aim, context.lobby.sharing.code_of(share)) for share in made]
    page = await context.replay(
        player, lambda: share_page(finished_match, aim, links, context.locale, site=context.site)
    )
    return render("share.html", page, context.locale.of(finished_match.match.game))


@router.post("/tables/{table_id}/matches/{match}/share", include_in_schema=False)
async def make_link(
    table_id: str,
    match: int,
    context: Context,
    player: Guest,
    move: Annotated[str, Form(max_length=8)] = "",
    seat: Annotated[str, Form(max_length=8)] = "",
    names: Annotated[str, Form(max_length=8)] = "on",
) -> Response:
    """Make a link, and show it."""
    context.limits.count_act(player)
    finished_match = await context.finished_match(player, table_id, match)
    chosen = int(move) if move.isdecimal() else None
    eyes = None if chosen is None else stepper.perspective_of(finished_match, seat)
    aim = Aim(table_id, match, chosen, eyes, names != "off", context.locale.lang)
    await context.lobby.sharing.make(player, aim)
    address = table_links(table_id, match).share("" if chosen is None else seat, chosen)
    return RedirectResponse(f"{address}#links", SEE_OTHER)


@router.post("/tables/{table_id}/matches/{match}/share/withdraw", include_in_schema=False)
async def withdraw_link(
    table_id: str, match: int, context: Context, player: Guest, code: Annotated[str, Form(max_length=64)]
) -> Response:
    """Withdraw one of the player's links."""
    context.limits.count_act(player)
    await context.lobby.sharing.withdraw(player, code)
    return RedirectResponse(table_links(table_id, match).share(), SEE_OTHER)


@router.get("/shared/{code}", include_in_schema=False)
async def show_shared(context: Context, player: Viewer, shown: Follower) -> Response:
    """Show the page that a link leads to: a move, or the end of a match."""
    move = shown.finished_match.match.version if shown.aim.move is None else shown.aim.move
    return await _step(context, player, shown, move, shown.aim.eyes)


@router.get("/shared/{code}/moves", include_in_schema=False)
async def choose_shared_step(
    code: str, shown: Follower, turn: Move = None, move: Move = None, seat: Seat = ""
) -> Response:
    """Redirect to the address of the position after the turn chosen in the form; old links name a move instead."""
    number = (move or 0) if turn is None else stepper.after_turns(shown.finished_match, turn)
    return RedirectResponse(shared_links(code).step(number, seat), SEE_OTHER)


@router.get("/shared/{code}/moves/{move}", include_in_schema=False)
async def show_shared_move(move: int, context: Context, player: Viewer, shown: Follower, seat: Seat = "") -> Response:
    """Show the match of a link after `move` moves."""
    return await _step(context, player, shown, max(0, move), stepper.perspective_of(shown.finished_match, seat))


async def _step(
    context: RequestContext, player: Player | None, shown: Followed, move: int, eyes: int | None
) -> Response:
    def drawn() -> Response:
        step = stepper.step_page(shown.finished_match, move, eyes, context.locale, context.off)
        page = _previewed(step, shown, context)
        return render(page.template, page, context.locale.of(shown.finished_match.match.game))

    response = await context.replay(player, drawn)
    response.headers.update(UNLISTED)
    return response


@router.get("/shared/{code}/review", include_in_schema=False)
async def show_shared_review(
    context: Context, player: Viewer, shown: Follower, seat: Seat = "", move: Move = None
) -> Response:
    """Show the review of a link's match, or its progress."""
    eyes = stepper.perspective_of(shown.finished_match, seat)
    found = await context.lobby.finished.shared_review(shown.aim)

    def drawn() -> Response:
        page = _previewed(review_page(shown.finished_match, found, eyes, context.locale, move), shown, context)
        return render("review.html", page, context.locale.of(shown.finished_match.match.game))

    response = await context.replay(player, drawn)
    response.headers.update(UNLISTED)
    if isinstance(found, ReviewProgress) and not found.is_too_long:
        response.headers["Refresh"] = str(AGAIN)
    return response


def _previewed(page: Page, shown: Followed, context: RequestContext) -> Page:
    return replace(page, frame=replace(page.frame, preview=preview_of(shown.finished_match, shown.aim, context.site)))


@router.get("/shared/{code}/picture.png", include_in_schema=False)
async def show_picture(
    request: Request, context: Context, player: Viewer, shown: Follower, lang: str = ENGLISH
) -> Response:
    """Return the picture of a link, for its preview."""
    painter: PngConverter = request.app.state.painter
    checked_language(lang)
    found = await context.lobby.finished.stored_review(shown.aim.table, shown.aim.match)
    svg = await context.replay(player, lambda: picture(shown.finished_match, shown.aim, found, lang))
    headers = {"Cache-Control": f"private, max-age={PICTURE_SECONDS}", **UNLISTED}
    return Response(await painter.paint(svg, caller_of(request, player)), media_type="image/png", headers=headers)
