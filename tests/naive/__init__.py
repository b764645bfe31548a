"""Naive twins: slow, plain versions of each game's rules, written from the rulebooks and not from the engine."""
