"""Run by Alembic for every upgrade, on the connection and inside the transaction that it is handed."""

from __future__ import annotations

from alembic import context

from courtly.tables.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
