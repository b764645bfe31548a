"""The routes of tables: opening a table, its invitation links, its page, and its forms."""

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
from courtly.tables.acts import COMMAND, MAX_MOVES
from courtly.tables.document import TableLine
from courtly.tables.errors import BadSeats, NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.refusals import BadName, DealInPlay, DealOpen, SeatTaken, TooMany
from courtly.tables.table_views import TableView
from courtly.text.locales import Locale
from courtly.web import blocks, devices, forms, pages, quick, ratings, table_pages, waiting_pages
from courtly.web.acting import Fields, act_of
from courtly.web.api import talk
from courtly.web.api.models import NewLine
from courtly.web.contexts.table import FinalPage, MatchPage, WaitingRoom
from courtly.web.errors import BadForm, retry_headers, status_of, wants_json
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, Context, Guest, RequestContext, Viewer, VisitorRoute, remember

router = APIRouter(route_class=VisitorRoute)
MOVED = 308
MAX_MATCHES = 1_000_000
MAX_FILES, MAX_FIELDS = 8, 64
"""Maximum number of fields in a form; no game's form has that many."""
SHOWN_AGAIN = (BadOption, BadSeats, BadForm, BadName, UnknownBot, TooMany)
"""Errors that the viewer can correct in the form of a new table."""


TablePage = WaitingRoom | MatchPage | FinalPage


class LineForm(BaseModel):
    """The form of a line of table talk."""

    command: str = Field(pattern=rf"^{COMMAND.pattern}$")
    text: str = ""
    phrase: str | None = None


@router.get("/matches/{rest:path}", include_in_schema=False)
async def show_moved(rest: str) -> Response:
    """Redirect an old address to the present address of tables."""
    return RedirectResponse(f"/tables/{rest}", MOVED)


@router.post("/tables", include_in_schema=False)
async def open_table(request: Request, context: Context, player: Guest) -> Response:
    """Open a table and redirect its host there; if the form has an error, show it again."""
    async with request.form(max_files=MAX_FILES, max_fields=MAX_FIELDS) as form:
        fields = await forms.form_texts(form)
    fields["command"] = fields.get("command") or forms.new_command()
    try:
        context.limits.count_act(player)
        # Parsing a card set or a list of regions takes a while.
        wanted = await context.runtime.read(lambda: forms.read_new_table(fields))
        player = await named(context, player, wanted.name)
        with context.limits.options(context.caller(player), wanted.table.options):
            table = await context.lobby.opener.open(player, wanted.table)
    except SHOWN_AGAIN as error:
        if wants_json(request):
            raise
        page = ratings.with_choice(pages.new_page(ratings.with_levels(fields), context.locale, problem=error), context)
        answer = render("new.html", page, context.locale.of(page.game), status=status_of(error))
        answer.headers.update(retry_headers(request, error))
        return answer
    response = RedirectResponse(pages.table_url(table), SEE_OTHER)
    if wanted.is_for_one:
        await get_ready(context, player, table, wanted.table.command)
        remember(request, response, quick.CHOICE_COOKIE, quick.kept_choice(fields))
    return response


async def named(context: RequestContext, player: Player, name: str) -> Player:
    """Return the player, renamed if the form gives another name."""
    return await context.lobby.people.rename(player, name) if name and name != player.name else player


async def get_ready(context: RequestContext, player: Player, table: str, command: str) -> None:
    """Mark a player as ready. The player's shuffle seed is derived from the random id of the form."""
    body = {"command": f"{command[:58]}-ready", "act": "ready", "word": command[:16]}
    await context.lobby.play.act(player, table, body)


@router.get("/tables/{table_id}", include_in_schema=False)
async def show_table(table_id: str, context: Context, player: Viewer) -> Response:
    """Show a table: its waiting room, the running match, or the result."""
    return await _render_table(context, player, table_id)


async def _render_table(
    context: RequestContext, player: Player | None, table: str, *, hint: Hint | None = None, laid: Sequence[str] = ()
) -> Response:
    """Show a table as it is now, or after the draft `laid`.

    A viewer without a live connection counts as present for a while afterwards.
    """
    if player is not None:
        # Done before rendering, so that the page shows its own viewer as present.
        await context.lobby.subscriptions.visit(player, table, table_pages.SLACK)
    table_view = await context.lobby.views.table_view(player, table)
    if laid and player is not None:
        draft = {"match": table_view.table.match, "turn": table_view.table.turn, "moves": laid}
        table_view = (await context.lobby.drafts.draft(player, table, draft, address=context.address)).table_view
    page, response = await _rendered_page(context, player, table_view, hint=hint)
    if player is not None:
        await context.lobby.subscriptions.visit(player, table, table_pages.here_for(page.frame))
    return response


