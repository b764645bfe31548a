"""Naive twins: slow, plain versions of each game's rules, written from the rulebooks instead of the engine."""
