"""Tests of Cursed Court: its clauses, one by one, and a comparison with a naive twin."""
