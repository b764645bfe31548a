"""Reviews of finished matches: the process that makes the review, the end of its lease, and the document."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("holder", sa.String, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "match", name="pk_reviews"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_tables"),
    )
