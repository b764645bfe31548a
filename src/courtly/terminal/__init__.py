"""Courtly in a terminal: positions drawn for one reader, and the loop that asks for moves.

A drawing is made from a view and events alone, so a terminal shows only what its seat may know. `play` holds the loop.
A game is drawn by the `board` of its package, or by `plain` from its scene.
"""
