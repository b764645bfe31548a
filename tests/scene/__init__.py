"""Tests of what any table is drawn from."""
