"""Tests of what a game is."""
