"""The requests of the public interface: each reads what was sent, asks the lobby, and answers in JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Query, Request, Security
from fastapi.responses import JSONResponse, Response
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from courtly.bots import bot_names, level_names
from courtly.engine.contract.game import find_game, game_names
from courtly.engine.contract.options import Option
from courtly.scene.parts import words_of
from courtly.tables.acts import Act
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.tables.people import People, checked_name
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from courtly.web.api import models, talk
from courtly.web.api.models import ActBody, Checked
from courtly.web.drawings import Drawings, Viewer
from courtly.web.errors import ErrorAnswer
from courtly.web.identity import COOKIE, known_player, needed_player
from courtly.web.limits import Limits
from courtly.web.recovery import recovery_link
from courtly.web.switches import switched_off
from courtly.web.text import reader_language

router = APIRouter(prefix="/api", tags=["tables"], strict_content_type=False)
MOST_PAGES = 1_000_000


def the_lobby(request: Request) -> Lobby:
    """Return the tables."""
    lobby: Lobby = request.app.state.lobby
    return lobby


def the_people(request: Request) -> People:
    """Return the players."""
    people: People = request.app.state.people
    return people


def the_limits(request: Request) -> Limits:
    """Return what one person may send."""
    limits: Limits = request.app.state.limits
    return limits


def the_reader(request: Request) -> Reader:
    """Return the reader's language."""
    return Reader(reader_language(request))


async def a_player(
    request: HTTPConnection,
    _token: Annotated[Any, Security(HTTPBearer(auto_error=False, description="The token of a program."))],
    _cookie: Annotated[Any, Security(APIKeyCookie(name=COOKIE, auto_error=False, description="A browser's own."))],
) -> Player:
    """Return who asks; raise `NoToken` for anybody we do not know."""
    return await needed_player(request)


async def anybody(request: HTTPConnection) -> Player | None:
    """Return who asks, None for somebody whom we do not know; raise `NoToken` for a token that is none of ours."""
    return await known_player(request)


APlayer = Annotated[Player, Depends(a_player)]
TheLimits = Annotated[Limits, Depends(the_limits)]
ThePeople = Annotated[People, Depends(the_people)]


@dataclass(frozen=True, slots=True)
class DraftPage:
    """The page that a draft is drawn for: by what, in which language, without what is off, and the version it shows."""

    drawings: Drawings
    lang: str
    off: frozenset[str]
    since: int | None


