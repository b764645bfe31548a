"""The addresses: each handler reads the request, calls the table service, and renders a page or sends on to one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from courtly.bots import Hint, UnknownBot
from courtly.engine.errors import BadOption
from courtly.engine.sentences import said
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import Table, TableService
from courtly.tables.errors import BadSeats
from courtly.text.languages import checked_language
from courtly.text.reader import Reader
from courtly.web import pages, switches
from courtly.web.errors import BadForm, ErrorAnswer, NoIdentity, status_of, wants_json
from courtly.web.forms import form_texts, read_new_match
from courtly.web.identity import ONE_YEAR, Identities, new_player
from courtly.web.render import render
from courtly.web.submissions import Submissions
from courtly.web.switches import switched_off
from courtly.web.text import LANGUAGE_COOKIE, reader_language

router = APIRouter()
SEE_OTHER = 303
MOST_FILES, MOST_FIELDS = 8, 64
"""More than the form of any game has."""
REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": ErrorAnswer} for status in (403, 404, 409, 422)}
"""What an address of one's own match may answer besides what was asked for."""


def the_service(request: Request) -> TableService:
    """Return the tables."""
    service: TableService = request.app.state.service
    return service


def the_reader(request: Request) -> Reader:
    """Return the reader's language."""
    return Reader(reader_language(request))


def the_identities(request: Request) -> Identities:
    """Return the issuer of identities."""
    identities: Identities = request.app.state.identities
    return identities


def the_submissions(request: Request) -> Submissions:
    """Return the forms that were answered."""
    submissions: Submissions = request.app.state.submissions
    return submissions


def the_runtime(request: Request) -> Runtime:
    """Return where long work is done."""
    runtime: Runtime = request.app.state.runtime
    return runtime


def is_secure(request: Request) -> bool:
    """Tell whether the browser came by https, to this server or to a proxy before it."""
    settings: Settings = request.app.state.settings
    return settings.is_secure or request.url.scheme == "https"


def a_player(request: Request) -> str:
    """Return the id of a player we know; raise `NoIdentity` for anybody else."""
    player = the_identities(request).of(request)
    if player is None:
        message = said("these pages belong to a player, and this browser has no identity that we gave it")
        raise NoIdentity(message, where="cookie", allowed=said("the browser in which the match was begun"))
    return player


Service = Annotated[TableService, Depends(the_service)]
ForReader = Annotated[Reader, Depends(the_reader)]
Player = Annotated[str, Depends(a_player)]
Off = Annotated[frozenset[str], Depends(switched_off)]


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Say that the server answers."""
    return {"status": "ok"}


@router.get("/", include_in_schema=False)
async def start(request: Request, service: Service, reader: ForReader) -> Response:
    """Show the start page, filled in from the address; `again` names a match of one's own to be played again."""
    identities = the_identities(request)
    player = identities.of(request)
    tables = await service.list(player) if player else []
    chosen: Mapping[str, str] = request.query_params
    if again := chosen.get("again"):
        chosen = {**pages.chosen_before(await service.get(again, a_player(request))), "again": again}
    page = pages.start_page(chosen, tables, reader)
    response = render("start.html", page, reader.of(page.game))
    if player is None:
        # With it a form that is sent twice is known to come from one and the same.
        identities.give(response, new_player(), secure=is_secure(request))
    return response


@router.post("/matches", include_in_schema=False)
async def create_match(request: Request, service: Service, reader: ForReader) -> Response:
    """Set up a match, give the player an identity, and send them to the table; or show a refused form again."""
    async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as form:
        fields = await form_texts(form)
    identities = the_identities(request)
    known = identities.of(request)
    player = known or new_player()
    sent = json.dumps(fields, sort_keys=True)
    is_named = bool(fields.pop("command", ""))

    async def begin() -> str:
        # A card set or a list of regions takes its time.
        wanted = await the_runtime(request).read(lambda: read_new_match(fields, reader))
        table = await service.create(wanted.game, wanted.options, seats=wanted.seats, owner=player, seed=wanted.seed)
        return table.id

    try:
        # One that comes back with another choice, as after a look at the match, is another form.
        table_id = await (the_submissions(request).submit(player, sent, begin) if known and is_named else begin())
    except (BadOption, BadSeats, BadForm, UnknownBot) as error:
        if wants_json(request):
            raise
        page = pages.start_page(fields, await service.list(player), reader, problem=error)
        return render("start.html", page, reader.of(page.game), status=status_of(error))
    response = RedirectResponse(pages.match_url(table_id), SEE_OTHER)
    identities.give(response, player, secure=is_secure(request))
    return response


