"""Searching players: one tree search for every game, the levels made of it, and hints."""
