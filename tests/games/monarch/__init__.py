"""Tests of Monarch: its clauses, its card sets, and a comparison with its naive twin."""
