"""What a game is: `game` has the contract itself, the other modules its parts and their defaults."""