def the_page(
    request: Request,
    kind: Annotated[Literal["json", "html"], Query(alias="as")] = "json",
    lang: Annotated[str | None, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = None,
    since: Annotated[int | None, Query(alias="from", ge=0, le=2**53)] = None,
) -> DraftPage | None:
    """Return the page that a draft is drawn for, None for a program."""
    if kind == "json":
        return None
    return DraftPage(request.app.state.drawings, lang or reader_language(request), switched_off(request), since)


def who_acts(player: APlayer, limits: TheLimits) -> Player:
    """Return who sends an act; raise `TooMany` for one too many."""
    limits.count_act(player)
    return player


def who_drafts(player: APlayer, limits: TheLimits) -> Player:
    """Return who lays a turn out; raise `TooMany` for one draft too many."""
    limits.count_draft(player)
    return player


def who_talks(player: APlayer, limits: TheLimits) -> Player:
    """Return who sends a line of table talk; raise `TooMany` for one too many."""
    limits.count_line(player)
    return player


def the_guard(request: Request, limits: TheLimits) -> Callable[[Mapping[str, object]], AbstractContextManager[None]]:
    """Return what an act is done within: one that shows a code counts as a guess."""
    return partial(limits.acting, request)


ALobby = Annotated[Lobby, Depends(the_lobby)]
AnActor = Annotated[Player, Depends(who_acts)]
ADrafter = Annotated[Player, Depends(who_drafts)]
ATalker = Annotated[Player, Depends(who_talks)]
Guard = Annotated[Callable[[Mapping[str, object]], AbstractContextManager[None]], Depends(the_guard)]
Anybody = Annotated[Player | None, Depends(anybody)]
ForReader = Annotated[Reader, Depends(the_reader)]


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what an address may answer besides what was asked for, for its description."""
    return {status: {"model": ErrorAnswer} for status in sorted({*statuses, 503})}


READ = refusals(401, 404, 422)
DONE = refusals(400, 401, 403, 404, 409, 413, 422, 429)


@router.get("/games", response_model=models.Games)
async def games(reader: ForReader) -> JSONResponse:
    """Return the games, their options with allowed values and defaults, and the bots on offer."""
    levels = level_names()
    bots = [*levels, *(name for name in bot_names() if name not in levels and name != "ismcts")]
    return JSONResponse({"games": [_game(name, reader.of(name)) for name in game_names()], "bots": bots})


def _game(name: str, reader: Reader) -> dict[str, Any]:
    game = find_game(name)
    options = [
        _option(option, game.rules.options.choices(option.name), reader) for option in game.rules.options.described()
    ]
    return {"name": name, "title": reader.say(words_of(name).title), "version": game.version, "options": options}


def _option(option: Option, choices: list[Any], reader: Reader) -> dict[str, Any]:
    is_number = option.kind == "number"
    return {
        "name": option.name,
        "title": reader.worded(option.told.title),
        "kind": option.kind,
        "values": choices or list(option.values),
        "least": option.least if is_number else None,
        "most": option.most if is_number else None,
        "default": option.default,
        "required": option.required,
    }


@router.post("/players", status_code=201, response_model=models.NewProgram, responses=refusals(400, 403, 413, 422, 429))
async def new_program(
    request: Request, body: Annotated[models.NewPlayer, Body(), Checked], people: ThePeople, limits: TheLimits
) -> JSONResponse:
    """Make an identity for a program; a browser has its cookie instead. The token is told this once."""
    checked_name(body.name)
    limits.count_person(request)
    player, token = await people.program(body.name)
    return JSONResponse({"id": player.id, "name": player.name, "token": token}, 201)


@router.get("/me", response_model=models.Me, responses=refusals(401))
async def me(player: APlayer) -> JSONResponse:
    """Return who asks."""
    kind = "program" if player.is_program else "person"
    mine = {"id": player.id, "name": player.name, "colour": player.colour, "kind": kind}
    return JSONResponse({**mine, "recovery": player.recovery is not None})


@router.post(
    "/me/recovery", status_code=201, response_model=models.RecoveryLink, responses=refusals(401, 403, 413, 422, 429)
)
async def make_recovery(request: Request, player: AnActor, people: ThePeople) -> JSONResponse:
    """Return a link that carries a browser's guest to another device, which is told this once.

    Whoever opens it is asked first. It holds until it is withdrawn, or another is made.
    """
    secret = await people.make_recovery(player)
    return JSONResponse({"link": recovery_link(request, secret)}, 201)


@router.delete("/me/recovery", status_code=204, response_class=Response, responses=refusals(401, 403, 429))
async def withdraw_recovery(player: AnActor, people: ThePeople) -> Response:
    """Let the link hold no longer; devices that it was used on stay as they are."""
    await people.withdraw_recovery(player)
    return Response(status_code=204)


@router.get("/me/export", responses=refusals(401, 403, 429))
async def export(player: AnActor, lobby: ALobby) -> JSONResponse:
    """Return all that is kept of who asks, as `docs/hosting.md` lists it."""
    return JSONResponse(await lobby.history.export(player))


@router.delete("/me", status_code=204, response_class=Response, responses=refusals(401, 403, 429))
async def leave(player: AnActor, lobby: ALobby) -> Response:
    """Delete who asks, at once and for good: bots play on for them, and their token is nobody's."""
    await lobby.leave(player)
    return Response(status_code=204)


@router.get("/me/tables", response_model=models.TableList, responses=refusals(401))
async def my_tables(player: APlayer, lobby: ALobby) -> JSONResponse:
    """Return the asker's tables, the newest first."""
    return JSONResponse({"tables": await lobby.mine(player)})


@router.post("/tables", status_code=201, response_model=models.TableDocument, responses=DONE)
async def open_table(
    body: Annotated[models.TableRequest, Body(), Checked], player: AnActor, lobby: ALobby
) -> JSONResponse:
    """Open a table; its host is answered with its codes."""
    return JSONResponse(await lobby.open(player, body.wanted()), 201)


@router.get("/tables", response_model=models.TableList, responses=refusals(422))
async def listed_tables(lobby: ALobby, page: Annotated[int, Query(ge=0, le=MOST_PAGES)] = 0) -> JSONResponse:
    """Return the listed tables that wait or are played, 50 a page."""
    return JSONResponse({"tables": await lobby.listed(page=page)})


@router.post("/codes", response_model=models.CodeAnswer, responses=DONE)
async def show_code(
    request: Request,
    body: Annotated[models.CodeShown, Body(), Checked],
    player: APlayer,
    lobby: ALobby,
    limits: TheLimits,
) -> JSONResponse:
    """Return the table of a code; whoever has shown it may see that table from then on."""
    with limits.guessing(request):
        table, role = await lobby.show_code(player, body.code)
    return JSONResponse({"table": table, "role": role})


@router.get("/tables/{table}", response_model=models.TableDocument, responses=READ)
async def one_table(
    table: str, player: Anybody, lobby: ALobby, since: Annotated[int | None, Query(ge=0, le=2**53)] = None
) -> JSONResponse:
    """Return a table for the asker; with `since` its entries from that number on, 200 at most."""
    return JSONResponse(await lobby.document(player, table, since=since))


@router.post("/tables/{table}/acts", response_model=models.ActAnswer, responses=DONE)
async def act(
    table: str, body: Annotated[ActBody, Body()], player: AnActor, lobby: ALobby, within_limits: Guard
) -> JSONResponse:
    """Do something at a table, and answer once it is durable; sent again, it is answered the same and done once."""
    assert isinstance(body, Act)
    sent = body.model_dump(exclude_unset=True)
    with within_limits(sent):
        answer = await lobby.act(player, table, sent)
    return JSONResponse(answer.as_dict())


@router.post("/tables/{table}/draft", response_model=models.DraftAnswer | models.DrawnDraft, responses=DONE)
async def draft(
    table: str,
    body: Annotated[models.DraftRequest, Body(), Checked],
    player: ADrafter,
    lobby: ALobby,
    page: Annotated[DraftPage | None, Depends(the_page)],
) -> JSONResponse:
    """Return what would be open after moves of one's own, by what one knows alone; nothing changes.

    With `as=html` it is what a page shows of it, in the language `lang`, as far as it differs from version `from`.
    """
    if page is None:
        return JSONResponse(await lobby.draft(player, table, body.model_dump()))
    laid_out = await lobby.lay_out(player, table, body.model_dump())
    return JSONResponse(await page.drawings.draft(Viewer(player, page.lang, page.off), laid_out, since=page.since))


@router.post("/tables/{table}/hint", response_model=models.HintAnswer, responses=DONE)
async def hint(table: str, player: APlayer, lobby: ALobby, reader: ForReader) -> JSONResponse:
    """Return advice for the seat that decides."""
    found = await lobby.hint(player, table, lang=reader.lang)
    return JSONResponse({"move": found.choice.move, "lines": list(found.lines)})


@router.get("/tables/{table}/notes", response_model=models.Notes, responses=READ)
async def notes(table: str, player: APlayer, lobby: ALobby) -> JSONResponse:
    """Return one's own marks at a table, which nobody else sees."""
    return JSONResponse({"text": await lobby.note(player, table)})


@router.put("/tables/{table}/notes", response_model=models.Notes, responses=DONE)
async def put_notes(
    table: str, body: Annotated[models.Notes, Body(), Checked], player: APlayer, lobby: ALobby
) -> JSONResponse:
    """Keep one's own marks at a table, in place of those before."""
    return JSONResponse({"text": await lobby.note(player, table, body.text)})


@router.get("/tables/{table}/record", responses={**READ, **refusals(409)})
async def record(
    table: str, player: Anybody, lobby: ALobby, match: Annotated[int | None, Query(ge=1, le=2**53)] = None
) -> JSONResponse:
    """Return the record of a match that is over, by default the last one."""
    return JSONResponse(await lobby.record(player, table, match))


@router.get("/tables/{table}/lines", response_model=models.LineList, responses=READ)
async def lines(
    table: str, player: Anybody, lobby: ALobby, reader: ForReader, since: Annotated[int, Query(ge=0, le=2**53)] = 0
) -> JSONResponse:
    """Return the table talk from a number on."""
    found = await lobby.lines(player, table, since=since)
    return JSONResponse({"lines": [talk.worded_line(line, reader) for line in found]})


@router.post("/tables/{table}/lines", response_model=models.LineDocument, responses=DONE)
async def say(
    table: str, body: Annotated[models.NewLine, Body(), Checked], player: ATalker, lobby: ALobby, reader: ForReader
) -> JSONResponse:
    """Add a line of table talk; sent again, it is there once."""
    kept = await talk.say(lobby, player, table, body)
    line, *_ = await lobby.lines(player, table, since=kept.number)
    return JSONResponse(talk.worded_line(line, reader))
