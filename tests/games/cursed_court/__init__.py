"""Tests of Cursed Court: its clauses, one by one, and its naive twin beside it."""
