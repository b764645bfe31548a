"""The addresses of tables: opening one, the links to it, its page, and everything that is done there by form."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from courtly.bots import Hint, UnknownBot
from courtly.engine.contract.game import find_game
from courtly.engine.errors import BadOption
from courtly.engine.sentences import said
from courtly.tables.acts import COMMAND, MOST_MOVES
from courtly.tables.audience import own_seat
from courtly.tables.errors import BadSeats, NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.looking import Look
from courtly.tables.refusals import BadName, SeatTaken, TooMany
from courtly.text.reader import Reader
from courtly.web import forms, pages, quick, table_pages
from courtly.web.acting import Fields, act_of
from courtly.web.api import talk
from courtly.web.api.models import NewLine
from courtly.web.contexts.table import FinalPage, MatchPage, WaitingRoom
from courtly.web.errors import BadForm, status_of, wants_json
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, AtDesk, Desk, Guest, Looker, VisitorRoute, remember

router = APIRouter(route_class=VisitorRoute)
MOVED = 308
MOST_MATCHES = 1_000_000
MOST_FILES, MOST_FIELDS = 8, 64
"""More than the form of any game has."""
SHOWN_AGAIN = (BadOption, BadSeats, BadForm, BadName, UnknownBot, TooMany)
"""What is wrong with the form of a new table so that its sender can mend it there."""


TablePage = WaitingRoom | MatchPage | FinalPage


class LineForm(BaseModel):
    """The form of a line of table talk."""

    command: str = Field(pattern=rf"^{COMMAND.pattern}$")
    text: str = ""
    phrase: str | None = None


@router.get("/matches/{rest:path}", include_in_schema=False)
async def show_moved(rest: str) -> Response:
    """Send on to where tables are now."""
    return RedirectResponse(f"/tables/{rest}", MOVED)


@router.post("/tables", include_in_schema=False)
async def open_table(request: Request, desk: AtDesk, player: Guest) -> Response:
    """Open a table and send its host there; or show a refused form again."""
    async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as form:
        fields = await forms.form_texts(form)
    fields["command"] = fields.get("command") or forms.new_command()
    try:
        desk.limits.count_act(player)
        # A card set or a list of regions takes its time.
        wanted = await desk.runtime.read(lambda: forms.read_new_table(fields))
        player = await named(desk, player, wanted.name)
        table = await desk.lobby.open(player, wanted.table)
    except SHOWN_AGAIN as error:
        if wants_json(request):
            raise
        page = pages.new_page(fields, desk.reader, problem=error)
        return render("new.html", page, desk.reader.of(page.game), status=status_of(error))
    response = RedirectResponse(pages.table_url(table["id"]), SEE_OTHER)
    if wanted.is_for_one:
        await get_ready(desk, player, table["id"], wanted.table.command)
        remember(request, response, quick.CHOICE_COOKIE, quick.kept_choice(fields))
    return response


async def named(desk: Desk, player: Player, name: str) -> Player:
    """Return a player under the name that a form gives, which may be none."""
    return await desk.people.rename(player, name) if name and name != player.name else player


async def get_ready(desk: Desk, player: Player, table: str, command: str) -> None:
    """Let somebody who plays with bots alone be ready at once; the word follows from the random id of the form."""
    body = {"command": f"{command[:58]}-ready", "act": "ready", "word": command[:16]}
    await desk.lobby.act(player, table, body)


@router.get("/tables/{table_id}", include_in_schema=False)
async def show_table(table_id: str, desk: AtDesk, player: Looker) -> Response:
    """Show a table: who is waited for, the match that is played, or how it ended."""
    return await _shown_now(desk, player, table_id)


async def _shown_now(
    desk: Desk, player: Player | None, table: str, *, hint: Hint | None = None, laid: Sequence[str] = ()
) -> Response:
    """Render a table at present, or after moves that are laid out.

    Whoever looks at it without a live connection is taken as here for a while.
    """
    if player is not None:
        # Before it is drawn, or a page without script would call its own reader away.
        await desk.lobby.visit(player, table, table_pages.SLACK)
    look = await desk.lobby.look(player, table)
    if laid and player is not None:
        draft = {"match": look.table["match"], "turn": look.table["turn"], "moves": laid}
        look = (await desk.lobby.lay_out(player, table, draft)).look
    template, page = await _page(desk, player, look, hint=hint)
    if player is not None:
        await desk.lobby.visit(player, table, table_pages.here_for(page.frame))
    return _rendered(template, page, desk.reader.of(look.table["game"]))


async def _page(desk: Desk, player: Player | None, look: Look, *, hint: Hint | None = None) -> tuple[str, TablePage]:
    """Return a table as it is, with its template: waiting, while a match is played or stopped, or at its end."""
    table, off = look.table, desk.off
    lines = await desk.lobby.lines(player, table["id"])
    if look.match is None:
        return "waiting.html", table_pages.waiting_room(look, desk.reader, off, talk=lines, site=desk.site)
    if look.match.is_over and not look.match.is_stopped:
        final = table_pages.final_page(look, desk.reader, off, talk=lines)
        return final.template, final
    page = table_pages.match_page(look, desk.reader, off, hint=hint, talk=lines)
    return page.template, page


def _rendered(template: str, page: TablePage, reader: Reader) -> Response:
    response = render(template, page, reader)
    if isinstance(page, WaitingRoom) and page.is_compiling and page.frame.live and page.frame.live.refresh:
        # No entry tells what is compiled: with script too, a page that nobody is busy with looks again.
        response.headers["Refresh"] = str(table_pages.SOON)
    return response


@router.get("/tables/{table_id}/matches/{match}", include_in_schema=False)
async def show_match(table_id: str, match: int, desk: AtDesk, player: Looker) -> Response:
    """Show a match of a table that is over; send on to the table from one that is still played."""
    look = await desk.lobby.look(player, table_id, match)
    if look.match is not None and not look.match.is_over:
        return RedirectResponse(pages.table_url(table_id), SEE_OTHER)
    template, page = await _page(desk, player, look)
    return _rendered(template, page, desk.reader.of(look.table["game"]))


@router.get("/tables/{table_id}/hint", include_in_schema=False)
async def show_hint(
    table_id: str,
    desk: AtDesk,
    player: Guest,
    laid: Annotated[list[str], Query(default_factory=list, max_length=MOST_MOVES)],
) -> Response:
    """Show the table with a hint for whoever has to decide; nothing in the match changes by it.

    A script that asks for what may follow a turn that is laid out takes the hint alone.
    """
    hint = await desk.lobby.hint(player, table_id, lang=desk.reader.lang, laid=laid)
    return await _shown_now(desk, player, table_id, hint=hint, laid=laid)


@router.post("/tables/{table_id}/acts", include_in_schema=False)
async def act(request: Request, table_id: str, desk: AtDesk, player: Guest) -> Response:
    """Do what a form asks at a table, and send back there."""
    desk.limits.count_act(player)
    body = act_of(await _fields(request))
    with desk.limits.acting(request, body):
        await desk.lobby.act(player, table_id, body)
    if body["act"] == "again":
        await _begin_again(desk, player, table_id, str(body["command"]))
    return RedirectResponse(pages.table_url(table_id), SEE_OTHER)


async def _fields(request: Request) -> Fields:
    """Return the fields of a form of a table, which has no files."""
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return {name: [text for text in form.getlist(name) if isinstance(text, str)] for name in form}


async def _begin_again(desk: Desk, player: Player, table: str, command: str) -> None:
    """Begin a rematch at once where nobody else is asked."""
    document = await desk.lobby.document(player, table)
    others = [n for n, seat in enumerate(document["seats"]) if seat["kind"] != "bot" and n != document["you"]]
    if document["status"] == "waiting" and not others:
        await get_ready(desk, player, table, forms.command_of({"again": command}))


@router.get("/tables/{table_id}/options", include_in_schema=False)
async def show_options(table_id: str, desk: AtDesk, player: Looker) -> Response:
    """Show the form of other options."""
    look = await desk.lobby.look(player, table_id)
    return render("options.html", table_pages.options_page(look, desk.reader), desk.reader.of(look.table["game"]))


@router.post("/tables/{table_id}/options", include_in_schema=False)
async def change_options(request: Request, table_id: str, desk: AtDesk, player: Guest) -> Response:
    """Choose other options, or show a refused form again."""
    desk.limits.count_act(player)
    async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as form:
        fields = await forms.form_texts(form)
    command = fields.pop("command", "")
    look = await desk.lobby.look(player, table_id)
    game = find_game(look.table["game"])
    try:
        options = await desk.runtime.read(lambda: forms.read_options_of(game, fields))
        body = {"command": command, "act": "change", "options": options.given()}
        await desk.lobby.act(player, table_id, body)
    except BadOption as error:
        if wants_json(request):
            raise
        page = table_pages.options_page(look, desk.reader, chosen=fields, problem=error)
        return render("options.html", page, desk.reader.of(game.name), status=status_of(error))
    return RedirectResponse(pages.table_url(table_id), SEE_OTHER)


@router.post("/tables/{table_id}/lines", include_in_schema=False)
async def say(
    table_id: str,
    desk: AtDesk,
    player: Guest,
    line: Annotated[LineForm, Form()],
) -> Response:
    """Say something at a table, in words of one's own or by a phrase."""
    desk.limits.count_line(player)
    sent = NewLine.model_construct(command=line.command, text=None if line.phrase else line.text, phrase=line.phrase)
    await talk.say(desk.lobby, player, table_id, sent)
    return RedirectResponse(f"{pages.table_url(table_id)}#talk", SEE_OTHER)


