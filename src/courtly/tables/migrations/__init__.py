"""The revisions of the store's schema, in `versions`, and Alembic's way into them, in `env`."""
