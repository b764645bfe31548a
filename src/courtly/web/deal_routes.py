"""The addresses of matches that are not dealt afresh: playing on, shared deals, the deal of the day, records."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from courtly.engine.contract.game import find_game
from courtly.engine.errors import BadRecord, shown
from courtly.engine.play.match import Match
from courtly.engine.play.origin import DAY
from courtly.engine.play.position import Place
from courtly.engine.play.records import game_of, read_record
from courtly.engine.sentences import said
from courtly.tables.deals import Shared, today
from courtly.tables.journal import Player
from courtly.tables.starts import OPEN, OTHERS
from courtly.web import deal_pages, forms, pages
from courtly.web.errors import BadForm, NoSuchPage, status_of, wants_json
from courtly.web.render import render
from courtly.web.table_routes import get_ready, named
from courtly.web.visitors import SEE_OTHER, AtDesk, Desk, Guest, Looker, VisitorRoute
from courtly.web.ways import table_ways

router = APIRouter(route_class=VisitorRoute)

FIRST_DAY = "2026-01-01"
"""Before that day there was no deal of any."""

MOST_FIELDS = 8
SHOWN_AGAIN = (BadRecord, BadForm)
"""What is wrong with a record so that its sender can mend it in the form."""


class PlayOn(BaseModel):
    """The form that plays on from a move; what is left out is the seat that decides, and a bot that sat there."""

    command: str
    move: int = Field(ge=0, le=1_000_000)
    seat: str = Field(default="", pattern="^[0-9]{0,2}$")
    other: str = ""
    friends: str = ""


class Chosen(NamedTuple):
    """Which seat to take, by default that which decides; who plays in the others; and the id of the form."""

    seat: int | None
    other: str
    command: str


@router.get("/tables/{table_id}/matches/{match}/moves/{move}/play", include_in_schema=False)
async def show_play_on(table_id: str, match: int, move: int, desk: AtDesk, player: Looker) -> Response:
    """Show the form that plays on from a move of a finished match."""
    past = await desk.lobby.past(player, table_id, match)
    page = await desk.runtime.read(lambda: deal_pages.play_on_page(past, move, desk.reader))
    return render("play_on.html", page, desk.reader.of(page.game))


@router.post("/tables/{table_id}/matches/{match}/play-on", include_in_schema=False)
async def play_on(table_id: str, match: int, desk: AtDesk, player: Guest, form: Annotated[PlayOn, Form()]) -> Response:
    """Open a table at which a finished match is played on, and send its host there."""
    desk.limits.count_act(player)
    command = forms.command_of({**form.model_dump(), "move": str(form.move), "play-on": f"{table_id}/{match}"})
    if (table := await desk.lobby.opened_by(player, command)) is not None:
        # By now the match may be closed to whoever plays on from it.
        return RedirectResponse(pages.table_url(table), SEE_OTHER)
    past = await desk.lobby.past(player, table_id, match)
    assert past.look.match is not None
    usual = deal_pages.usual_other(past.look.match.seats)
    other = OPEN if form.friends else forms.checked_bot(form.other or usual)
    chosen = Chosen(int(form.seat) if form.seat else None, other, command)
    return await _played_on(desk, player, Place(past.match, form.move, table_id, match), chosen)


async def _played_on(desk: Desk, player: Player, place: Place, chosen: Chosen) -> Response:
    """Open a table at which a match is played on; with bots alone it begins at once."""
    table = await desk.lobby.play_on(player, place, **chosen._asdict())
    if chosen.other != OPEN:
        await get_ready(desk, player, table["id"], chosen.command)
    return RedirectResponse(pages.table_url(table["id"]), SEE_OTHER)


@router.post("/tables/{table_id}/matches/{match}/deal", include_in_schema=False)
async def share_deal(table_id: str, match: int, desk: AtDesk, player: Guest) -> Response:
    """Make a link to the deal of a finished match, and send to where it is shown."""
    desk.limits.count_act(player)
    code = await desk.lobby.share_deal(player, table_id, match)
    return RedirectResponse(deal_pages.deal_url(code), SEE_OTHER)


@router.get("/deals/{code}", include_in_schema=False)
async def show_deal(request: Request, code: str, desk: AtDesk, player: Looker) -> Response:
    """Show a shared deal: the button that plays it, or how everybody did. To open it changes nothing."""
    with desk.limits.guessing(request):
        shared = await desk.lobby.deals.of_code(code)
    return await _shown(desk, player, shared, link=f"{desk.site}{deal_pages.deal_url(code)}")


@router.post("/deals/{code}", include_in_schema=False)
async def play_deal(
    request: Request, code: str, desk: AtDesk, player: Guest, name: Annotated[str, Form()] = ""
) -> Response:
    """Play a shared deal, at one's own table."""
    desk.limits.count_act(player)
    with desk.limits.guessing(request):
        shared = await desk.lobby.deals.of_code(code)
    return await _played(desk, await named(desk, player, forms.read_name(name)), shared)


