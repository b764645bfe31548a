"""The devices of players, and the notifications that they are still to get."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "devices",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("endpoint", sa.String, nullable=False),
        sa.Column("public_key", sa.String, nullable=False),
        sa.Column("auth_secret", sa.String, nullable=False),
        sa.Column("lang", sa.String, nullable=False),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("endpoint", name="uq_devices_endpoint"),
    )
    op.create_index("ix_devices_player", "devices", ["player"])
    op.create_table(
        "notifications",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "version", "device", "kind", name="pk_notifications"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notifications_tables"),
        sa.CheckConstraint("kind IN ('turn', 'reminder')", name=op.f("ck_notifications_kind")),
    )
    op.create_index("ix_notifications_device", "notifications", ["device"])
    op.create_index("ix_notifications_due", "notifications", ["due"])
