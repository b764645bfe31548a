"""Courtly in a terminal: positions drawn for one reader, and the loop that asks for moves.

A drawing is made from a view and nothing else, so that a terminal shows what its seat may know. `screen` holds what the
drawings share, `play` the loop; each game has a module of its own, and `plain` stands in for a game without one.
"""
