"""The requests for events: open, register, start, standings, and the results of a round."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from courtly.engine.sentences import said
from courtly.tables.event_rules.scoring import Kind, margin
from courtly.tables.event_rules.terms import EventPace, NewEvent
from courtly.tables.events.service import Events, EventView
from courtly.tables.lobby import Lobby
from courtly.tables.store.events import EventStatus, EventTable
from courtly.web.api.models import Checked
from courtly.web.api.routes import (
    READ_ERRORS,
    WRITE_ERRORS,
    ActingPlayer,
    LimitsDep,
    LobbyDep,
    OptionalPlayer,
)
from courtly.web.errors import NoSuchPage

router = APIRouter(prefix="/api", tags=["tables"], strict_content_type=False)


class EventCode(BaseModel):
    """The code of an event; its page is `/events/<code>`."""

    code: str


class EventEntrant(BaseModel):
    """A player or a bot of an event. `bot` is its level, null for a person."""

    number: int
    name: str
    bot: str | None
    is_active: bool


class EventStanding(BaseModel):
    """The place of an entrant. `margin` is the sum of the leads, `rounds` the number of rounds played in person."""

    entrant: int
    place: int
    points: int
    most: int
    margin: int
    rounds: int


class EventTableDocument(BaseModel):
    """A table of the present round: the entrants by seat, and whether its match is over."""

    number: int
    entrants: list[int]
    is_over: bool


class EventPageDocument(BaseModel):
    """An event as the caller may see it. `round` is 0 before the first round; standings count rounds that are over."""

    code: str
    name: str
    game: str
    kind: Kind
    status: Annotated[
        EventStatus, Field(description="`open`: registration; `pause`: between two rounds; then `playing` or `over`.")
    ]
    tables: int
    seats: int
    rounds: int
    pace: EventPace
    level: str
    round: int
    rounds_over: int
    is_host: bool
    you: Annotated[int | None, Field(description="The number of the caller as an entrant.")]
    table: Annotated[str | None, Field(description="The caller's table in a round that is being played.")]
    places_left: Annotated[int, Field(description="The places that a player can still take.")]
    entrants: list[EventEntrant]
    present: list[EventTableDocument]
    standings: list[EventStanding]


class EventResult(BaseModel):
    """The result of an entrant at a table. `points` is null without a result."""

    entrant: int
    score: int | None
    lead: int | None
    points: int | None
    substituted: Annotated[bool, Field(description="Whether a stand-in has moved: then the points are 0.")]


class EventTableResults(BaseModel):
    """The results of a table, by seat. Its record is `GET /api/tables/<table>/record?match=1`."""

    number: int
    table: str
    results: list[EventResult]


class EventRoundResults(BaseModel):
    """The results of a round that is over."""

    round: int
    tables: list[EventTableResults]


@router.post("/events", response_model=EventCode, responses=WRITE_ERRORS)
async def open_event(body: Annotated[NewEvent, Body(), Checked], player: ActingPlayer, lobby: LobbyDep) -> Any:
    """Open an event. The caller is its host, and may register, too."""
    code = await events_of(lobby).open(player, body)
    return JSONResponse({"code": code})


async def seen_event(
    request: Request, code: str, player: OptionalPlayer, lobby: LobbyDep, limits: LimitsDep
) -> EventView:
    """Return the event of a code as the caller may see it, and count a wrong code."""
    with limits.count_wrong_codes(request):
        return await events_of(lobby).view(player, code)


SeenEvent = Annotated[EventView, Depends(seen_event)]


@router.get("/events/{code}", response_model=EventPageDocument, responses=READ_ERRORS)
async def event(view: SeenEvent) -> Any:
    """Return an event."""
    return JSONResponse(serialize_event(view))


@router.post("/events/{code}/join", response_model=EventPageDocument, responses=WRITE_ERRORS)
async def join_event(request: Request, code: str, player: ActingPlayer, lobby: LobbyDep, limits: LimitsDep) -> Any:
    """Register the caller. After the start, the caller takes over the place of a bot. Programs are refused."""
    with limits.count_wrong_codes(request):
        await events_of(lobby).join(player, code)
    return JSONResponse(serialize_event(await events_of(lobby).view(player, code)))


@router.post("/events/{code}/leave", response_model=EventPageDocument, responses=WRITE_ERRORS)
async def leave_event(request: Request, code: str, player: ActingPlayer, lobby: LobbyDep, limits: LimitsDep) -> Any:
    """Remove the caller. After the start, a bot takes over the place, from the next round on."""
    with limits.count_wrong_codes(request):
        await events_of(lobby).leave(player, code)
    return JSONResponse(serialize_event(await events_of(lobby).view(player, code)))


@router.post("/events/{code}/start", response_model=EventPageDocument, responses=WRITE_ERRORS)
async def start_event(request: Request, code: str, player: ActingPlayer, lobby: LobbyDep, limits: LimitsDep) -> Any:
    """Begin the rounds. Only the host may do this."""
    with limits.count_wrong_codes(request):
        await events_of(lobby).start(player, code)
    return JSONResponse(serialize_event(await events_of(lobby).view(player, code)))


@router.get("/events/{code}/deals/{number}", response_model=EventRoundResults, responses=READ_ERRORS)
async def event_results(view: SeenEvent, number: int) -> Any:
    """Return the results of a round that is over."""
    tables = round_of(view, number)
    return JSONResponse({"round": number, "tables": [_serialize_table(view, at) for at in tables]})


def events_of(lobby: Lobby) -> Events:
    """Return the service of events; raise `NoSuchPage` if this server has none."""
    if lobby.events is None:
        raise NoSuchPage(said("this server has no events"), where="address")
    return lobby.events


def round_of(view: EventView, number: int) -> list[EventTable]:
    """Return the tables of a round that is over; raise `NoSuchPage` for any other round."""
    if not 1 <= number <= len(view.points):
        message = said("there are no results of round {number}", number=number)
        raise NoSuchPage(message, given=str(number), where="round", allowed=said("a round that is over"))
    return [at for at in view.tables if at.round == number]


def serialize_event(view: EventView) -> dict[str, Any]:
    """Return an event for output."""
    own_table = view.own_table
    return {
        "code": view.code,
        **view.terms.model_dump(),
        "status": view.event.status,
        "round": view.event.round,
        "rounds_over": len(view.points),
        "is_host": view.is_host,
        "you": None if view.own is None else view.own.number,
        "table": None if own_table is None else own_table.table,
        "places_left": view.places_left,
        "entrants": [
            {"number": each.number, "name": each.name, "bot": each.bot, "is_active": each.is_active}
            for each in view.entrants
        ],
        "present": [
            {"number": at.number, "entrants": list(at.seats), "is_over": at.number in view.over} for at in view.present
        ],
        "standings": [{name: getattr(each, name) for name in EventStanding.model_fields} for each in view.standings],
    }


def _serialize_table(view: EventView, at: EventTable) -> dict[str, Any]:
    points = {each.entrant: each.points for each in view.points[at.round - 1]}
    scores, substituted = (at.result.scores, at.result.substituted) if at.result else (None, frozenset())
    results = [
        {
            "entrant": entrant,
            "score": None if scores is None else scores[seat],
            "lead": None if scores is None else margin(scores, seat),
            "points": points.get(entrant),
            "substituted": seat in substituted,
        }
        for seat, entrant in enumerate(at.seats)
    ]
    return {"number": at.number, "table": at.table, "results": results}
