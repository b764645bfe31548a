"""The pages on which a player blocks and mutes the people at a table, and ends this again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from courtly.engine.sentences import said
from courtly.tables.company import Companion
from courtly.tables.document import TableDocument
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.text.locales import Locale
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.moderation import BlockedPeople, PeoplePage, PersonLine
from courtly.web.contexts.setup import GuestPage
from courtly.web.contexts.table import FinalPage, MatchPage, WaitingRoom
from courtly.web.errors import NoSuchPage
from courtly.web.forms import new_command
from courtly.web.members import isolated, names_of, person_name
from courtly.web.pages import me_url, table_url
from courtly.web.phrases import PHRASES
from courtly.web.render import render
from courtly.web.text import own_address
from courtly.web.visitors import SEE_OTHER, Context, Guest, RequestContext, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

_TABLE_URL = re.compile(r"/tables/[A-Za-z0-9_-]+")

Whom = Annotated[str, Form(max_length=64)]


def people_url(table: str) -> str:
    """Return the address of the page of the people at a table."""
    return f"{table_url(table)}/people"


def check_is_on(lobby: Lobby) -> None:
    """Raise `NoSuchPage` if the server lets no one block others."""
    if not lobby.blocks.is_on:
        raise NoSuchPage(said("this server has no blocks"), where="address")


def has_people(lobby: Lobby) -> bool:
    """Return whether tables have a page of the people there: to block them, or to report them."""
    return lobby.blocks.is_on or lobby.reports.is_on


@router.get("/tables/{table_id}/people", include_in_schema=False)
async def show_people(table_id: str, context: Context, player: Viewer) -> Response:
    """Show the other people at a table; a visitor who is no player yet is redirected to the table."""
    if not has_people(context.lobby):
        check_is_on(context.lobby)
    if player is None:
        return RedirectResponse(table_url(table_id), SEE_OTHER)
    document = await context.lobby.views.document(player, table_id)
    company = await context.lobby.company.of_table(player, table_id)
    page = people_page(document, company, context.locale)
    page = replace(page, may_block=context.lobby.blocks.is_on, may_report=context.lobby.reports.is_on)
    return render("people.html", page, context.locale)


@router.post("/tables/{table_id}/people", include_in_schema=False)
async def change_person(
    table_id: str, context: Context, player: Guest, whom: Whom, act: Annotated[Literal["block", "mute", "free"], Form()]
) -> Response:
    """Block or mute a person at a table, or end this. A host who blocks a person also removes them from their seat."""
    check_is_on(context.lobby)
    context.limits.count_act(player)
    other = await context.lobby.company.find(player, table_id, whom)
    if act == "block" and other.seat is not None:
        document = await context.lobby.views.document(player, table_id)
        if can_remove(document):
            body = {"command": new_command(), "act": "remove", "seat": other.seat}
            await context.lobby.play.act(player, table_id, body)
    if act == "free":
        await context.lobby.blocks.remove(player, other.player)
    else:
        await context.lobby.blocks.put(player, other.player, other.name, act)
    return RedirectResponse(people_url(table_id), SEE_OTHER)


@router.post("/me/blocks", include_in_schema=False)
async def end_block(context: Context, player: Guest, whom: Whom, here: Annotated[str, Form()] = "/") -> Response:
    """End a block or a mute. A form that is sent twice changes nothing the second time."""
    check_is_on(context.lobby)
    context.limits.count_act(player)
    blocks = context.lobby.blocks
    for block in await blocks.of_player(player):
        if blocks.handle(player, block.other) == whom:
            await blocks.remove(player, block.other)
    return RedirectResponse(f"{me_url(own_address(here))}#blocked", SEE_OTHER)


async def with_blocks(page: GuestPage, context: RequestContext, player: Player | None) -> GuestPage:
    """Return the page of the viewer's name with the blocked people, unless the server lets no one block others."""
    blocks, locale = context.lobby.blocks, context.locale
    if not blocks.is_on or player is None:
        return page
    people = [
        PersonLine(blocks.handle(player, one.other), _name(one.name, locale), "", one.kind)
        for one in await blocks.of_player(player)
    ]
    table = _TABLE_URL.match(page.back_url)
    return replace(page, blocked=BlockedPeople(people, f"{table[0]}/people" if table else ""))


def can_remove(document: TableDocument) -> bool:
    """Return whether the viewer can remove other players from their seats: as the host, before a match."""
    return document.is_hosted_by_viewer and document.status == "waiting"


def with_people(page: WaitingRoom | MatchPage | FinalPage, lobby: Lobby) -> WaitingRoom | MatchPage | FinalPage:
    """Return the page of a table with a link in its chat to the page of the people there, if there is one."""
    talk = page.around.talk
    if talk is None or not has_people(lobby):
        return page
    return replace(page, around=replace(page.around, talk=replace(talk, people_url=f"{page.around.url}/people")))


def people_page(document: TableDocument, company: list[Companion], locale: Locale) -> PeoplePage:
    """Return the page of the other people at a table."""
    names = names_of(document.seats, locale)
    return PeoplePage(
        frame=Frame(title=locale.say("People at this table"), here=people_url(document.id)),
        people=[person_line(one, names, locale) for one in company],
        may_remove=can_remove(document),
        table_url=table_url(document.id),
    )


def person_line(one: Companion, names: list[str], locale: Locale) -> PersonLine:
    """Return a person at a table for a page; `names` are those of the seats."""
    name = _name(one.name, locale) if one.seat is None else names[one.seat]
    says = locale.say(PHRASES[one.phrase]) if one.phrase in PHRASES else one.text or ""
    return PersonLine(one.handle, name, isolated(says) if says else "", one.kind or "")


def _name(name: str, locale: Locale) -> str:
    return isolated(person_name(name, locale)) if name else locale.say("a spectator")
