"""The pages beside the tables: start, lists, credits, one's own name, and what a reader chooses for all pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from courtly.engine.errors import CourtlyError
from courtly.tables.audience import own_seat
from courtly.tables.journal import Player
from courtly.text.languages import checked_language
from courtly.web import (
    deal_routes,
    forms,
    lesson_routes,
    pages,
    past_routes,
    player_routes,
    quick,
    recovery,
    share_routes,
    switches,
    table_pages,
    table_routes,
)
from courtly.web.render import render
from courtly.web.text import LANGUAGE_COOKIE, own_address
from courtly.web.visitors import SEE_OTHER, AtDesk, Desk, ForReader, Guest, Looker, VisitorRoute, remember

router = APIRouter(route_class=VisitorRoute)
router.include_router(table_routes.router)
router.include_router(past_routes.router)
router.include_router(deal_routes.router)
router.include_router(share_routes.router)
router.include_router(player_routes.router)
router.include_router(recovery.router)
router.include_router(lesson_routes.router)
MOST_PAGES = 10_000


@router.get("/", include_in_schema=False)
async def start(request: Request, desk: AtDesk, player: Looker, game: str = "") -> Response:
    """Show the start page."""
    mine = await desk.lobby.mine(player) if player else []
    page = pages.start_page(game, quick.last_choice(request), mine, desk.reader, player=player)
    return render("start.html", page, desk.reader.of(page.game))


@router.get("/new", include_in_schema=False)
async def show_new(request: Request, desk: AtDesk, player: Looker) -> Response:
    """Show the form of a new table, filled in from the address; `again` names a table to be opened once more."""
    chosen: Mapping[str, str] = request.query_params
    if again := chosen.get("again"):
        chosen = {**table_pages.chosen_before(await desk.lobby.look(player, again)), "again": again}
    page = pages.new_page(chosen, desk.reader, player=player)
    return render("new.html", page, desk.reader.of(page.game))


@router.get("/tables", include_in_schema=False)
async def show_tables(desk: AtDesk, player: Looker, page: Annotated[int, Query(ge=0, le=MOST_PAGES)] = 0) -> Response:
    """Show the reader's tables, and those that anybody may find."""
    mine = await desk.lobby.mine(player) if player else []
    listed = await desk.lobby.listed(page=page)
    return render("tables.html", pages.lists_page(mine, listed, desk.reader, page=page), desk.reader)


@router.get("/me", include_in_schema=False)
async def show_me(player: Guest, reader: ForReader, back: str = "/") -> Response:
    """Show the reader's name and colour."""
    return render("me.html", pages.guest_page(player, reader, back=own_address(back)), reader)


@router.post("/me", include_in_schema=False)
async def change_me(
    desk: AtDesk,
    player: Guest,
    name: Annotated[str, Form()] = "",
    colour: Annotated[str, Form()] = "",
    here: Annotated[str, Form()] = "/",
) -> Response:
    """Give the reader another name or colour, also at the table that the form was sent from, while it waits."""
    if checked := forms.read_name(name):
        player = await desk.people.rename(player, checked)
    if colour:
        player = await desk.people.recolour(player, colour)
    await sit_again(desk, player, here)
    return RedirectResponse(own_address(here), SEE_OTHER)


async def sit_again(desk: Desk, player: Player, address: str) -> None:
    """Let a player sit in their own seat under the present name, where the address is that of a table that waits."""
    folder, _, table = address.removeprefix("/").partition("/")
    if folder != "tables" or not table:
        return
    try:
        document = await desk.lobby.document(player, table)
        if document["status"] == "waiting" and (seat := own_seat(document)) is not None:
            body = {"command": forms.new_command(), "act": "sit", "seat": seat}
            await desk.lobby.act(player, table, body)
    except CourtlyError:
        # The name has changed all the same; the table shows it from the next time on.
        return


@router.get("/credits", include_in_schema=False)
async def show_credits(reader: ForReader) -> Response:
    """Say whose work is used."""
    return render("credits.html", pages.credits_page(reader), reader)


@router.post("/language", include_in_schema=False)
async def choose_language(
    request: Request, lang: Annotated[str, Form()], here: Annotated[str, Form()] = "/"
) -> Response:
    """Remember the language of the pages, and go back to where it was chosen."""
    response = RedirectResponse(own_address(here), SEE_OTHER)
    remember(request, response, LANGUAGE_COOKIE, checked_language(lang))
    return response


@router.post("/switches", include_in_schema=False)
async def choose_switch(
    request: Request, switch: Annotated[str, Form()], state: Annotated[str, Form()], here: Annotated[str, Form()] = "/"
) -> Response:
    """Remember what is to be shown on the pages of matches, and go back to where it was chosen."""
    kept = switches.switch(request, switch, state)
    response = RedirectResponse(own_address(here), SEE_OTHER)
    remember(request, response, switches.SWITCH_COOKIE, kept)
    return response
