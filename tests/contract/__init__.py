"""The contract suite over every registered game, and the figures kept of each."""
