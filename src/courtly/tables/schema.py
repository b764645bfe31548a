"""The tables of the store.

The log in `events` is the truth: a match is its row in `tables` and its events, replayed in order. `tables.version` and
`tables.to_move` follow from the log and are written with it, so that a lobby need not replay anything. All of this is
the true state at rest, deal and seeds included: it leaves this room as views only.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import Dialect


class Moment(TypeDecorator[datetime]):
    """A point in time: UTC in the database, aware in Python, also where the database knows no time zones."""

    impl = sa.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return what the database is given."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return what the database gave."""
        return None if value is None else value.replace(tzinfo=UTC)


metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(43), primary_key=True),
    sa.Column("format", sa.String(32), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("deal", sa.JSON, nullable=False),
    sa.Column("seed", sa.BigInteger),
    sa.Column("bot_seed", sa.BigInteger, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(43), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("owner", sa.String(100), index=True),
    sa.Column("bot", sa.String(200)),
    sa.UniqueConstraint("table_id", "owner"),
    sa.CheckConstraint(
        "(kind = 'human' AND bot IS NULL) OR (kind = 'bot' AND bot IS NOT NULL AND owner IS NULL)", name="kind"
    ),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(43), sa.ForeignKey("tables.id"), primary_key=True),
    # From 0 without a gap: the version of the table at which the move was made.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.String(200), nullable=False),
    # Null for a bot's move, which nobody sent.
    sa.Column("command", sa.String(100)),
    sa.Column("created", Moment, nullable=False),
    sa.UniqueConstraint("table_id", "command"),
)
