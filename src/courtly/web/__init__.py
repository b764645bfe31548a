"""The browser's side: pages rendered on the server, acts as plain forms, errors in one shape.

Nothing here knows a rule or sees a true state: pages are built from views, and acts go through `courtly.tables`.
What one game needs to be drawn lies in `games/<name>.py` and `templates/<name>/`; the rest is written once.
"""
