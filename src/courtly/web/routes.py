"""The pages outside tables: start, lists, credits, the viewer's name, language and display settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from courtly.engine.errors import CourtlyError
from courtly.tables.journal import Player
from courtly.tables.people import new_guest
from courtly.tables.refusals import NotNow
from courtly.tables.table_views import ListedTable
from courtly.text.languages import checked_language
from courtly.web import (
    blocks,
    deal_routes,
    devices,
    events,
    forms,
    lesson_routes,
    mail_routes,
    opponents,
    pages,
    player_routes,
    quick,
    ratings,
    recovery,
    reports,
    review_routes,
    share_routes,
    stage,
    statistics,
    switches,
    table_routes,
    table_settings,
)
from courtly.web.errors import wants_json
from courtly.web.render import render
from courtly.web.text import LANGUAGE_COOKIE, own_address
from courtly.web.visitors import (
    SEE_OTHER,
    Context,
    Guest,
    RequestContext,
    RequestLocale,
    Viewer,
    VisitorRoute,
    remember,
)

router = APIRouter(route_class=VisitorRoute)
router.include_router(table_routes.router)
router.include_router(review_routes.router)
router.include_router(deal_routes.router)
router.include_router(share_routes.router)
router.include_router(player_routes.router)
router.include_router(recovery.router)
router.include_router(devices.router)
router.include_router(mail_routes.router)
router.include_router(opponents.router)
router.include_router(ratings.router)
router.include_router(stage.router)
router.include_router(statistics.router)
router.include_router(blocks.router)
router.include_router(reports.router)
router.include_router(events.router)
router.include_router(lesson_routes.router)
MAX_PAGES = 10_000


@router.get("/", include_in_schema=False)
async def start(request: Request, context: Context, player: Viewer, game: str = "") -> Response:
    """Show the start page."""
    mine = await _tables_of(context, player)
    page = pages.start_page(game, quick.last_choice(request), mine, context.locale, player=player)
    page = devices.with_offer(page, context, is_wanted=devices.waits_for_others(mine))
    page = await opponents.with_form(page, context)
    page = replace(page, has_events=context.lobby.events is not None)
    page = pages.with_preview(page, page.frame.title, context.site, context.locale, is_private=False)
    return render("start.html", page, context.locale.of(page.game))


@router.get("/new", include_in_schema=False)
async def show_new(request: Request, context: Context, player: Viewer) -> Response:
    """Show the form of a new table, filled in from the query; `again` is the id of a table to play again."""
    chosen: Mapping[str, str] = request.query_params
    if again := chosen.get("again"):
        chosen = {**table_settings.chosen_before(await context.lobby.views.table_view(player, again)), "again": again}
    page = ratings.with_choice(pages.new_page(chosen, context.locale, player=player), context)
    return render("new.html", page, context.locale.of(page.game))


@router.get("/tables", include_in_schema=False)
async def show_tables(
    context: Context,
    player: Viewer,
    page: Annotated[int, Query(ge=0, le=MAX_PAGES)] = 0,
    off: Annotated[int | None, Query(ge=0, le=MAX_PAGES)] = None,
) -> Response:
    """Show the viewer's tables and the public tables; `off` is the number of tables that have just given days off."""
    told = "" if off is None else pages.days_off_words(off, context.locale)
    return await _rendered_lists(context, player, page=page, told=told)


async def _rendered_lists(
    context: RequestContext, player: Player | None, *, page: int = 0, told: str = "", status: int = 200
) -> Response:
    mine = await _tables_of(context, player)
    views = context.lobby.views
    listed = await views.for_page(await views.listed(player, page=page), terms=True)
    shown = pages.lists_page(mine, listed, context.locale, page=page, told=told)
    shown = devices.with_offer(shown, context, is_wanted=devices.waits_for_others(mine))
    own_events = await events.lines_of(context, player)
    shown = replace(shown, has_statistics=context.lobby.statistics is not None, events=own_events)
    return render("tables.html", shown, context.locale, status=status)


async def _tables_of(context: RequestContext, player: Player | None) -> list[ListedTable]:
    """Return a player's tables. Tables that wait for the player come first, the longest wait before all others."""
    if player is None:
        return []
    views = context.lobby.views
    waiting = await views.waiting_for(player)
    known = {table.id for table in waiting}
    return await views.for_page([*waiting, *(each for each in await views.mine(player) if each.id not in known)])


