"""Learned values: a small net that judges positions where the search would otherwise play a match on.

`net` evaluates it in compiled code, `files` reads and writes it, `shelf` finds the net of a setup, and `leaf` is the
guide of the search that asks it. How a net is trained stands in `courtly.arena.train`.
"""
