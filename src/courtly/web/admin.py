"""The pages of administrators, behind a secret link: people, tables, reports, bans, and the log of their acts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.settings import Settings
from courtly.tables.acts import NewEntry
from courtly.tables.acts.matches import Closed
from courtly.tables.bans import read_network
from courtly.tables.lobby import Lobby
from courtly.tables.refusals import BadAct
from courtly.tables.state import TableState
from courtly.tables.store import admin, reads, reports
from courtly.tables.store.admin import ACTS_PAGE, PAGE, AdminAct
from courtly.tables.store.errors import Conflict
from courtly.web.admin_links import LINK_PATH, SESSION_TIME, AdminLinks, no_such_link
from courtly.web.admin_pages import act_of, admin_page, ban_of, link_page, person_of, report_of, table_of
from courtly.web.errors import NoAdmin, NoSuchPage
from courtly.web.recovery import NOT_KEPT
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, Context, is_secure

router = APIRouter()
COOKIE, PATH = "courtly_admin", "/admin"
MAX_PAGES = 10_000
TABLES_OF_PERSON = 3

PageNumber = Annotated[int, Query(ge=0, le=MAX_PAGES)]


class BanForm(BaseModel):
    """The form that bans a person or an address range; `report` is a report to close with the ban."""

    whom: str = Field(default="", max_length=400)
    network: str = Field(default="", max_length=64)
    hours: float = Field(gt=0, le=87_600)
    reason: str = ""
    report: str = Field(default="", max_length=64)


async def admin_links(request: Request) -> AdminLinks:
    """Return the links of the server; raise `NoSuchPage` if it has no administrators."""
    settings: Settings = request.app.state.settings
    if not settings.admin:
        raise NoSuchPage(said("this server has no administrators"), where="address")
    links: AdminLinks = request.app.state.admin_links
    return links


Links = Annotated[AdminLinks, Depends(admin_links)]


async def admin_session(request: Request, links: Links) -> str:
    """Return the id of the session; raise `NoAdmin` without one."""
    session = links.read_session(request.cookies.get(COOKIE, ""))
    if session is None:
        allowed = said("the link that `courtly admin link` prints")
        raise NoAdmin(said("this page needs {allowed}", allowed=allowed), where="Cookie", allowed=allowed)
    return session


Session = Annotated[str, Depends(admin_session)]


@router.get(LINK_PATH + "/{code}", include_in_schema=False)
async def show_link(request: Request, code: str, context: Context, links: Links) -> Response:
    """Ask for confirmation before the link is used. Link previews open this page too, so it changes nothing."""
    with context.limits.count_wrong_codes(request):
        links.read(code)
    response = render("admin_link.html", link_page(request.url.path, context.locale), context.locale)
    response.headers.update(NOT_KEPT)
    return response


@router.post(LINK_PATH + "/{code}", include_in_schema=False)
async def open_session(request: Request, code: str, context: Context, links: Links) -> Response:
    """Open a session. The log has the id of the link as the id of this act, so a link works once."""
    with context.limits.count_wrong_codes(request):
        link = links.read(code)
        try:
            await context.lobby.store.write(admin.log, AdminAct(link, environment().now(), link, "open", ""))
        except Conflict:
            raise no_such_link() from None
    response = RedirectResponse(f"{PATH}/reports", SEE_OTHER)
    response.set_cookie(
        COOKIE,
        links.session(link),
        max_age=int(SESSION_TIME.total_seconds()),
        path=PATH,
        httponly=True,
        samesite="strict",
        secure=is_secure(request),
    )
    return response


@router.post(PATH + "/close", include_in_schema=False)
async def end_session(_: Session) -> Response:
    """Delete the cookie of the session."""
    response = RedirectResponse("/", SEE_OTHER)
    response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")
    return response


@router.get(PATH, include_in_schema=False)
async def show_admin(_: Session) -> Response:
    """Redirect to the reports."""
    return RedirectResponse(f"{PATH}/reports", SEE_OTHER)


@router.get(PATH + "/people", include_in_schema=False)
async def show_people(
    context: Context, links: Links, _: Session, name: Annotated[str, Query(max_length=64)] = "", page: PageNumber = 0
) -> Response:
    """Show the players whose names contain a text, each with their last tables."""
    read = context.lobby.store.read
    found = await read(admin.people, name, page)
    heads = [await read(reads.heads_of, player.id, limit=TABLES_OF_PERSON) for player in found]
    people = [person_of(player, tables, links, context.locale) for player, tables in zip(found, heads, strict=True)]
    return _rendered("people", context, number=page, is_full=len(found) == PAGE, people=people, name=name)


@router.get(PATH + "/tables", include_in_schema=False)
async def show_tables(context: Context, _: Session, page: PageNumber = 0) -> Response:
    """Show the unfinished tables."""
    heads = await context.lobby.store.read(admin.unfinished, page)
    tables = [table_of(head, context.locale) for head in heads]
    return _rendered("tables", context, number=page, is_full=len(heads) == reads.LOBBY_PAGE, tables=tables)


@router.post(PATH + "/tables/{table_id}/close", include_in_schema=False)
async def close_table(table_id: str, context: Context, session: Session) -> Response:
    """Close a table by an entry of the server."""
    actor = await context.lobby.tables.find(table_id)
    if await actor.serve(_closing):
        act = AdminAct(environment().token(12), environment().now(), session, "close_table", table_id)
        await context.lobby.store.write(admin.log, act)
    return RedirectResponse(f"{PATH}/tables", SEE_OTHER)


def _closing(state: TableState) -> list[NewEntry]:
    return [] if state.is_closed else [NewEntry(Closed())]


@router.get(PATH + "/reports", include_in_schema=False)
async def show_reports(
    context: Context, links: Links, _: Session, closed: Literal["", "true"] = "", page: PageNumber = 0
) -> Response:
    """Show the open or the closed reports."""
    is_closed = bool(closed)
    found = await context.lobby.store.read(reports.page, page, is_closed=is_closed)
    shown = [report_of(report, links, context.locale) for report in found]
    is_full = len(found) == reports.PAGE
    return _rendered("reports", context, number=page, is_full=is_full, reports=shown, is_closed=is_closed)


@router.post(PATH + "/reports/{report_id}/close", include_in_schema=False)
async def close_report(report_id: str, context: Context, session: Session) -> Response:
    """Close a report."""
    await _close(context.lobby, report_id, session)
    return RedirectResponse(f"{PATH}/reports", SEE_OTHER)


async def _close(lobby: Lobby, report: str, session: str) -> None:
    act = AdminAct(environment().token(12), environment().now(), session, "close_report", report)
    await lobby.store.write(admin.close_report, report, act)


@router.get(PATH + "/bans", include_in_schema=False)
async def show_bans(context: Context, _: Session) -> Response:
    """Show the bans that are not over, and the form that bans an address range."""
    bans = [ban_of(ban, context.locale) for ban in await context.lobby.bans.valid()]
    return _rendered("bans", context, bans=bans)


@router.post(PATH + "/bans", include_in_schema=False)
async def ban(context: Context, links: Links, session: Session, sent: Annotated[BanForm, Form()]) -> Response:
    """Ban a person or an address range, and end the person's live connections to this process."""
    bans = context.lobby.bans
    if not sent.whom:
        await bans.put(session, read_network(sent.network), sent.hours / 24, sent.reason)
        return RedirectResponse(f"{PATH}/bans", SEE_OTHER)
    player = await context.lobby.people.known(links.read_person(sent.whom) or "")
    if player is None:
        raise BadAct(said("there is no such person"), where="whom")
    await bans.put(session, player, sent.hours / 24, sent.reason)
    _disconnect(context.lobby, player.id)
    if sent.report:
        await _close(context.lobby, sent.report, session)
    return RedirectResponse(f"{PATH}/bans", SEE_OTHER)


def _disconnect(lobby: Lobby, player: str) -> None:
    """End the live connections of a player."""
    for actor in lobby.tables:
        for subscriber in list(actor.subscribers):
            if subscriber.player is not None and subscriber.player.id == player:
                subscriber.end()


@router.post(PATH + "/bans/{ban_id}/lift", include_in_schema=False)
async def lift(ban_id: str, context: Context, session: Session) -> Response:
    """End a ban."""
    await context.lobby.bans.lift(session, ban_id)
    return RedirectResponse(f"{PATH}/bans", SEE_OTHER)


@router.get(PATH + "/log", include_in_schema=False)
async def show_log(context: Context, _: Session, page: PageNumber = 0) -> Response:
    """Show the acts of all administrators."""
    read = context.lobby.store.read
    found = await read(admin.acts, page)
    tables = await read(admin.tables_of, found)
    closed = await read(reports.of_ids, [act.target for act in found if act.act == "close_report"])
    acts = [act_of(act, tables, closed, context.locale) for act in found]
    return _rendered("log", context, number=page, is_full=len(found) == ACTS_PAGE, acts=acts)


def _rendered(part: str, context: Context, **lists: Any) -> Response:
    return render("admin.html", admin_page(part, context.locale, **lists), context.locale)
