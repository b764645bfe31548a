"""Courtly in a terminal: positions rendered for one viewer, and the loop that asks for moves.

Rendering uses only a view and its events, so a terminal shows only facts that its seat may know. `play` holds the
loop. A game is rendered by the `board` module of its package, or by `plain` from its scene.
"""
