"""The store of live tables, in SQLite and in PostgreSQL."""
