"""Learned evaluation: a small net that evaluates positions in place of playouts.

Module `net` evaluates a net in compiled code, `files` reads and writes net files, and `net_store` finds the net of a
setup. `leaf` is the search guide that uses the net. `courtly.arena.train` trains nets.
"""
