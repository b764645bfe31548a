"""Reads untrusted TOML and JSON documents within size limits, and reports every problem with its line.

`reading` parses a file or a text into plain values, `lines` finds their line numbers, `problems` describes errors.
"""
