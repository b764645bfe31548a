"""The kind of a device: a browser with push messages, a mailbox, or a webhook."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    with op.batch_alter_table("devices") as batch:
        batch.add_column(sa.Column("kind", sa.String, nullable=False, server_default="push"))
        batch.create_check_constraint(op.f("ck_devices_kind"), "kind IN ('push', 'mail', 'webhook')")
        # Several players may use one webhook or one mailbox.
        batch.drop_constraint("uq_devices_endpoint", type_="unique")
        batch.create_unique_constraint("uq_devices_endpoint_player", ["endpoint", "player"])
