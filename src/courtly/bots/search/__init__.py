"""Searching players: one tree search for every game, the guides that judge its positions, levels, and hints."""
