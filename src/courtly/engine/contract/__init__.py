"""The definition of a game: `game` has the contract itself, the other modules its parts and their defaults."""