@router.get("/next", include_in_schema=False)
async def show_next(context: Context, player: Viewer, after: str = "") -> Response:
    """Redirect to the table that has waited longest for the viewer, but never to `after`; without one, to the list."""
    waiting = await context.lobby.views.waiting_for(player) if player else []
    found = next((table.id for table in waiting if table.id != after), None)
    return RedirectResponse(pages.table_url(found) if found else "/tables#waiting", SEE_OTHER)


@router.post("/time-off", include_in_schema=False)
async def take_time_off(
    request: Request, context: Context, player: Guest, days: Annotated[int, Form()], command: Annotated[str, Form()]
) -> Response:
    """Take days off at all of the player's tables with days for each move, and show the number of these tables."""
    context.limits.count_act(player)
    try:
        given = await context.lobby.play.take_time_off(player, days, command)
    except NotNow as refused:
        if wants_json(request):
            raise
        return await _rendered_lists(context, player, told=f"{context.locale.worded(refused.sentence)}.", status=409)
    return RedirectResponse(f"/tables?off={given}", SEE_OTHER)


@router.get("/me", include_in_schema=False)
async def show_me(request: Request, context: Context, player: Viewer, back: str = "/", mail: str = "") -> Response:
    """Show the viewer's name and colour; for a new browser, the name and colour that its guest will get."""
    has_asked = mail == "asked"
    notifications = await devices.notification_settings(context, player, has_asked=has_asked) if player else None
    guest = player or new_guest(request.state.visitor)
    page = pages.guest_page(guest, context.locale, back=own_address(back), notifications=notifications)
    page = await ratings.with_ratings(page, context, player)
    page = await blocks.with_blocks(page, context, player)
    return render("me.html", page, context.locale)


@router.post("/me", include_in_schema=False)
async def change_me(
    context: Context,
    player: Guest,
    name: Annotated[str, Form()] = "",
    colour: Annotated[str, Form()] = "",
    here: Annotated[str, Form()] = "/",
) -> Response:
    """Change the viewer's name or colour, and update the table that the form came from, if it has not started."""
    if checked := forms.read_name(name):
        player = await context.lobby.people.rename(player, checked)
    if colour:
        player = await context.lobby.people.recolour(player, colour)
    await sit_again(context, player, here)
    return RedirectResponse(own_address(here), SEE_OTHER)


async def sit_again(context: RequestContext, player: Player, address: str) -> None:
    """Update the player's seat with their present name, if the address is that of a table that waits to start."""
    folder, _, table = address.removeprefix("/").partition("/")
    if folder != "tables" or not table:
        return
    try:
        document = await context.lobby.views.document(player, table)
        if document.status == "waiting" and (seat := document.own_seat) is not None:
            body = {"command": forms.new_command(), "act": "sit", "seat": seat}
            await context.lobby.play.act(player, table, body)
    except CourtlyError:
        # The new name is stored in any case; only this table keeps the old one for now.
        return


@router.get("/credits", include_in_schema=False)
async def show_credits(locale: RequestLocale) -> Response:
    """Show the credits."""
    return render("credits.html", pages.credits_page(locale), locale)


@router.post("/language", include_in_schema=False)
async def choose_language(
    request: Request, lang: Annotated[str, Form()], here: Annotated[str, Form()] = "/"
) -> Response:
    """Store the language in a cookie, and redirect back."""
    response = RedirectResponse(own_address(here), SEE_OTHER)
    remember(request, response, LANGUAGE_COOKIE, checked_language(lang))
    return response


@router.post("/theme", include_in_schema=False)
async def choose_theme(request: Request, theme: Annotated[str, Form()], here: Annotated[str, Form()] = "/") -> Response:
    """Store the theme in a cookie, and redirect back."""
    response = RedirectResponse(own_address(here), SEE_OTHER)
    remember(request, response, switches.THEME_COOKIE, switches.checked_theme(theme))
    return response


@router.post("/switches", include_in_schema=False)
async def choose_switch(
    request: Request, switch: Annotated[str, Form()], state: Annotated[str, Form()], here: Annotated[str, Form()] = "/"
) -> Response:
    """Store in a cookie whether a part of match pages is switched off, and redirect back."""
    kept = switches.switch(request, switch, state)
    response = RedirectResponse(own_address(here), SEE_OTHER)
    remember(request, response, switches.SWITCH_COOKIE, kept)
    return response
