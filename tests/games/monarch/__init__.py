"""Tests of Monarch: its clauses, one by one, its card sets, and its naive twin beside it."""
