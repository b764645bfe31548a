"""Reads TOML and JSON documents of unknown origin within bounds, and reports every problem with its line.

`reading` turns a file or a text into plain values, `lines` finds their lines, `problems` describes what is wrong.
"""
