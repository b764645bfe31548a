"""Blocked and muted players, and new guests who inherit a block for a day."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, get_args

import sqlalchemy as sa

from courtly.tables.journal import GONE, LEFT, identity
from courtly.tables.store.databases import rows_of, upsert
from courtly.tables.store.rows import Row, to_milliseconds, to_moment
from courtly.tables.store.schema import blocks

if TYPE_CHECKING:
    from sqlalchemy import Connection

BlockKind = Literal["block", "mute"]

EXTENDED = timedelta(hours=24)
"""The time for which a block extends to new guests at the address of the blocked player."""


@dataclass(frozen=True, slots=True)
class Block:
    """A player whom another player has blocked, or only muted.

    Attributes
    ----------
    player, other
        The ids of the player who blocks, and of the other player.
    name
        The name of the other player at that time, empty for a spectator.
    address
        The keyed hash of the address of the other player, None if it is not known.
    """

    player: str
    other: str
    kind: BlockKind
    name: str
    made: datetime
    address: str | None = field(default=None, repr=False)


def put(connection: Connection, block: Block, most: int) -> bool:
    """Store a block, replacing an older one of the same two players; return False if the player has `most` others."""
    forget_addresses(connection, block.made)
    own = blocks.c.player == block.player, blocks.c.until.is_(None)
    query = sa.select(sa.func.count()).select_from(blocks).where(*own, blocks.c.other != block.other)
    if (connection.scalar(query) or 0) >= most:
        return False
    values = {
        "player": block.player,
        "other": block.other,
        "kind": block.kind,
        "name": block.name,
        "made": to_milliseconds(block.made),
        "address": block.address,
        "until": None,
    }
    insert = upsert(connection.dialect.name, blocks)
    replaced = {name: insert.excluded[name] for name in ("kind", "name", "made", "address", "until")}
    connection.execute(insert.on_conflict_do_update(index_elements=["player", "other"], set_=replaced), values)
    return True


def remove(connection: Connection, player: str, other: str) -> bool:
    """Delete a block of a player, with its extensions to new guests; return whether it existed."""
    own = blocks.c.player == player
    address = connection.scalar(sa.select(blocks.c.address).where(own, blocks.c.other == other))
    if address is not None:
        connection.execute(sa.delete(blocks).where(own, blocks.c.address == address, blocks.c.until.is_not(None)))
    return connection.execute(sa.delete(blocks).where(own, blocks.c.other == other)).rowcount == 1


def of_player(connection: Connection, player: str) -> list[Block]:
    """Return the blocks that a player has made, latest first. Extensions to new guests are left out."""
    own = blocks.c.player == player, blocks.c.until.is_(None)
    query = sa.select(blocks).where(*own).order_by(blocks.c.made.desc(), blocks.c.other)
    return [_block_of(row) for row in rows_of(connection, query)]


def _block_of(row: Row) -> Block:
    kind = next(one for one in get_args(BlockKind) if one == row["kind"])
    return Block(row["player"], row["other"], kind, row["name"], to_moment(row["made"]), row["address"])


def apart(connection: Connection, player: str, at: datetime) -> frozenset[str]:
    """Return the players who share no table with a player: one of the two has blocked the other."""
    holds = blocks.c.kind == "block", _is_valid(at)
    query = sa.union(
        sa.select(blocks.c.other.label("id")).where(blocks.c.player == player, *holds),
        sa.select(blocks.c.player.label("id")).where(blocks.c.other == player, *holds),
    )
    return frozenset(row["id"] for row in rows_of(connection, query))


def unheard(connection: Connection, player: str, at: datetime) -> frozenset[str]:
    """Return the players whose talk a player does not see: muted ones, and those of `apart`."""
    query = sa.union(
        sa.select(blocks.c.other.label("id")).where(blocks.c.player == player, _is_valid(at)),
        sa.select(blocks.c.player.label("id")).where(blocks.c.other == player, blocks.c.kind == "block", _is_valid(at)),
    )
    return frozenset(row["id"] for row in rows_of(connection, query))


def deaf(connection: Connection, sender: str, at: datetime) -> frozenset[str]:
    """Return the players who do not see the talk of a sender; the reverse of `unheard`."""
    query = sa.union(
        sa.select(blocks.c.player.label("id")).where(blocks.c.other == sender, _is_valid(at)),
        sa.select(blocks.c.other.label("id")).where(blocks.c.player == sender, blocks.c.kind == "block", _is_valid(at)),
    )
    return frozenset(row["id"] for row in rows_of(connection, query))


def _is_valid(at: datetime) -> sa.ColumnElement[bool]:
    return sa.or_(blocks.c.until.is_(None), blocks.c.until > to_milliseconds(at))


def extend(connection: Connection, guest: str, address: str, at: datetime) -> None:
    """Extend the blocks of the last day to a new guest at the address of a blocked player."""
    forget_addresses(connection, at)
    made = sa.func.max(blocks.c.made).label("made")
    valid = blocks.c.address == address, blocks.c.kind == "block", blocks.c.until.is_(None)
    query = sa.select(blocks.c.player, made).where(*valid).group_by(blocks.c.player)
    for row in rows_of(connection, query):
        end = row["made"] + int(EXTENDED.total_seconds() * 1000)
        values = {"kind": "block", "name": "", "made": row["made"], "address": address, "until": end}
        connection.execute(sa.insert(blocks).values(player=row["player"], other=guest, **values))


def forget_addresses(connection: Connection, at: datetime) -> None:
    """Delete the addresses that are older than a day, the extensions that are over, and blocks of deleted players."""
    old = blocks.c.made <= to_milliseconds(at - EXTENDED)
    connection.execute(sa.delete(blocks).where(blocks.c.until.is_not(None), old))
    connection.execute(sa.delete(blocks).where(blocks.c.other.startswith(GONE, autoescape=True), old))
    connection.execute(sa.update(blocks).where(blocks.c.address.is_not(None), old).values(address=None))


def leave(connection: Connection, player: str) -> None:
    """Delete a player's blocks. A block against the player stays, without the name and the id, for its day.

    Otherwise a blocked player could be deleted and come back as a new guest.
    """
    connection.execute(sa.delete(blocks).where(blocks.c.player == player))
    theirs = blocks.c.other == player
    connection.execute(sa.delete(blocks).where(theirs, sa.or_(blocks.c.address.is_(None), blocks.c.until.is_not(None))))
    connection.execute(sa.update(blocks).where(theirs).values(other=identity(player), name=LEFT))
