"""The sums of the statistics, and a mark for the matches that they contain."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "statistics",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("topic", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("item", sa.String, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("total", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "seats", "topic", "name", "item", name=op.f("pk_statistics")),
    )
    op.add_column("matches", sa.Column("counted", sa.Boolean))
    op.create_index("ix_matches_counted_finished", "matches", ["counted", "finished"])
