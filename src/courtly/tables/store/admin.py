"""Bans, and the log of the acts of administrators."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from courtly.tables.journal import LEFT, Player, identity
from courtly.tables.store import reports
from courtly.tables.store.databases import rows_of
from courtly.tables.store.reads import LOBBY_PAGE, heads
from courtly.tables.store.rows import Row, player_of, to_milliseconds, to_moment, to_text
from courtly.tables.store.schema import admin_acts, bans, players, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from courtly.tables.journal import Head

PAGE = 25
"""The number of players on a page."""

ACTS_PAGE = 100
"""The number of acts on a page of the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """A ban of a player, or of a range of addresses, until a time."""

    id: str
    player: str | None
    name: str
    network: str | None
    reason: str
    made: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class AdminAct:
    """An act of an administrator.

    Attributes
    ----------
    session
        The id of the session, which is the id of the link that opened it.
    act
        `open` for a new session, `ban`, `lift`, `close_report`, `close_table`.
    target
        The id of the player, table or report, or the network. Of a lifted ban, older acts have the id of the ban.
    detail
        The `BanDetail` of a ban or a lifted ban as JSON. Older acts have other texts.
    """

    id: str
    at: datetime
    session: str
    act: str
    target: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BanDetail:
    """What the log has about a ban: its time, 0 if it is lifted, the name of the person then, and the reason."""

    seconds: int
    name: str
    reason: str

    def as_text(self) -> str:
        """Return the detail as JSON."""
        return to_text(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> BanDetail | None:
        """Return the detail of an act, None for the text of an older act."""
        return cls(**json.loads(text)) if text.startswith("{") else None


def log(connection: Connection, act: AdminAct) -> None:
    """Add an act to the log; its id must be new."""
    row = {"id": act.id, "at": to_milliseconds(act.at), "session": act.session}
    connection.execute(sa.insert(admin_acts).values(act=act.act, target=act.target, detail=act.detail, **row))


def acts(connection: Connection, page: int = 0) -> list[AdminAct]:
    """Return a page of the log, latest first."""
    order = admin_acts.c.at.desc(), admin_acts.c.id
    query = sa.select(admin_acts).order_by(*order).limit(ACTS_PAGE).offset(page * ACTS_PAGE)
    return [
        AdminAct(row["id"], to_moment(row["at"]), row["session"], row["act"], row["target"], row["detail"])
        for row in rows_of(connection, query)
    ]


def tables_of(connection: Connection, found: Sequence[AdminAct]) -> dict[str, Head]:
    """Return the tables that acts have closed, by id, without deleted and damaged ones."""
    ids = [act.target for act in found if act.act == "close_table"]
    return {head.table: head for head in heads(connection, sa.select(tables).where(tables.c.id.in_(ids)))}


def put_ban(connection: Connection, ban: Ban, act: AdminAct) -> None:
    """Store a ban, and delete those that are over."""
    connection.execute(sa.delete(bans).where(bans.c.until <= to_milliseconds(ban.made)))
    times = {"made": to_milliseconds(ban.made), "until": to_milliseconds(ban.until)}
    connection.execute(
        sa.insert(bans).values(
            id=ban.id, player=ban.player, name=ban.name, network=ban.network, reason=ban.reason, **times
        )
    )
    log(connection, act)


def lift_ban(connection: Connection, id: str, act: AdminAct) -> bool:  # noqa: A002 - the usual name
    """Delete a ban; return whether it existed. The log gets its target and its detail."""
    rows = rows_of(connection, sa.select(bans).where(bans.c.id == id))
    if connection.execute(sa.delete(bans).where(bans.c.id == id)).rowcount == 0:
        return False
    ban = _ban_of(rows[0])
    detail = BanDetail(0, ban.name, ban.reason)
    log(connection, replace(act, target=ban.player or str(ban.network), detail=detail.as_text()))
    return True


def valid_bans(connection: Connection, at: datetime) -> list[Ban]:
    """Return the bans that are not over, latest first."""
    query = sa.select(bans).where(bans.c.until > to_milliseconds(at)).order_by(bans.c.made.desc(), bans.c.id)
    return [_ban_of(row) for row in rows_of(connection, query)]


def _ban_of(row: Row) -> Ban:
    return Ban(
        id=row["id"],
        player=row["player"],
        name=row["name"],
        network=row["network"],
        reason=row["reason"],
        made=to_moment(row["made"]),
        until=to_moment(row["until"]),
    )


def close_report(connection: Connection, id: str, act: AdminAct) -> bool:  # noqa: A002 - the usual name
    """Close a report; return whether it was open."""
    if not reports.close(connection, id, act.at):
        return False
    log(connection, act)
    return True


def people(connection: Connection, name: str, page: int = 0) -> list[Player]:
    """Return a page of the players whose names contain a text, latest first."""
    query = sa.select(players).where(players.c.name.icontains(name, autoescape=True))
    query = query.order_by(players.c.created.desc(), players.c.id).limit(PAGE).offset(page * PAGE)
    return [player_of(row) for row in rows_of(connection, query)]


def unfinished(connection: Connection, page: int = 0) -> Sequence[Head]:
    """Return a page of the unfinished tables, most recently updated first; skip damaged ones."""
    query = sa.select(tables).where(tables.c.status != "over").order_by(tables.c.updated.desc(), tables.c.id)
    return heads(connection, query.limit(LOBBY_PAGE).offset(page * LOBBY_PAGE))


def forget(connection: Connection, before: int) -> None:
    """Delete the acts before a time, and the bans that were over then, in milliseconds."""
    connection.execute(sa.delete(admin_acts).where(admin_acts.c.at < before))
    connection.execute(sa.delete(bans).where(bans.c.until < before))


def leave(connection: Connection, player: str) -> None:
    """Delete the bans of a player, and remove their id, their name and the reasons from the log."""
    connection.execute(sa.delete(bans).where(bans.c.player == player))
    for row in rows_of(connection, sa.select(admin_acts).where(admin_acts.c.target == player)):
        known = BanDetail.of_text(row["detail"])
        detail = BanDetail(known.seconds, LEFT, "").as_text() if known else row["detail"]
        theirs = sa.update(admin_acts).where(admin_acts.c.id == row["id"])
        connection.execute(theirs.values(target=identity(player), detail=detail))
