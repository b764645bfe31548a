"""The requests of the public interface. Each parses its input, calls a service of the tables, and answers in JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
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
from courtly.tables.errors import NoSuchTable
from courtly.tables.fair_queue import Caller
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.tables.people import checked_name
from courtly.text.languages import CODES
from courtly.text.locales import Locale
from courtly.web.api import models, talk
from courtly.web.api.models import ActBody, Checked
from courtly.web.errors import ErrorAnswer
from courtly.web.identity import COOKIE, find_player, require_player
from courtly.web.limits import Limits, caller_of
from courtly.web.recovery import recovery_link
from courtly.web.renderer import PageViewer, Renderer
from courtly.web.services import services_of
from courtly.web.switches import switched_off
from courtly.web.text import request_language

# FastAPI would run dependencies that are not async in threads, which takes far longer than the dependencies do.
router = APIRouter(prefix="/api", tags=["tables"], strict_content_type=False)
MAX_PAGES = 1_000_000


async def get_lobby(request: Request) -> Lobby:
    """Return the services of the tables."""
    return services_of(request).lobby


async def get_limits(request: Request) -> Limits:
    """Return the rate limits."""
    return services_of(request).limits


async def request_locale(request: Request) -> Locale:
    """Return the locale of a request."""
    return Locale(request_language(request))


async def current_player(
    request: HTTPConnection,
    _token: Annotated[Any, Security(HTTPBearer(auto_error=False, description="The token of a program."))],
    _cookie: Annotated[Any, Security(APIKeyCookie(name=COOKIE, auto_error=False, description="A browser's own."))],
) -> Player:
    """Return the player who sends a request; raise `NoToken` for an unknown one."""
    return await require_player(request)


async def optional_player(request: HTTPConnection) -> Player | None:
    """Return the player who sends a request, or None if unknown; raise `NoToken` for an invalid token."""
    return await find_player(request)


CurrentPlayer = Annotated[Player, Depends(current_player)]
LimitsDep = Annotated[Limits, Depends(get_limits)]


@dataclass(frozen=True, slots=True)
class DraftPage:
    """The page that shows a draft: its renderer, language and switched-off parts, and the table version on the page."""

    renderer: Renderer
    lang: str
    off: frozenset[str]
    since: int | None


async def get_page(
    request: Request,
    kind: Annotated[Literal["json", "html"], Query(alias="as")] = "json",
    lang: Annotated[str | None, Query(pattern=f"^({CODES})$")] = None,
    since: Annotated[int | None, Query(alias="from", ge=0, le=2**53)] = None,
) -> DraftPage | None:
    """Return the page that shows a draft, or None for a program."""
    if kind == "json":
        return None
    return DraftPage(services_of(request).renderer, lang or request_language(request), switched_off(request), since)


async def who_acts(player: CurrentPlayer, limits: LimitsDep) -> Player:
    """Return the player who sends an act; raise `TooMany` above the rate limit."""
    limits.count_act(player)
    return player


@dataclass(frozen=True, slots=True)
class Drafter:
    """The sender of a draft or of a request for a hint, as a player and as a caller of fair queues."""

    player: Player
    caller: Caller


async def who_drafts(request: Request, player: CurrentPlayer, limits: LimitsDep) -> Drafter:
    """Return the sender of a draft or of a request for a hint; raise `TooMany` above a rate limit."""
    limits.count_draft(request, player)
    return Drafter(player, caller_of(request, player))


async def who_talks(player: CurrentPlayer, limits: LimitsDep) -> Player:
    """Return the player who sends a line of table talk; raise `TooMany` above the rate limit."""
    limits.count_line(player)
    return player


async def get_guard(
    request: Request, player: CurrentPlayer, limits: LimitsDep
) -> Callable[[Mapping[str, object]], AbstractContextManager[None]]:
    """Return a function that makes the context manager for an act; it counts wrong codes and large options in acts."""
    return partial(limits.acting, request, player)


LobbyDep = Annotated[Lobby, Depends(get_lobby)]
ActingPlayer = Annotated[Player, Depends(who_acts)]
DraftSender = Annotated[Drafter, Depends(who_drafts)]
TalkingPlayer = Annotated[Player, Depends(who_talks)]
Guard = Annotated[Callable[[Mapping[str, object]], AbstractContextManager[None]], Depends(get_guard)]
OptionalPlayer = Annotated[Player | None, Depends(optional_player)]
RequestLocale = Annotated[Locale, Depends(request_locale)]


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the error answers of a route, for its OpenAPI description."""
    return {status: {"model": ErrorAnswer} for status in sorted({*statuses, 503})}


READ_ERRORS = error_responses(401, 404, 422)
WRITE_ERRORS = error_responses(400, 401, 403, 404, 409, 413, 422, 429)


@router.get("/games", response_model=models.Games)
async def games(locale: RequestLocale) -> JSONResponse:
    """Return the games, their options with allowed values and defaults, and the available bots."""
    levels = level_names()
    bots = [*levels, *(name for name in bot_names() if name not in levels and name != "ismcts")]
    return JSONResponse({"games": [_game(name, locale.of(name)) for name in game_names()], "bots": bots})


