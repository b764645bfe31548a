"""Tables, seats and events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    _create_tables()
    _create_seats()
    _create_events()


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(43), nullable=False),
        sa.Column("format", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("deal", sa.JSON, nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("bot_seed", sa.BigInteger, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )


def _create_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(43), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(100)),
        sa.Column("bot", sa.String(200)),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_tables"),
        sa.UniqueConstraint("table_id", "owner", name="uq_seats_table_id_owner"),
        sa.CheckConstraint(
            "(kind = 'human' AND bot IS NULL) OR (kind = 'bot' AND bot IS NOT NULL AND owner IS NULL)",
            name="ck_seats_kind",
        ),
    )
    op.create_index("ix_seats_owner", "seats", ["owner"])


def _create_events() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(43), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.String(200), nullable=False),
        sa.Column("command", sa.String(100)),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_events_tables"),
        sa.UniqueConstraint("table_id", "command", name="uq_events_table_id_command"),
    )
