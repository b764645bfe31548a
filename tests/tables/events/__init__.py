"""Tests of the store, in SQLite and in PostgreSQL."""