@router.get("/deals/{day}/{game}", include_in_schema=False)
async def show_day(day: str, game: str, desk: AtDesk, player: Looker) -> Response:
    """Show the deal of a day."""
    return await _shown(desk, player, await _of_day(desk, day, game))


@router.post("/deals/{day}/{game}", include_in_schema=False)
async def play_day(day: str, game: str, desk: AtDesk, player: Guest, name: Annotated[str, Form()] = "") -> Response:
    """Play the deal of today."""
    desk.limits.count_act(player)
    shared = await _of_day(desk, day, game)
    return await _played(desk, await named(desk, player, forms.read_name(name)), shared)


async def _of_day(desk: Desk, day: str, game: str) -> Shared:
    """Return the deal of a day that has come."""
    found = find_game(game)
    wanted = today() if day == "today" else day
    if not DAY.fullmatch(wanted) or not FIRST_DAY <= wanted <= today():
        message = said("no deal has the day {given}", given=shown(day))
        raise NoSuchPage(message, given=day, where="day", allowed=said("a day until today, as 2026-11-23"))
    desk.check_ready(found.name)
    return await desk.lobby.deals.of_day(found.name, wanted)


async def _shown(desk: Desk, player: Player | None, shared: Shared, *, link: str = "") -> Response:
    standing = await desk.lobby.deals.standing(shared, player.id if player else None)
    page = deal_pages.deal_page(shared, standing, desk.reader, player=player, link=link)
    return render("deal.html", page, desk.reader.of(shared.game))


async def _played(desk: Desk, player: Player, shared: Shared) -> Response:
    desk.check_ready(shared.game)
    table = await desk.lobby.play_deal(player, shared)
    document = await desk.lobby.document(player, table)
    if document["status"] == "waiting" and document["match"] == 1:
        await get_ready(desk, player, table, shared.command)
    return RedirectResponse(pages.table_url(table), SEE_OTHER)


@router.get("/positions", include_in_schema=False)
async def show_positions(desk: AtDesk) -> Response:
    """Show the form that takes a record."""
    return render("positions.html", deal_pages.positions_page(desk.reader), desk.reader)


@router.post("/positions", include_in_schema=False)
async def bring(request: Request, desk: AtDesk, player: Guest) -> Response:
    """Show a finished match from its record, or play on from the end of one that is not over."""
    desk.limits.count_act(player)
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        fields = await forms.form_texts(form)
    text = fields.get("record", "").strip()
    try:
        match = await _match_of(desk, text)
        return await _brought(desk, player, match, fields)
    except SHOWN_AGAIN as error:
        if wants_json(request):
            raise
        page = deal_pages.positions_page(desk.reader, record=text, problem=error)
        return render("positions.html", page, desk.reader, status=status_of(error))


async def _match_of(desk: Desk, text: str) -> Match:
    """Return the match of a record that somebody sends."""
    game = await desk.runtime.read(lambda: game_of(text))
    desk.check_ready(game)
    return await desk.runtime.read(lambda: read_record(text))


async def _brought(desk: Desk, player: Player, match: Match, fields: dict[str, str]) -> Response:
    command = fields.get("command") or forms.new_command()
    if match.is_over:
        name = forms.command_of({"bring": command})
        return RedirectResponse(table_ways(await desk.lobby.bring(player, match, name), 1).step(0), SEE_OTHER)
    other = forms.checked_bot(fields.get("other") or OTHERS)
    chosen = Chosen(None, other, forms.command_of({"bring": command, "other": other}))
    return await _played_on(desk, player, Place(match, match.version), chosen)
