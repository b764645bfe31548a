"""Players whom a player has blocked or muted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "blocks",
        sa.Column("player", sa.String, nullable=False),
        sa.Column("other", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("address", sa.String),
        sa.Column("until", sa.BigInteger),
        sa.PrimaryKeyConstraint("player", "other", name=op.f("pk_blocks")),
        sa.CheckConstraint("kind IN ('block', 'mute')", name=op.f("ck_blocks_kind")),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_index("ix_blocks_address", "blocks", ["address"])
