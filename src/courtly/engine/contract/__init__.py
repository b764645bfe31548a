"""The definition of a game. `game` contains the contract; the other modules contain its parts and default parts."""
