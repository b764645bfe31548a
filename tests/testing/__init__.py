"""Tests of the contract suite itself: a small game that keeps the contract, and many that break it in one place."""
