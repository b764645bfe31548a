"""Tests of the contract suite itself: a small game that passes, and many variants that break one rule each."""
