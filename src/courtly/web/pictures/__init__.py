"""Pictures of shared matches for link previews: drawn as SVG, and converted to PNG in a separate process.

This file is empty so that the worker process starts quickly: it imports nothing of the server.
"""
