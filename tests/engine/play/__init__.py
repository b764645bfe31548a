"""Tests of matches, one and many."""
