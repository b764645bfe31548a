"""The public interface for programs and for the script of the pages: JSON requests and a WebSocket.

`routes` has the requests, `socket` the live connection, `models` the request and response models, `narration` the
entries of a table in words, `talk` the table talk, `description` the documentation page, and `health` the
probes and the Prometheus metrics. All calls to tables go through the services in `courtly.tables.lobby.Lobby`.
"""