def _game(name: str, locale: Locale) -> dict[str, Any]:
    game = find_game(name)
    options = [
        _option(option, game.rules.options.choices(option.name), locale) for option in game.rules.options.described()
    ]
    return {"name": name, "title": locale.say(words_of(name).title), "version": game.version, "options": options}


def _option(option: Option, choices: list[Any], locale: Locale) -> dict[str, Any]:
    is_number = option.kind == "number"
    return {
        "name": option.name,
        "title": locale.worded(option.description.title),
        "kind": option.kind,
        "values": choices or list(option.values),
        "least": option.least if is_number else None,
        "most": option.most if is_number else None,
        "default": option.default,
        "required": option.required,
    }


@router.post(
    "/players", status_code=201, response_model=models.NewProgram, responses=error_responses(400, 403, 413, 422, 429)
)
async def new_program(
    request: Request, body: Annotated[models.NewPlayer, Body(), Checked], lobby: LobbyDep, limits: LimitsDep
) -> JSONResponse:
    """Create an identity for a program. Browsers use a cookie instead. The token is returned only once."""
    checked_name(body.name)
    limits.count_person(request)
    player, token = await lobby.people.program(body.name)
    return JSONResponse({"id": player.id, "name": player.name, "token": token}, 201)


@router.get("/me", response_model=models.Me, responses=error_responses(401))
async def me(player: CurrentPlayer) -> JSONResponse:
    """Return the identity of the caller."""
    kind = "program" if player.is_program else "person"
    mine = {"id": player.id, "name": player.name, "colour": player.colour, "kind": kind}
    return JSONResponse({**mine, "recovery": player.recovery is not None})


@router.post(
    "/me/recovery",
    status_code=201,
    response_model=models.RecoveryLink,
    responses=error_responses(401, 403, 413, 422, 429),
)
async def make_recovery(request: Request, player: ActingPlayer, lobby: LobbyDep) -> JSONResponse:
    """Return a link that moves a browser's guest to another device. The link is returned only once.

    The other device asks for confirmation first. The link is valid until it is withdrawn or another one is made.
    """
    secret = await lobby.people.make_recovery(player)
    return JSONResponse({"link": recovery_link(request, secret)}, 201)


@router.delete("/me/recovery", status_code=204, response_class=Response, responses=error_responses(401, 403, 429))
async def withdraw_recovery(player: ActingPlayer, lobby: LobbyDep) -> Response:
    """Withdraw the recovery link. Devices that have already used it stay signed in."""
    await lobby.people.withdraw_recovery(player)
    return Response(status_code=204)


@router.get("/me/export", responses=error_responses(401, 403, 429))
async def export(player: ActingPlayer, lobby: LobbyDep) -> JSONResponse:
    """Return all data that the server stores about the caller; `docs/hosting.md` lists them."""
    return JSONResponse(await lobby.history.export(player))


@router.delete("/me", status_code=204, response_class=Response, responses=error_responses(401, 403, 429))
async def leave(player: ActingPlayer, lobby: LobbyDep) -> Response:
    """Delete the caller immediately and permanently. Bots play on in their seats, and their token becomes invalid."""
    await lobby.departures.leave(player)
    return Response(status_code=204)


@router.get("/me/tables", response_model=models.TableList, responses=error_responses(401))
async def my_tables(player: CurrentPlayer, lobby: LobbyDep, *, waiting: bool = False) -> JSONResponse:
    """Return the caller's tables, most recently updated first.

    With `waiting=true`, return only those where the caller is to move, the longest wait first.
    """
    found = await (lobby.views.waiting_for(player) if waiting else lobby.views.mine(player))
    return JSONResponse({"tables": [line.as_dict() for line in found]})


@router.post("/tables", status_code=201, response_model=models.TableDocument, responses=WRITE_ERRORS)
async def open_table(
    request: Request,
    body: Annotated[models.TableRequest, Body(), Checked],
    player: ActingPlayer,
    lobby: LobbyDep,
    limits: LimitsDep,
) -> JSONResponse:
    """Open a table. The answer contains its invitation codes."""
    wanted = body.wanted()
    with limits.options(caller_of(request, player), [wanted.options, wanted.deal]):
        table = await lobby.opener.open(player, wanted)
        return JSONResponse(await lobby.views.answer(player, table), 201)


@router.get("/tables", response_model=models.TableList, responses=error_responses(422))
async def listed_tables(lobby: LobbyDep, page: Annotated[int, Query(ge=0, le=MAX_PAGES)] = 0) -> JSONResponse:
    """Return the listed tables that are waiting or playing, 50 per page."""
    return JSONResponse({"tables": [line.as_dict() for line in await lobby.views.listed(page=page)]})


@router.post("/codes", response_model=models.CodeAnswer, responses=WRITE_ERRORS)
async def show_code(
    request: Request,
    body: Annotated[models.CodeShown, Body(), Checked],
    player: CurrentPlayer,
    lobby: LobbyDep,
    limits: LimitsDep,
) -> JSONResponse:
    """Return the table of a code. From then on, the caller may see that table."""
    with limits.count_wrong_codes(request):
        table, role = await lobby.access.show_code(player, body.code)
    return JSONResponse({"table": table, "role": role})


