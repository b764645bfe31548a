"""Learned evaluation: a small net that evaluates positions in place of playouts.

`net` evaluates it in compiled code, `files` reads and writes it, and `net_store` finds the net of a setup. `leaf` is
the search guide that uses the net. `courtly.arena.train` trains nets.
"""