@router.get("/tables/{table_id}/record", include_in_schema=False)
async def record(
    table_id: str, desk: AtDesk, player: Looker, match: Annotated[int | None, Query(ge=1, le=MOST_MATCHES)] = None
) -> JSONResponse:
    """Return the record of a match, after its end; by default of the last one."""
    document: dict[str, Any] = await desk.lobby.record(player, table_id, match)
    name = f"attachment; filename=courtly-{document['game']}-{table_id[:8]}.json"
    return JSONResponse(document, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


@router.get("/join/{code}", include_in_schema=False)
@router.get("/watch/{code}", include_in_schema=False)
async def show_invitation(request: Request, code: str, desk: AtDesk, player: Looker) -> Response:
    """Show what a link leads to; previews of links open it too, so it changes nothing."""
    table, role = await _behind(request, desk, code)
    url = request.url.path
    page = pages.invitation_page(table, joins=role == "join", url=url, player=player, reader=desk.reader)
    return render("invitation.html", page, desk.reader.of(table["game"]))


@router.post("/join/{code}", include_in_schema=False)
@router.post("/watch/{code}", include_in_schema=False)
async def accept_invitation(
    request: Request, code: str, desk: AtDesk, player: Guest, name: Annotated[str, Form()] = ""
) -> Response:
    """Sit down, where there is a seat, or look on."""
    desk.limits.count_act(player)
    _, role = await _behind(request, desk, code)
    player = await named(desk, player, forms.read_name(name))
    table, _ = await desk.lobby.show_code(player, code)
    document = await desk.lobby.document(player, table)
    if role == "join" and document["status"] == "waiting" and own_seat(document) is None:
        # Where somebody else was first, the table shows it, and there one can look on.
        with suppress(SeatTaken):
            await desk.lobby.act(player, table, {"command": forms.new_command(), "act": "sit"})
    return RedirectResponse(pages.table_url(table), SEE_OTHER)


async def _behind(request: Request, desk: Desk, code: str) -> tuple[dict[str, Any], str]:
    """Return the table and the role of a code; one of the other role leads nowhere."""
    with desk.limits.guessing(request):
        table, role = await desk.lobby.behind(code)
        if not request.url.path.startswith(f"/{role}/"):
            raise NoSuchTable(said("no table has this code"), given=code, where="code")
    return table, role
