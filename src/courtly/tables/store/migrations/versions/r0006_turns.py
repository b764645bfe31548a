"""For each table, when the present turn began, and when its clock runs out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.add_column("tables", sa.Column("turn_since", sa.BigInteger))
    op.add_column("tables", sa.Column("due", sa.BigInteger))
