"""The games, in one folder each. All folders use the same file names, and no game imports another."""
