"""Tests of Courtly; the tree mirrors `src/courtly`."""
