"""The games: one folder each, with the same file names. No game imports another."""
