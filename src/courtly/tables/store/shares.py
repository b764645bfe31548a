"""Read-only links to finished matches, stored by the keyed hash of their code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from courtly.tables.store.rows import Share, share_of, share_row
from courtly.tables.store.schema import shares

if TYPE_CHECKING:
    from sqlalchemy import Connection


def add(connection: Connection, table: str, share: Share) -> None:
    """Store a link to a match of a table."""
    assert share.aim.table == table, "the link leads to another table"
    connection.execute(sa.insert(shares).values(share_row(share)))


def withdraw(connection: Connection, maker: str, hashed: str) -> bool:
    """Delete a link if `maker` made it, and return whether a link was deleted."""
    return connection.execute(sa.delete(shares).where(shares.c.hash == hashed, shares.c.maker == maker)).rowcount == 1


def find(connection: Connection, hashed: str) -> Share | None:
    """Return the link of a code; None if it is unknown or damaged."""
    row = connection.execute(sa.select(shares).where(shares.c.hash == hashed)).mappings().first()
    try:
        return None if row is None else share_of(dict(row))
    except (TypeError, ValueError):
        return None


def of_maker(connection: Connection, maker: str) -> list[Share]:
    """Return all links that a player has made, newest first."""
    query = sa.select(shares).where(shares.c.maker == maker).order_by(shares.c.made.desc(), shares.c.hash)
    return [share_of(dict(row)) for row in connection.execute(query).mappings()]
