"""Alembic's way, in `env`, into the revisions of the store of live tables, in `versions`."""
