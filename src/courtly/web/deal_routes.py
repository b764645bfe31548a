"""The routes of matches without a random deal: played on, shared, of a day, or imported."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from courtly.engine.contract.game import find_game
from courtly.engine.errors import BadRecord, shown
from courtly.engine.play.match import Match
from courtly.engine.play.origin import DAY
from courtly.engine.play.position import BranchPoint
from courtly.engine.play.records import read_record
from courtly.engine.sentences import said
from courtly.tables.deals import SharedDeal, today
from courtly.tables.journal import Player
from courtly.tables.starts import OPEN, OTHERS
from courtly.web import deal_pages, forms, pages
from courtly.web.errors import BadForm, NoSuchPage, status_of, wants_json
from courtly.web.render import render
from courtly.web.share_links import table_links
from courtly.web.table_routes import get_ready, named
from courtly.web.visitors import SEE_OTHER, Context, Guest, RequestContext, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

FIRST_DAY = "2026-01-01"
"""The first day with a deal of the day."""

MAX_FIELDS = 8

MAX_RECORD_MOVES = 1500
"""Maximum number of moves of an imported record, about as many as in our longest matches: 30 years of Cursed Court for
six. Every page of a match replays it, so much longer matches would slow the server down."""

SHOWN_AGAIN = (BadRecord, BadForm)
"""Errors in a record that the viewer can correct in the form."""


class PlayOn(BaseModel):
    """The form that plays on from a move; by default the viewer takes the deciding seat, against a bot of the match."""

    command: str
    move: int = Field(ge=0, le=1_000_000)
    seat: str = Field(default="", pattern="^[0-9]{0,2}$")
    other: str = ""
    friends: str = ""


class Chosen(NamedTuple):
    """The seat to take (by default the deciding one), the bot in the other seats, and the command id of the form."""

    seat: int | None
    other: str
    command: str


@router.get("/tables/{table_id}/matches/{match}/moves/{move}/play", include_in_schema=False)
async def show_play_on(table_id: str, match: int, move: int, context: Context, player: Viewer) -> Response:
    """Show the form that plays on from a move of a finished match."""
    finished_match = await context.finished_match(player, table_id, match)
    page = await context.replay(player, lambda: deal_pages.play_on_page(finished_match, move, context.locale))
    return render("play_on.html", page, context.locale.of(page.game))


@router.post("/tables/{table_id}/matches/{match}/play-on", include_in_schema=False)
async def play_on(
    table_id: str, match: int, context: Context, player: Guest, form: Annotated[PlayOn, Form()]
) -> Response:
    """Open a table that plays on from a finished match, and redirect its host there."""
    context.limits.count_act(player)
    command = forms.command_of({**form.model_dump(), "move": str(form.move), "play-on": f"{table_id}/{match}"})
    if (table := await context.lobby.opener.opened_by(player, command)) is not None:
        # The table exists already. The player may no longer have access to the finished match.
        return RedirectResponse(pages.table_url(table), SEE_OTHER)
    finished_match = await context.finished_match(player, table_id, match)
    assert finished_match.table_view.match is not None
    usual = deal_pages.usual_other(finished_match.table_view.match.seats)
    other = OPEN if form.friends else forms.checked_bot(form.other or usual)
    chosen = Chosen(int(form.seat) if form.seat else None, other, command)
    return await _played_on(context, player, BranchPoint(finished_match.match, form.move, table_id, match), chosen)


async def _played_on(context: RequestContext, player: Player, place: BranchPoint, chosen: Chosen) -> Response:
    """Open a table that plays on from a match. If all other seats have bots, the match starts immediately."""
    caller = context.caller(player)
    async with context.limits.replay(caller):
        with context.limits.upload(caller, place.match.record()):
            table = await context.lobby.opener.play_on(player, place, **chosen._asdict())
    if chosen.other != OPEN:
        await get_ready(context, player, table, chosen.command)
    return RedirectResponse(pages.table_url(table), SEE_OTHER)


@router.post("/tables/{table_id}/matches/{match}/deal", include_in_schema=False)
async def share_deal(table_id: str, match: int, context: Context, player: Guest) -> Response:
    """Make a link to the deal of a finished match, and redirect to its page."""
    context.limits.count_act(player)
    code = await context.lobby.shared_deals.share(player, table_id, match)
    return RedirectResponse(deal_pages.deal_url(code), SEE_OTHER)


@router.get("/deals/{code}", include_in_schema=False)
async def show_deal(request: Request, code: str, context: Context, player: Viewer) -> Response:
    """Show a shared deal: the button that plays it, or the results. Opening the page changes nothing."""
    with context.limits.count_wrong_codes(request):
        shared = await context.lobby.shared_deals.of_code(code)
    return await _shown(context, player, shared, link=f"{context.site}{deal_pages.deal_url(code)}")


@router.post("/deals/{code}", include_in_schema=False)
async def play_deal(
    request: Request, code: str, context: Context, player: Guest, name: Annotated[str, Form()] = ""
) -> Response:
    """Play a shared deal at the player's own table."""
    context.limits.count_act(player)
    with context.limits.count_wrong_codes(request):
        shared = await context.lobby.shared_deals.of_code(code)
    return await _played(context, await named(context, player, forms.read_name(name)), shared)


