"""Reports of people about people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "reports",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("place", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String, nullable=False),
        sa.Column("reporter_name", sa.String, nullable=False),
        sa.Column("reported", sa.String, nullable=False),
        sa.Column("reported_name", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_reporter", "reports", ["reporter"])
    op.create_index("ix_reports_reported", "reports", ["reported"])
    op.create_index("ix_reports_closed_made", "reports", ["closed", "made"])
