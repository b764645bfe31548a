"""Tests of Courtisans: its clauses, one by one, and its naive twin beside it."""
