"""Builds the contexts of the pages of administrators. They show lists, and nothing of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from babel.dates import format_datetime

from courtly.tables import audience
from courtly.tables.bans import REASON_LENGTH
from courtly.tables.journal import Head, Player, is_gone
from courtly.tables.refusals import Banned
from courtly.tables.reports import REASONS
from courtly.tables.store.admin import AdminAct as StoredAct
from courtly.tables.store.admin import Ban, BanDetail
from courtly.tables.store.reports import Report, ReportedLine
from courtly.text.languages import marked
from courtly.text.locales import Locale
from courtly.web.admin_links import AdminLinks
from courtly.web.contexts.admin import (
    AdminAct,
    AdminBan,
    AdminLinkPage,
    AdminPage,
    AdminPerson,
    AdminReport,
    AdminTable,
    BannedPage,
)
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.reports import LineText
from courtly.web.games import title_of
from courtly.web.measures import HOUR, ago_words, time_words
from courtly.web.members import isolated, names_of, person_name
from courtly.web.phrases import PHRASES

TITLES = {
    "people": marked("People"),
    "tables": marked("Tables"),
    "reports": marked("Reports"),
    "bans": marked("Bans"),
    "log": marked("Log"),
}
"""The parts of the pages of administrators."""

ACTS = {
    "open": marked("opened a session"),
    "ban": marked("banned"),
    "lift": marked("ended the ban of"),
    "close_report": marked("closed a report about"),
    "close_table": marked("closed a table"),
}

BAN_HOURS = 1, 24, 7 * 24, 30 * 24, 365 * 24
"""The times of a ban that the form offers, in hours."""

STATES = {"waiting": marked("waiting to start"), "playing": marked("being played")}


def admin_page(part: str, locale: Locale, *, number: int = 0, is_full: bool = False, **lists: Any) -> AdminPage:
    """Return a page of administrators; `is_full` means that another page follows."""
    query = {"name": lists.get("name", ""), "closed": "true" if lists.get("is_closed") else ""}

    def url(page: int) -> str:
        given = {key: value for key, value in {**query, "page": str(page) if page else ""}.items() if value}
        return f"/admin/{part}?{urlencode(given)}" if given else f"/admin/{part}"

    return AdminPage(
        frame=Frame(title=locale.say(TITLES[part]), here=url(number), sheets=["admin.css"]),
        part=part,
        reason_length=REASON_LENGTH,
        ban_times=[(hours, time_words(hours * HOUR, locale)) for hours in BAN_HOURS],
        next_url=url(number + 1) if is_full else "",
        previous_url=url(number - 1) if number else "",
        **lists,
    )


def link_page(url: str, locale: Locale) -> AdminLinkPage:
    """Return the page of a secret link."""
    return AdminLinkPage(frame=Frame(title=locale.say("Administration"), here="/"), url=url)


def banned_page(error: Banned, locale: Locale) -> BannedPage:
    """Return the page that a banned person sees."""
    frame = Frame(title=locale.say("You are banned from this server"), here="/")
    return BannedPage(frame=frame, until=moment_words(error.until, locale), reason=error.reason)


def moment_words(at: datetime, locale: Locale) -> str:
    """Return a time in words, in UTC."""
    return f"{format_datetime(at.astimezone(UTC), 'd MMMM y, HH:mm', locale=locale.lang)} UTC"


def person_of(player: Player, tables: Sequence[Head], links: AdminLinks, locale: Locale) -> AdminPerson:
    """Return a player for the list of people."""
    return AdminPerson(
        whom=links.person(player.id),
        name=isolated(person_name(player.name, locale)),
        since=locale.say("first visit {time}", time=ago_words(player.created.isoformat(), locale)),
        is_program=player.is_program,
        tables=[table_of(head, locale) for head in tables],
    )


def table_of(head: Head, locale: Locale) -> AdminTable:
    """Return a table for a list. It has what the lists of players have."""
    line = audience.line_of(head, None)
    return AdminTable(
        id=head.table,
        game=title_of(head.game, locale),
        state=locale.say(STATES[head.status]) if head.status in STATES else locale.say("over"),
        names=", ".join(names_of(line.seats, locale)),
        since=locale.say("last change {time}", time=ago_words(line.updated, locale)),
    )


def report_of(report: Report, links: AdminLinks, locale: Locale) -> AdminReport:
    """Return a report for the list of reports."""
    name = isolated(person_name(report.reported_name, locale))
    is_known = not is_gone(report.reported)
    return AdminReport(
        id=report.id,
        person=AdminPerson(links.person(report.reported), name, "", is_program=False) if is_known else None,
        name=name,
        reporter=isolated(person_name(report.reporter_name, locale)),
        reason=_reason(report, locale),
        text=isolated(report.text) if report.text else "",
        since=ago_words(report.made.isoformat(), locale),
        lines=[_line(line, locale) for line in report.lines],
        is_closed=report.closed is not None,
    )


def _line(line: ReportedLine, locale: Locale) -> LineText:
    text = locale.say(PHRASES[line.phrase]) if line.phrase in PHRASES else line.text or ""
    return LineText(isolated(person_name(line.name, locale)), isolated(text))


def ban_of(ban: Ban, locale: Locale) -> AdminBan:
    """Return a ban for the list of bans."""
    target = ban.network or isolated(person_name(ban.name, locale))
    return AdminBan(ban.id, target, isolated(ban.reason), moment_words(ban.until, locale))


def act_of(act: StoredAct, tables: Mapping[str, Head], reports: Mapping[str, Report], locale: Locale) -> AdminAct:
    """Return an act for the log, with the tables and the reports that the acts of the page have closed."""
    words = locale.say(ACTS[act.act]) if act.act in ACTS else act.act
    if act.act in ("ban", "lift"):
        target, details = _banned(act, locale)
    elif table := tables.get(act.target):
        target, details = title_of(table.game, locale), [*names_of(audience.line_of(table, None).seats, locale)]
    elif report := reports.get(act.target):
        target, details = isolated(person_name(report.reported_name, locale)), [_reason(report, locale)]
    else:
        target, details = act.target, [act.detail]
    return AdminAct(moment_words(act.at, locale), words, target, ", ".join(part for part in details if part))


def _banned(act: StoredAct, locale: Locale) -> tuple[str, list[str]]:
    """Return the target of a ban and its details. Ids of players are secret, so only their beginning is shown."""
    detail = BanDetail.of_text(act.detail)
    if detail is None:
        is_network = act.act == "lift" or "/" in act.target
        return (act.target if is_network else f"{act.target[:6]}…"), [act.detail]
    time = time_words(detail.seconds, locale) if detail.seconds else ""
    reason = isolated(detail.reason) if detail.reason else ""
    return (isolated(person_name(detail.name, locale)) if detail.name else act.target), [time, reason]


def _reason(report: Report, locale: Locale) -> str:
    return locale.say(REASONS[report.reason]) if report.reason in REASONS else report.reason
