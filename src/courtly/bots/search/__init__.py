"""Search: one tree search for every game, the guides that evaluate positions, levels, and hints."""