async def _rendered_page(
    context: RequestContext, player: Player | None, table_view: TableView, *, hint: Hint | None = None
) -> tuple[TablePage, Response]:
    """Return a table's page, and its response. It is rendered in the viewer's turn, like the states of live pages."""
    lines: list[dict[str, Any]] = []
    # A viewer who plays the deal of an earlier match elsewhere may see the page of the rematch, but not the table talk.
    with suppress(DealInPlay, DealOpen):
        lines = await context.lobby.talk.lines(player, table_view.table.id)

    def drawn() -> tuple[TablePage, Response]:
        template, page = _page(context, table_view, lines, hint)
        page = blocks.with_people(page, context.lobby)
        return page, _rendered(template, page, context.locale.of(table_view.table.game))

    if table_view.match is not None and table_view.match.is_over:
        # The page has the log of the whole match, so rendering it may take long.
        return await context.replay(player, drawn)
    async with context.turn(player):
        return drawn()


def _page(
    context: RequestContext, table_view: TableView, lines: list[dict[str, Any]], hint: Hint | None
) -> tuple[str, TablePage]:
    """Return the template and the context of a table's page."""
    off = context.off
    if table_view.match is None:
        room = waiting_pages.waiting_room(table_view, context.locale, off, talk=lines, site=context.site)
        is_wanted = room.you is not None and table_view.table.has_days
        return "waiting.html", devices.with_offer(room, context, is_wanted=is_wanted)
    if table_view.match.is_over and not table_view.match.is_stopped:
        final = table_pages.final_page(table_view, context.locale, off, talk=lines)
        return final.template, final
    page = (
        table_pages.hint_page(table_view, context.locale, off, hint, lines)
        if hint
        else table_pages.match_page(table_view, context.locale, off, talk=lines)
    )
    return page.template, page


def _rendered(template: str, page: TablePage, locale: Locale) -> Response:
    return render(template, page, locale)


@router.get("/tables/{table_id}/matches/{match}", include_in_schema=False)
async def show_match(table_id: str, match: int, context: Context, player: Viewer) -> Response:
    """Show a finished match of a table; redirect to the table if the match is still running."""
    table_view = await context.lobby.views.table_view(player, table_id, match)
    if table_view.match is not None and not table_view.match.is_over:
        return RedirectResponse(pages.table_url(table_id), SEE_OTHER)
    return (await _rendered_page(context, player, table_view))[1]


@router.get("/tables/{table_id}/hint", include_in_schema=False)
async def show_hint(
    request: Request,
    table_id: str,
    context: Context,
    player: Guest,
    laid: Annotated[list[str], Query(default_factory=list, max_length=MAX_MOVES)],
) -> Response:
    """Show the table with a hint for the deciding player; the match does not change.

    A script that asks for a hint after a draft takes only the hint out of this page.
    """
    context.limits.count_draft(request, player)
    hint = await context.lobby.drafts.hint(
        player, table_id, lang=context.locale.lang, laid=laid, address=context.address
    )
    return await _render_table(context, player, table_id, hint=hint, laid=laid)


@router.post("/tables/{table_id}/acts", include_in_schema=False)
async def act(request: Request, table_id: str, context: Context, player: Guest) -> Response:
    """Do the act of a form at a table, and redirect back there."""
    context.limits.count_act(player)
    body = act_of(await _fields(request))
    with context.limits.acting(request, player, body):
        answer = await context.lobby.play.act(player, table_id, body)
    if answer.entries[0]["act"] == "again":
        # A player who asks for a rematch is ready for it. A player who agrees to one sends the same act.
        await get_ready(context, player, table_id, forms.command_of({"again": str(body["command"])}))
    return RedirectResponse(pages.table_url(table_id), SEE_OTHER)


async def _fields(request: Request) -> Fields:
    """Return the fields of a table's form, which has no files."""
    async with request.form(max_files=0, max_fields=MAX_FIELDS) as form:
        return {name: [text for text in form.getlist(name) if isinstance(text, str)] for name in form}


