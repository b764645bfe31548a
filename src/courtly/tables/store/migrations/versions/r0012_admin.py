"""Bans, and the acts of administrators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "bans",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("player", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("network", sa.String),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bans")),
    )
    op.create_index("ix_bans_player", "bans", ["player"])
    op.create_index("ix_bans_until", "bans", ["until"])
    op.create_table(
        "admin_acts",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("act", sa.String, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sa.Column("detail", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_acts")),
    )
    op.create_index("ix_admin_acts_at", "admin_acts", ["at"])
    op.create_index("ix_admin_acts_target", "admin_acts", ["target"])
