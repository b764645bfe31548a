"""Pictures of shared matches, for the previews of links: drawn as SVG, made into PNG in a process of their own.

This package stays empty: the process that paints starts quickly because it imports nothing of the server.
"""
