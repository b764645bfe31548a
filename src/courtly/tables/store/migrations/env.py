"""The Alembic environment; it runs each upgrade on the given connection, inside the given transaction."""

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
