"""Pictures of shared matches for link previews: drawn as SVG, and converted to PNG in a separate process.

This module imports nothing, so that the worker process starts quickly.
"""