@router.get("/tables/{table}", response_model=models.TableDocument, responses=READ_ERRORS)
async def one_table(
    table: str, player: OptionalPlayer, lobby: LobbyDep, since: Annotated[int | None, Query(ge=0, le=2**53)] = None
) -> JSONResponse:
    """Return a table as the caller may see it; with `since`, also its entries from that number on, at most 200."""
    if player is not None:
        # A program may play without a live connection. Its requests show that it is present.
        await lobby.subscriptions.visit(player, table)
    return JSONResponse(await lobby.views.answer(player, table, since=since))


@router.post("/tables/{table}/acts", response_model=models.ActAnswer, responses=WRITE_ERRORS)
async def act(
    table: str, body: Annotated[ActBody, Body()], player: ActingPlayer, lobby: LobbyDep, within_limits: Guard
) -> JSONResponse:
    """Act at a table, and answer once the act is durable. A repeated command only gets the same answer."""
    assert isinstance(body, Act)
    sent = body.model_dump(exclude_unset=True)
    with within_limits(sent):
        answer = await lobby.play.act(player, table, sent)
    with suppress(NoSuchTable):
        # The host may have removed the player.
        await lobby.subscriptions.visit(player, table)
    return JSONResponse(answer.as_dict())


@router.post("/tables/{table}/draft", response_model=models.DraftAnswer | models.DrawnDraft, responses=WRITE_ERRORS)
async def draft(
    table: str,
    body: Annotated[models.DraftRequest, Body(), Checked],
    sender: DraftSender,
    lobby: LobbyDep,
    page: Annotated[DraftPage | None, Depends(get_page)],
) -> JSONResponse:
    """Return the legal moves and the view after a draft, computed from the caller's own knowledge. Nothing is stored.

    With `as=html`, return the rendered page regions that differ from version `from`, in the language `lang`.
    """
    player, caller = sender.player, sender.caller
    laid_out = await lobby.drafts.draft(player, table, body.model_dump(), address=caller.address)
    if page is None:
        return JSONResponse(laid_out.as_dict())
    viewer = PageViewer(player, page.lang, page.off)
    return JSONResponse(await page.renderer.draft(viewer, laid_out, since=page.since, caller=caller))


@router.post("/tables/{table}/hint", response_model=models.HintAnswer, responses=WRITE_ERRORS)
async def hint(table: str, sender: DraftSender, lobby: LobbyDep, locale: RequestLocale) -> JSONResponse:
    """Return a hint for the seat that decides."""
    found = await lobby.drafts.hint(sender.player, table, lang=locale.lang, address=sender.caller.address)
    moves = list(found.advised.moves)
    return JSONResponse({"move": moves[0], "moves": moves, "lines": list(found.lines)})


@router.get("/tables/{table}/notes", response_model=models.Notes, responses=READ_ERRORS)
async def notes(table: str, player: OptionalPlayer, lobby: LobbyDep) -> JSONResponse:
    """Return the caller's private notes at a table; they are empty for a caller without an identity."""
    return JSONResponse({"text": await lobby.talk.note(player, table)})


@router.put("/tables/{table}/notes", response_model=models.Notes, responses=WRITE_ERRORS)
async def put_notes(
    table: str, body: Annotated[models.Notes, Body(), Checked], player: CurrentPlayer, lobby: LobbyDep
) -> JSONResponse:
    """Replace the caller's private notes at a table."""
    return JSONResponse({"text": await lobby.talk.note(player, table, body.text)})


@router.get("/tables/{table}/record", responses={**READ_ERRORS, **error_responses(409)})
async def record(
    table: str, player: OptionalPlayer, lobby: LobbyDep, match: Annotated[int | None, Query(ge=1, le=2**53)] = None
) -> JSONResponse:
    """Return the record of a finished match, by default the last one."""
    return JSONResponse(await lobby.finished.record(player, table, match))


@router.get("/tables/{table}/lines", response_model=models.LineList, responses={**READ_ERRORS, **error_responses(409)})
async def lines(
    table: str,
    player: OptionalPlayer,
    lobby: LobbyDep,
    locale: RequestLocale,
    since: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> JSONResponse:
    """Return the lines of table talk from number `since` on."""
    found = await lobby.talk.lines(player, table, since=since)
    return JSONResponse({"lines": [talk.worded_line(line, locale) for line in found]})


@router.post("/tables/{table}/lines", response_model=models.LineDocument, responses=WRITE_ERRORS)
async def say(
    table: str,
    body: Annotated[models.NewLine, Body(), Checked],
    player: TalkingPlayer,
    lobby: LobbyDep,
    locale: RequestLocale,
) -> JSONResponse:
    """Add a line of table talk. Repeating a command does not add the line again."""
    kept = await talk.say(lobby.talk, player, table, body)
    line, *_ = await lobby.talk.lines(player, table, since=kept.number)
    return JSONResponse(talk.worded_line(line, locale))
