"""The page that reports a person at a table to the operator of the server."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from courtly.engine.sentences import said
from courtly.tables.company import Companion
from courtly.tables.document import TableDocument
from courtly.tables.journal import Line
from courtly.tables.lobby import Lobby
from courtly.tables.reports import REASONS, TEXT_LENGTH
from courtly.text.locales import Locale
from courtly.web.blocks import people_url, person_line
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.reports import LineText, ReportPage
from courtly.web.contexts.setup import OptionChoice
from courtly.web.errors import NoSuchPage
from courtly.web.members import names_of
from courtly.web.pages import table_url
from courtly.web.phrases import PHRASES
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, Context, Guest, Viewer, VisitorRoute

router = APIRouter(route_class=VisitorRoute)


class ReportForm(BaseModel):
    """The form of a report."""

    whom: str = Field(max_length=64)
    reason: str = Field(max_length=32)
    text: str = ""


def check_is_on(lobby: Lobby) -> None:
    """Raise `NoSuchPage` if the server takes no reports."""
    if not lobby.reports.is_on:
        raise NoSuchPage(said("this server takes no reports"), where="address")


@router.get("/tables/{table_id}/report", include_in_schema=False)
async def show_report(
    table_id: str, context: Context, player: Viewer, whom: Annotated[str, Query(max_length=64)] = ""
) -> Response:
    """Show the form that reports a person, with the messages that are sent with it."""
    check_is_on(context.lobby)
    if player is None:
        return RedirectResponse(table_url(table_id), SEE_OTHER)
    other = await context.lobby.company.find(player, table_id, whom)
    document = await context.lobby.views.document(player, table_id)
    lines = await context.lobby.reports.lines(player, table_id)
    page = report_page(document, other, [_text(*line, document, context.locale) for line in lines], context.locale)
    return render("report.html", page, context.locale)


@router.post("/tables/{table_id}/report", include_in_schema=False)
async def report(
    request: Request, table_id: str, context: Context, player: Guest, sent: Annotated[ReportForm, Form()]
) -> Response:
    """Send a report."""
    check_is_on(context.lobby)
    context.limits.count_act(player)
    other = await context.lobby.company.find(player, table_id, sent.whom)
    context.limits.count_report(request, player)
    # A browser counts a line break of a text as one character and sends two.
    await context.lobby.reports.send(player, table_id, other, sent.reason, sent.text.replace("\r\n", "\n"))
    document = await context.lobby.views.document(player, table_id)
    page = report_page(document, other, [], context.locale)
    return render("report.html", replace(page, is_done=True), context.locale)


def report_page(document: TableDocument, other: Companion, lines: list[LineText], locale: Locale) -> ReportPage:
    """Return the form that reports a person at a table."""
    return ReportPage(
        frame=Frame(title=locale.say("Report a person"), here=f"{table_url(document.id)}/report"),
        person=person_line(other, names_of(document.seats, locale), locale),
        reasons=[OptionChoice(name, locale.say(words), checked=False) for name, words in REASONS.items()],
        text_length=TEXT_LENGTH,
        lines=lines,
        people_url=people_url(document.id),
    )


def _text(line: Line, seat: int | None, document: TableDocument, locale: Locale) -> LineText:
    """Return a line of table talk for a page, with the name of the present seat of its sender."""
    name = locale.say("a spectator") if seat is None else names_of(document.seats, locale)[seat]
    return LineText(name, locale.say(PHRASES[line.phrase]) if line.phrase in PHRASES else line.text or "")
