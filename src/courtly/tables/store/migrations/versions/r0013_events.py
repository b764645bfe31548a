"""Events of several tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "events",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("hash", name=op.f("uq_events_hash")),
        sa.CheckConstraint("status IN ('open', 'pause', 'playing', 'over')", name=op.f("ck_events_status")),
    )
    op.create_index("ix_events_host", "events", ["host"])
    op.create_index("ix_events_status", "events", ["status"])
    op.create_table(
        "entrants",
        sa.Column("event_id", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("player", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("colour", sa.String),
        sa.Column("bot", sa.String),
        sa.Column("place", sa.Integer),
        sa.Column("is_active", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_entrants")),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_entrants_events")),
    )
    op.create_index("ix_entrants_player", "entrants", ["player"])
    op.create_table(
        "event_tables",
        sa.Column("event_id", sa.String, nullable=False),
        sa.Column("round", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("live_table", sa.String, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.PrimaryKeyConstraint("event_id", "round", "number", name=op.f("pk_event_tables")),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_tables_events")),
        sa.UniqueConstraint("live_table", name=op.f("uq_event_tables_live_table")),
    )
