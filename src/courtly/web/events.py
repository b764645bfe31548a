"""The pages and the forms of events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field, ValidationError

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.tables.acts import COMMAND
from courtly.tables.event_rules.scoring import Kind
from courtly.tables.event_rules.terms import MAX_ROUNDS, MAX_TABLES, TITLE_LENGTH, EventPace, NewEvent
from courtly.tables.events.service import EventView
from courtly.tables.journal import Player
from courtly.web import event_pages, forms
from courtly.web.api.events import events_of, round_of
from courtly.web.contexts.events import EventsPage
from courtly.web.contexts.setup import EventLine
from courtly.web.errors import BadForm, retry_headers, status_of, wants_json
from courtly.web.event_links import event_url
from courtly.web.render import render
from courtly.web.table_routes import MAX_FIELDS, MAX_FILES, SHOWN_AGAIN, named
from courtly.web.visitors import SEE_OTHER, Context, Guest, RequestContext, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)
MAX_LINES = 3
"""Maximum number of events on the page of tables."""


class EventFields(BaseModel):
    """The form that opens an event. `name` is the name of the host."""

    command: str = Field(pattern=rf"^{COMMAND.pattern}$")
    title: Annotated[str, Field(max_length=10 * TITLE_LENGTH)] = ""
    name: str = ""
    game: str
    kind: Kind = "duplicate"
    tables: Annotated[int, Field(ge=1, le=MAX_TABLES)] = 2
    seats: Annotated[int, Field(ge=2, le=16)]
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = 4
    pace: EventPace = "quick"
    level: str = "courtier"


@router.get("/events", include_in_schema=False)
async def show_events(request: Request, context: Context, player: Viewer) -> Response:
    """Show the viewer's events, and the form that opens one, filled in with the fields of the address."""
    return render("events.html", await _events_page(context, player, request.query_params), context.locale)


async def _events_page(
    context: RequestContext, player: Player | None, fields: Mapping[str, str], problem: CourtlyError | None = None
) -> EventsPage:
    service = events_of(context.lobby)
    mine = await service.of_player(player) if player else []
    return event_pages.events_page(fields, mine, context.locale, player=player, problem=problem)


async def lines_of(context: RequestContext, player: Player | None) -> list[EventLine]:
    """Return the newest events of a player that are not over."""
    if (service := context.lobby.events) is None or player is None:
        return []
    codes = [code for event, code in await service.of_player(player) if event.status != "over"]
    return [event_pages.own_line(await service.view(player, code), context.locale) for code in codes[:MAX_LINES]]


@router.post("/events", include_in_schema=False)
async def open_event(request: Request, context: Context, player: Guest) -> Response:
    """Open an event, and show its page; if the form has an error, show it again."""
    async with request.form(max_files=MAX_FILES, max_fields=MAX_FIELDS) as form:
        fields = await forms.form_texts(form)
    try:
        context.limits.count_act(player)
        read = _read(fields)
        command = forms.command_of({name: str(value) for name, value in read.model_dump().items()})
        terms = read.model_dump(exclude={"title", "name", "command"})
        wanted = NewEvent(command=command, name=" ".join(read.title.split()), **terms)
        host = await named(context, player, forms.read_name(read.name))
        code = await events_of(context.lobby).open(host, wanted)
    except SHOWN_AGAIN as error:
        if wants_json(request):
            raise
        page = await _events_page(context, player, fields, error)
        answer = render("events.html", page, context.locale, status=status_of(error))
        answer.headers.update(retry_headers(request, error))
        return answer
    return RedirectResponse(event_url(code), SEE_OTHER)


def _read(fields: Mapping[str, str]) -> EventFields:
    """Return the fields of the form; raise `BadForm` for the first that is missing or invalid."""
    try:
        return EventFields.model_validate(fields)
    except ValidationError as error:
        problem = error.errors()[0]
        where = str(problem["loc"][-1])
        message = said("field {field} cannot be read", field=where)
        raise BadForm(message, given=fields.get(where), where=where, allowed=problem["msg"]) from None


@router.get("/events/{code}", include_in_schema=False)
async def show_event(request: Request, code: str, context: Context, player: Viewer) -> Response:
    """Show an event."""
    view = await _view(request, context, player, code)
    page = event_pages.event_page(view, context.locale, player=player, site=context.site)
    return render("event.html", page, context.locale)


@router.post("/events/{code}/join", include_in_schema=False)
async def join_event(
    request: Request, code: str, context: Context, player: Guest, name: Annotated[str, Form()] = ""
) -> Response:
    """Register the player for an event."""
    context.limits.count_act(player)
    with context.limits.count_wrong_codes(request):
        await events_of(context.lobby).join(await named(context, player, forms.read_name(name)), code)
    return RedirectResponse(event_url(code), SEE_OTHER)


@router.post("/events/{code}/leave", include_in_schema=False)
async def leave_event(request: Request, code: str, context: Context, player: Guest) -> Response:
    """Remove the player from an event."""
    context.limits.count_act(player)
    with context.limits.count_wrong_codes(request):
        await events_of(context.lobby).leave(player, code)
    return RedirectResponse(event_url(code), SEE_OTHER)


@router.post("/events/{code}/start", include_in_schema=False)
async def start_event(request: Request, code: str, context: Context, player: Guest) -> Response:
    """Begin the rounds of an event."""
    context.limits.count_act(player)
    with context.limits.count_wrong_codes(request):
        await events_of(context.lobby).start(player, code)
    return RedirectResponse(event_url(code), SEE_OTHER)


@router.get("/events/{code}/deals/{number}", include_in_schema=False)
async def show_results(request: Request, code: str, number: int, context: Context, player: Viewer) -> Response:
    """Show the results of a round that is over."""
    view = await _view(request, context, player, code)
    found = [(at, await context.lobby.finished.stored_review(at.table, 1)) for at in round_of(view, number)]
    reviews = {at.table: review for at, review in found if review is not None}
    page = event_pages.deal_page(view, number, reviews, context.locale)
    return render("event_deal.html", page, context.locale)


async def _view(request: Request, context: RequestContext, player: Player | None, code: str) -> EventView:
    with context.limits.count_wrong_codes(request):
        return await events_of(context.lobby).view(player, code)
