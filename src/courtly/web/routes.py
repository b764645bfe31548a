"""The addresses: each handler reads the request, calls the table service, and renders a page or sends on to one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from courtly.bots import Hint, UnknownBot
from courtly.engine.errors import BadOption
from courtly.engine.words import checked_language
from courtly.tables import Table, TableService
from courtly.tables.errors import BadSeats
from courtly.web import pages, switches
from courtly.web.errors import BadForm, ErrorAnswer, NoIdentity, status_of, wants_json
from courtly.web.forms import form_texts, read_new_match
from courtly.web.identity import ONE_YEAR, Identities, new_player
from courtly.web.once import Once
from courtly.web.render import render
from courtly.web.switches import switched_off
from courtly.web.text import LANGUAGE_COOKIE, Speaker, reader_language

router = APIRouter()
SEE_OTHER = 303
REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": ErrorAnswer} for status in (403, 404, 409, 422)}
"""What an address of one's own match may answer besides what was asked for."""


def the_service(request: Request) -> TableService:
    """Return the tables."""
    service: TableService = request.app.state.service
    return service


def the_speaker(request: Request) -> Speaker:
    """Return the reader's language."""
    return Speaker(reader_language(request))


def the_identities(request: Request) -> Identities:
    """Return the issuer of identities."""
    identities: Identities = request.app.state.identities
    return identities


def the_forms(request: Request) -> Once:
    """Return what keeps a form from being done twice."""
    forms: Once = request.app.state.forms
    return forms


def a_player(request: Request) -> str:
    """Return the id of a player we know; raise `NoIdentity` for anybody else."""
    player = the_identities(request).of(request)
    if player is None:
        message = "these pages belong to a player, and this browser has no identity that we gave it"
        raise NoIdentity(message, where="cookie", allowed="the browser in which the match was begun")
    return player


Service = Annotated[TableService, Depends(the_service)]
Reader = Annotated[Speaker, Depends(the_speaker)]
Player = Annotated[str, Depends(a_player)]
Off = Annotated[frozenset[str], Depends(switched_off)]


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Say that the server answers."""
    return {"status": "ok"}


@router.get("/", include_in_schema=False)
async def start(request: Request, service: Service, speaker: Reader) -> Response:
    """Show the start page, filled in from the address; `again` names a match of one's own to be played again."""
    identities = the_identities(request)
    player = identities.of(request)
    tables = await service.list(player) if player else []
    chosen: Mapping[str, str] = request.query_params
    if again := chosen.get("again"):
        chosen = {**pages.chosen_before(await service.get(again, a_player(request))), "again": again}
    response = render("start.html", pages.start_page(chosen, tables, speaker), speaker)
    if player is None:
        # With it a form that is sent twice is known to come from one and the same.
        identities.give(response, new_player(), secure=request.url.scheme == "https")
    return response


@router.post("/matches", include_in_schema=False)
async def create_match(request: Request, service: Service, speaker: Reader) -> Response:
    """Set up a match, give the player an identity, and send them to the table; or show a refused form again."""
    async with request.form() as form:
        fields = await form_texts(form)
    identities = the_identities(request)
    known = identities.of(request)
    player = known or new_player()
    sent = json.dumps(fields, sort_keys=True)
    is_named = bool(fields.pop("command", ""))

    async def begin() -> str:
        # A card set or a list of regions takes its time.
        wanted = await asyncio.to_thread(read_new_match, fields, speaker)
        table = await service.create(wanted.game, wanted.options, seats=wanted.seats, owner=player, seed=wanted.seed)
        return table.id

    try:
        # One that comes back with another choice, as after a look at the match, is another form.
        table_id = await (the_forms(request).do(player, sent, begin) if known and is_named else begin())
    except (BadOption, BadSeats, BadForm, UnknownBot) as error:
        if wants_json(request):
            raise
        page = pages.start_page(fields, await service.list(player), speaker, problem=error)
        return render("start.html", page, speaker, status=status_of(error))
    response = RedirectResponse(pages.match_url(table_id), SEE_OTHER)
    identities.give(response, player, secure=request.url.scheme == "https")
    return response


@router.get("/matches/{table_id}", include_in_schema=False)
async def show_match(table_id: str, service: Service, player: Player, speaker: Reader, off: Off) -> Response:
    """Show the table, or the scoring once the match is over."""
    table = await service.get(table_id, player)
    return final(table, speaker) if table.view["to_move"] is None else turn(table, speaker, off)


@router.get("/matches/{table_id}/hint", include_in_schema=False)
async def show_hint(table_id: str, service: Service, player: Player, speaker: Reader, off: Off) -> Response:
    """Show the table with a hint for its player, who has to decide; nothing in the match changes by it."""
    table, hint = await service.hint(table_id, player, lang=speaker.lang)
    return turn(table, speaker, off, hint=hint)


def turn(table: Table, speaker: Speaker, off: frozenset[str], *, hint: Hint | None = None) -> Response:
    """Render a match that is running."""
    return render(f"{table.game}/turn.html", pages.match_page(table, speaker, off, hint=hint), speaker)


def final(table: Table, speaker: Speaker) -> Response:
    """Render a match that is over."""
    return render(f"{table.game}/final.html", pages.final_page(table, speaker), speaker)


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
async def show_credits(speaker: Reader) -> Response:
    """Say whose work is used."""
    return render("credits.html", pages.credits_page(speaker), speaker)


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
