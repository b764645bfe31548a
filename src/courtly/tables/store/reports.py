"""Reports of people about people, with the lines of table talk that the reporter could see."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from courtly.tables.journal import LEFT, identity
from courtly.tables.store.databases import rows_of
from courtly.tables.store.rows import Row, to_milliseconds, to_moment, to_text
from courtly.tables.store.schema import reports

if TYPE_CHECKING:
    from sqlalchemy import Connection

PAGE = 50
"""The number of reports on a page."""


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """A line of table talk, as a report contains it: the id and the name of its sender, and a text or a phrase."""

    sender: str
    name: str
    at: datetime
    text: str | None
    phrase: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report of a player about another player.

    Attributes
    ----------
    table, match
        Where both were at that time.
    closed
        When the operator closed the report, None for an open one.
    """

    id: str
    table: str
    match: int
    reporter: str
    reporter_name: str
    reported: str
    reported_name: str
    reason: str
    text: str
    lines: Sequence[ReportedLine]
    made: datetime
    closed: datetime | None = None


def add(connection: Connection, report: Report) -> None:
    """Store a report."""
    lines = [
        {
            "sender": line.sender,
            "name": line.name,
            "at": to_milliseconds(line.at),
            "text": line.text,
            "phrase": line.phrase,
        }
        for line in report.lines
    ]
    connection.execute(
        sa.insert(reports).values(
            id=report.id,
            place=report.table,
            match=report.match,
            reporter=report.reporter,
            reporter_name=report.reporter_name,
            reported=report.reported,
            reported_name=report.reported_name,
            reason=report.reason,
            text=report.text,
            lines=to_text({"lines": lines}),
            made=to_milliseconds(report.made),
        )
    )


def page(connection: Connection, number: int = 0, *, is_closed: bool = False) -> list[Report]:
    """Return a page of the open or the closed reports, latest first."""
    order = reports.c.made.desc(), reports.c.id
    chosen = reports.c.closed.is_not(None) if is_closed else reports.c.closed.is_(None)
    query = sa.select(reports).where(chosen).order_by(*order).limit(PAGE).offset(number * PAGE)
    return [_report_of(row) for row in rows_of(connection, query)]


def of_reporter(connection: Connection, player: str) -> list[Report]:
    """Return the reports that a player has sent, latest first."""
    query = sa.select(reports).where(reports.c.reporter == player).order_by(reports.c.made.desc(), reports.c.id)
    return [_report_of(row) for row in rows_of(connection, query)]


def of_ids(connection: Connection, ids: Collection[str]) -> dict[str, Report]:
    """Return the reports with some ids, by id, without deleted ones."""
    query = sa.select(reports).where(reports.c.id.in_(ids))
    return {row["id"]: _report_of(row) for row in rows_of(connection, query)}


def _report_of(row: Row) -> Report:
    return Report(
        id=row["id"],
        table=row["place"],
        match=row["match"],
        reporter=row["reporter"],
        reporter_name=row["reporter_name"],
        reported=row["reported"],
        reported_name=row["reported_name"],
        reason=row["reason"],
        text=row["text"],
        lines=[_line_of(line) for line in json.loads(row["lines"])["lines"]],
        made=to_moment(row["made"]),
        closed=None if row["closed"] is None else to_moment(row["closed"]),
    )


def _line_of(line: dict[str, Any]) -> ReportedLine:
    return ReportedLine(line["sender"], line["name"], to_moment(line["at"]), line["text"], line["phrase"])


def close(connection: Connection, id: str, at: datetime) -> bool:  # noqa: A002 - the usual name
    """Close an open report; return whether there is one with this id."""
    wanted = reports.c.id == id, reports.c.closed.is_(None)
    return connection.execute(sa.update(reports).where(*wanted).values(closed=to_milliseconds(at))).rowcount == 1


def forget(connection: Connection, before: int) -> None:
    """Delete the reports that were closed before a time, in milliseconds."""
    connection.execute(sa.delete(reports).where(reports.c.closed < before))


def leave(connection: Connection, player: str) -> None:
    """Remove a player from all reports: the id, the names, the lines. The reports stay until they are closed."""
    gone = identity(player)
    for who, name in (("reporter", "reporter_name"), ("reported", "reported_name")):
        theirs = reports.c[who] == player
        connection.execute(sa.update(reports).where(theirs).values({who: gone, name: LEFT}))
    rows = connection.execute(sa.select(reports).where(reports.c.lines.contains(player, autoescape=True)))
    for row in rows.mappings().all():
        lines = [
            {**line, "sender": gone, "name": LEFT, "text": "", "phrase": None} if line["sender"] == player else line
            for line in json.loads(row["lines"])["lines"]
        ]
        connection.execute(sa.update(reports).where(reports.c.id == row["id"]).values(lines=to_text({"lines": lines})))
