"""The web server: pages rendered on the server, plain forms, errors in one shape.

Nothing here knows a rule or sees a true state: pages are built from views, and moves go through `courtly.tables`. A
game may bring a module `page`, `templates/` and `static/` in its own package; other games are drawn from their scene.
"""
