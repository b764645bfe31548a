"""Tests of rules for players and of lessons."""