@router.get("/matches/{table_id}", include_in_schema=False)
async def show_match(table_id: str, service: Service, player: Player, reader: ForReader, off: Off) -> Response:
    """Show the table, or the scoring once the match is over."""
    table = await service.get(table_id, player)
    return final(table, reader) if table.view["to_move"] is None else turn(table, reader, off)


@router.get("/matches/{table_id}/hint", include_in_schema=False)
async def show_hint(table_id: str, service: Service, player: Player, reader: ForReader, off: Off) -> Response:
    """Show the table with a hint for its player, who has to decide; nothing in the match changes by it."""
    table, hint = await service.hint(table_id, player, lang=reader.lang)
    return turn(table, reader, off, hint=hint)


def turn(table: Table, reader: Reader, off: frozenset[str], *, hint: Hint | None = None) -> Response:
    """Render a match that is running."""
    page = pages.match_page(table, reader, off, hint=hint)
    return render(page.template, page, reader.of(table.game))


def final(table: Table, reader: Reader) -> Response:
    """Render a match that is over."""
    page = pages.final_page(table, reader)
    return render(page.template, page, reader.of(table.game))


@router.post("/matches/{table_id}/moves", include_in_schema=False)
async def play(
    table_id: str,
    service: Service,
    player: Player,
    version: Annotated[int, Form(ge=0)],
    command: Annotated[str, Form()],
    move: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Make a move, whose words may come in several fields, and send back to the table."""
    await service.play(table_id, player, command=command, version=version, move=" ".join(move or []))
    return RedirectResponse(pages.match_url(table_id), SEE_OTHER)


@router.get("/matches/{table_id}/record", responses=REFUSALS)
async def record(table_id: str, service: Service, player: Player) -> JSONResponse:
    """Return the record of one's own match, after its end."""
    document: dict[str, Any] = await service.record(table_id, player)
    name = f"attachment; filename=courtly-{document['game']}-{table_id[:8]}.json"
    return JSONResponse(document, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


@router.get("/credits", include_in_schema=False)
async def show_credits(reader: ForReader) -> Response:
    """Say whose work is used."""
    return render("credits.html", pages.credits_page(reader), reader)


@router.post("/language", include_in_schema=False)
async def choose_language(lang: Annotated[str, Form()], here: Annotated[str, Form()] = "/") -> Response:
    """Remember the language of the pages, and go back to where it was chosen."""
    response = RedirectResponse(own_address(here), SEE_OTHER)
    response.set_cookie(LANGUAGE_COOKIE, checked_language(lang), max_age=ONE_YEAR, httponly=True, samesite="lax")
    return response


@router.post("/switches", include_in_schema=False)
async def choose_switch(
    request: Request, switch: Annotated[str, Form()], state: Annotated[str, Form()], here: Annotated[str, Form()] = "/"
) -> Response:
    """Remember what is to be shown on the pages of matches, and go back to where it was chosen."""
    kept = switches.switch(request, switch, state)
    response = RedirectResponse(own_address(here), SEE_OTHER)
    response.set_cookie(switches.SWITCH_COOKIE, kept, max_age=ONE_YEAR, httponly=True, samesite="lax")
    return response


def own_address(address: str) -> str:
    """Return an address of this site, and the start page in place of any other."""
    plain = address.isascii() and address.isprintable() and "\\" not in address
    return address if plain and address.startswith("/") and not address.startswith("//") else "/"
