"""Monarch, 2 to 4 players, whose rules live on its cards: the game as the rest of the system sees it."""
