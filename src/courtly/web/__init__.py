"""The web server: server-rendered pages, plain forms, and errors in one shape.

This package contains no rules and never reads a true state. Pages are built from views, and moves go through
`courtly.tables`. A game may add a module `page`, `templates/` and `static/` in its own package. Other games are
rendered from their scene.
"""
