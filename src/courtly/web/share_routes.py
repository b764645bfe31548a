"""The addresses of read-only links: where whoever was at a table makes them, and where they lead.

Followers need not be known, and looking makes nobody. A code that leads nowhere counts as a guess.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from courtly.tables.looking import Past
from courtly.tables.reviews import Counting
from courtly.tables.store.rows import Aim
from courtly.text.languages import checked_language
from courtly.web import stepper
from courtly.web.contexts.past import ReviewPage
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.past_routes import AGAIN, MOST_MOVES, Move, Seat
from courtly.web.pictures.drawing import picture
from courtly.web.pictures.painter import Painter
from courtly.web.render import render
from courtly.web.review_pages import review_page
from courtly.web.share_pages import preview_of, share_page
from courtly.web.visitors import SEE_OTHER, AtDesk, Desk, Guest, Looker, VisitorRoute
from courtly.web.ways import shared_ways, table_ways

router = APIRouter(route_class=VisitorRoute)

UNLISTED = {"X-Robots-Tag": "noindex, nofollow"}
PICTURE_SECONDS = 300
"""For how long a browser may keep a picture; a link that was withdrawn shows it no longer than that."""

Page = TypeVar("Page", bound=MatchPage | FinalPage | ReviewPage)


@dataclass(frozen=True, slots=True)
class Followed:
    """What a link leads to."""

    past: Past
    aim: Aim


async def followed(request: Request, code: str, desk: AtDesk, player: Looker) -> AsyncIterator[Followed]:
    """Give the match that a link leads to; a code of none counts as a guess."""
    with desk.limits.guessing(request):
        past, share = await desk.lobby.shared(code, player)
    yield Followed(past, share.aim)


Follower = Annotated[Followed, Depends(followed)]


@router.get("/tables/{table_id}/matches/{match}/share", include_in_schema=False)
async def show_links(
    table_id: str, match: int, desk: AtDesk, player: Looker, move: Move = None, seat: Seat = ""
) -> Response:
    """Show the reader's links to a match, and the form of another one."""
    past = await desk.lobby.past(player, table_id, match)
    aim = Aim(table_id, match, move, stepper.eyes_of(past, seat))
    made = await desk.lobby.links_of(player, aim)
    links = [(share.aim, desk.lobby.sharing.code_of(share)) for share in made]
    page = await desk.runtime.read(lambda: share_page(past, aim, links, desk.reader, site=desk.site))
    return render("share.html", page, desk.reader.of(past.match.game))


@router.post("/tables/{table_id}/matches/{match}/share", include_in_schema=False)
async def make_link(
    table_id: str,
    match: int,
    desk: AtDesk,
    player: Guest,
    move: Annotated[str, Form(max_length=8)] = "",
    seat: Annotated[str, Form(max_length=8)] = "",
    names: Annotated[str, Form(max_length=8)] = "on",
) -> Response:
    """Make a link, and show it."""
    desk.limits.count_act(player)
    past = await desk.lobby.past(player, table_id, match)
    chosen = int(move) if move.isdecimal() else None
    eyes = None if chosen is None else stepper.eyes_of(past, seat)
    aim = Aim(table_id, match, chosen, eyes, names != "off", desk.reader.lang)
    await desk.lobby.share(player, aim)
    address = table_ways(table_id, match).share("" if chosen is None else seat, chosen)
    return RedirectResponse(f"{address}#links", SEE_OTHER)


@router.post("/tables/{table_id}/matches/{match}/share/withdraw", include_in_schema=False)
async def withdraw_link(
    table_id: str, match: int, desk: AtDesk, player: Guest, code: Annotated[str, Form(max_length=64)]
) -> Response:
    """Let a link of the reader's lead nowhere any more."""
    desk.limits.count_act(player)
    await desk.lobby.sharing.withdraw(player, code)
    return RedirectResponse(table_ways(table_id, match).share(), SEE_OTHER)


@router.get("/shared/{code}", include_in_schema=False)
async def show_shared(desk: AtDesk, shown: Follower) -> Response:
    """Show what a link leads to: a move, or the end of a match."""
    move = shown.past.match.version if shown.aim.move is None else shown.aim.move
    return await _step(desk, shown, move, shown.aim.eyes)


@router.get("/shared/{code}/moves", include_in_schema=False)
async def choose_shared_move(
    code: str, move: Annotated[int, Query(ge=0, le=MOST_MOVES)] = 0, seat: Seat = ""
) -> Response:
    """Send on to the address of a move that a form has chosen."""
    return RedirectResponse(shared_ways(code).step(move, seat), SEE_OTHER)


@router.get("/shared/{code}/moves/{move}", include_in_schema=False)
async def show_shared_move(move: int, desk: AtDesk, shown: Follower, seat: Seat = "") -> Response:
    """Show the match of a link after so many moves."""
    return await _step(desk, shown, max(0, move), stepper.eyes_of(shown.past, seat))


async def _step(desk: Desk, shown: Followed, move: int, eyes: int | None) -> Response:
    def drawn() -> MatchPage | FinalPage:
        return _previewed(stepper.step_page(shown.past, move, eyes, desk.reader, desk.off), shown, desk)

    page = await desk.runtime.read(drawn)
    response = render(page.template, page, desk.reader.of(shown.past.match.game))
    response.headers.update(UNLISTED)
    return response


@router.get("/shared/{code}/review", include_in_schema=False)
async def show_shared_review(desk: AtDesk, shown: Follower, seat: Seat = "", move: Move = None) -> Response:
    """Show the review of the match of a link, or how far it is made."""
    eyes = stepper.eyes_of(shown.past, seat)
    found = await desk.lobby.shared_review(shown.aim)
    page = await desk.runtime.read(
        lambda: _previewed(review_page(shown.past, found, eyes, desk.reader, move), shown, desk)
    )
    response = render("review.html", page, desk.reader.of(shown.past.match.game))
    response.headers.update(UNLISTED)
    if isinstance(found, Counting):
        response.headers["Refresh"] = str(AGAIN)
    return response


def _previewed(page: Page, shown: Followed, desk: Desk) -> Page:
    return replace(page, frame=replace(page.frame, preview=preview_of(shown.past, shown.aim, desk.site)))


@router.get("/shared/{code}/picture.png", include_in_schema=False)
async def show_picture(request: Request, desk: AtDesk, shown: Follower, lang: str = "en") -> Response:
    """Show the picture of a link, for its preview."""
    painter: Painter = request.app.state.painter
    checked_language(lang)
    found = await desk.lobby.kept_review(shown.aim)
    svg = await desk.runtime.read(lambda: picture(shown.past, shown.aim, found, lang))
    headers = {"Cache-Control": f"private, max-age={PICTURE_SECONDS}", **UNLISTED}
    return Response(await painter.paint(svg), media_type="image/png", headers=headers)