@router.get("/tables/{table_id}/options", include_in_schema=False)
async def show_options(table_id: str, context: Context, player: Viewer) -> Response:
    """Show the form that changes the options."""
    table_view = await context.lobby.views.table_view(player, table_id)
    return render(
        "options.html",
        waiting_pages.options_page(table_view, context.locale),
        context.locale.of(table_view.table.game),
    )


@router.post("/tables/{table_id}/options", include_in_schema=False)
async def change_options(request: Request, table_id: str, context: Context, player: Guest) -> Response:
    """Change the options; if the form has an error, show it again."""
    context.limits.count_act(player)
    async with request.form(max_files=MAX_FILES, max_fields=MAX_FIELDS) as form:
        fields = await forms.form_texts(form)
    command = fields.pop("command", "")
    table_view = await context.lobby.views.table_view(player, table_id)
    game = find_game(table_view.table.game)
    try:
        options = await context.runtime.read(lambda: forms.read_options_of(game, fields))
        body = {"command": command, "act": "change", "options": options.given()}
        await context.lobby.play.act(player, table_id, body)
    except BadOption as error:
        if wants_json(request):
            raise
        page = waiting_pages.options_page(table_view, context.locale, chosen=fields, problem=error)
        return render("options.html", page, context.locale.of(game.name), status=status_of(error))
    return RedirectResponse(pages.table_url(table_id), SEE_OTHER)


@router.post("/tables/{table_id}/lines", include_in_schema=False)
async def say(
    table_id: str,
    context: Context,
    player: Guest,
    line: Annotated[LineForm, Form()],
) -> Response:
    """Add a line of table talk, as text or as a phrase."""
    context.limits.count_line(player)
    sent = NewLine.model_construct(command=line.command, text=None if line.phrase else line.text, phrase=line.phrase)
    await talk.say(context.lobby.talk, player, table_id, sent)
    return RedirectResponse(f"{pages.table_url(table_id)}#talk", SEE_OTHER)


@router.get("/tables/{table_id}/record", include_in_schema=False)
async def record(
    table_id: str, context: Context, player: Viewer, match: Annotated[int | None, Query(ge=1, le=MAX_MATCHES)] = None
) -> JSONResponse:
    """Return the record of a finished match, by default the last one."""
    document: dict[str, Any] = await context.lobby.finished.record(player, table_id, match)
    name = f"attachment; filename=courtly-{document['game']}-{table_id[:8]}.json"
    return JSONResponse(document, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


@router.get("/join/{code}", include_in_schema=False)
@router.get("/watch/{code}", include_in_schema=False)
async def show_invitation(request: Request, code: str, context: Context, player: Viewer) -> Response:
    """Show the page of an invitation link. Link previews open it too, so it changes nothing."""
    table, role = await _table_of_code(request, context, code, player)
    url = request.url.path
    page = pages.invitation_page(table, joins=role == "join", url=url, player=player, locale=context.locale)
    title = context.locale.say("{title}: {value}", title=page.frame.title, value=page.title)
    page = pages.with_preview(page, title, context.site, context.locale, is_private=True)
    return render("invitation.html", page, context.locale.of(table.game))


@router.post("/join/{code}", include_in_schema=False)
@router.post("/watch/{code}", include_in_schema=False)
async def accept_invitation(request: Request, code: str, context: Context, player: Guest) -> Response:
    """Take the seat or the place as spectator that an invitation link offers."""
    context.limits.count_act(player)
    fields = await _fields(request)
    _, role = await _table_of_code(request, context, code, player)
    player = await named(context, player, forms.read_name("".join(fields.get("name", []))))
    table, _ = await context.lobby.access.show_code(player, code)
    document = await context.lobby.views.document(player, table)
    if role == "join" and document.status == "waiting" and document.own_seat is None and "watches" not in fields:
        try:
            await context.lobby.play.act(player, table, {"command": forms.new_command(), "act": "sit"})
        except SeatTaken:
            # Another player has taken the last seat. The invitation says so, and offers to watch.
            return RedirectResponse(request.url.path, SEE_OTHER)
    return RedirectResponse(pages.table_url(table), SEE_OTHER)


async def _table_of_code(
    request: Request, context: RequestContext, code: str, player: Player | None
) -> tuple[TableLine, str]:
    """Return the table of a code and the code's role; raise `NoSuchTable` if the address names the other role."""
    with context.limits.count_wrong_codes(request):
        table, role = await context.lobby.access.line_of_code(code, player)
        if not request.url.path.startswith(f"/{role}/"):
            raise NoSuchTable(said("no table has this code"), given=code, where="code")
    return table, role
