"""Shared deals, and the tables whose first match is not a fresh deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "deals",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
    )
    op.create_index("ix_deals_created", "deals", ["created"])
    op.create_table(
        "starts",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("deal", sa.String, nullable=False),
        sa.Column("shared", sa.String),
        sa.Column("player", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_starts"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_starts_tables"),
    )
    op.create_index("ix_starts_deal", "starts", ["deal"])
    op.create_index("ix_starts_shared", "starts", ["shared"])
