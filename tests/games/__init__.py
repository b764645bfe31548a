"""Tests of the games, in one folder each."""