@router.get("/deals/{day}/{game}", include_in_schema=False)
async def show_day(day: str, game: str, context: Context, player: Viewer) -> Response:
    """Show the deal of a day."""
    return await _shown(context, player, await _of_day(context, day, game))


@router.post("/deals/{day}/{game}", include_in_schema=False)
async def play_day(day: str, game: str, context: Context, player: Guest, name: Annotated[str, Form()] = "") -> Response:
    """Play today's deal."""
    context.limits.count_act(player)
    shared = await _of_day(context, day, game)
    return await _played(context, await named(context, player, forms.read_name(name)), shared)


async def _of_day(context: RequestContext, day: str, game: str) -> SharedDeal:
    """Return the deal of a day; raise `NoSuchPage` for a future or invalid day."""
    found = find_game(game)
    wanted = today() if day == "today" else day
    if not DAY.fullmatch(wanted) or not FIRST_DAY <= wanted <= today():
        message = said("there is no deal for {given}", given=shown(day))
        raise NoSuchPage(message, given=day, where="day", allowed=said("a date up to today, such as 2026-11-23"))
    return await context.lobby.shared_deals.of_day(found.name, wanted)


async def _shown(context: RequestContext, player: Player | None, shared: SharedDeal, *, link: str = "") -> Response:
    standing = await context.lobby.deals.standing(shared, player.id if player else None)
    page = deal_pages.deal_page(shared, standing, context.locale, player=player, link=link)
    return render("deal.html", page, context.locale.of(shared.game))


async def _played(context: RequestContext, player: Player, shared: SharedDeal) -> Response:
    table = await context.lobby.opener.play_deal(player, shared)
    document = await context.lobby.views.document(player, table)
    if document.status == "waiting" and document.match == 1:
        await get_ready(context, player, table, shared.command)
    return RedirectResponse(pages.table_url(table), SEE_OTHER)


@router.get("/positions", include_in_schema=False)
async def show_positions(context: Context) -> Response:
    """Show the form that imports a record."""
    return render("positions.html", deal_pages.positions_page(context.locale), context.locale)


@router.post("/positions", include_in_schema=False)
async def import_match(request: Request, context: Context, player: Guest) -> Response:
    """Import a record: show a finished match, or play on from the end of an unfinished one."""
    context.limits.count_act(player)
    async with request.form(max_files=1, max_fields=MAX_FIELDS) as form:
        fields = await forms.form_texts(form)
    text = fields.get("record", "").strip()
    try:
        match = await _match_of(context, player, text)
        return await _imported(context, player, match, fields)
    except SHOWN_AGAIN as error:
        if wants_json(request):
            raise
        page = deal_pages.positions_page(context.locale, record=text, problem=error)
        return render("positions.html", page, context.locale, status=status_of(error))


async def _match_of(context: RequestContext, player: Player, text: str) -> Match:
    """Return the match of a record in JSON."""
    return await context.replay(player, lambda: read_record(text, max_moves=MAX_RECORD_MOVES))


async def _imported(context: RequestContext, player: Player, match: Match, fields: dict[str, str]) -> Response:
    command = fields.get("command") or forms.new_command()
    if match.is_over:
        name, caller = forms.command_of({"bring": command}), context.caller(player)
        async with context.limits.replay(caller):
            with context.limits.upload(caller, match.record()):
                table = await context.lobby.uploads.import_match(player, match, name)
        return RedirectResponse(table_links(table, 1).step(0), SEE_OTHER)
    other = forms.checked_bot(fields.get("other") or OTHERS)
    chosen = Chosen(None, other, forms.command_of({"bring": command, "other": other}))
    return await _played_on(context, player, BranchPoint(match, match.version), chosen)
