"""Results of matches and costs of decisions by player, and read-only links to finished matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("bot", sa.String),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_results_tables"),
    )
    op.create_index("ix_results_player_finished", "results", ["player", "finished"])
    op.create_table(
        "costs",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("total", sa.Float, nullable=False),
        sa.Column("squares", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", "seat", "kind", name="pk_costs"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_costs_tables"),
    )
    op.create_table(
        "shares",
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("nonce", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("move", sa.Integer),
        sa.Column("eyes", sa.Integer),
        sa.Column("named", sa.Boolean, nullable=False),
        sa.Column("lang", sa.String, nullable=False),
        sa.Column("maker", sa.String, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_shares"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_shares_tables"),
    )
    op.create_index("ix_shares_table_id", "shares", ["table_id"])
    op.create_index("ix_shares_maker", "shares", ["maker"])
