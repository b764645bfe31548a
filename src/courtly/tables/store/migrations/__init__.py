"""The Alembic environment (`env`) and the schema revisions (`versions`) of the store."""
