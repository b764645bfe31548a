"""Tests of Courtisans: rule clauses, the naive twin, pages and texts."""
