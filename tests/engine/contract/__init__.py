"""Tests of the contract of a game."""
