"""Tests of Cursed Court: rule clauses, the naive twin, scenes and texts."""
