"""The public interface for programs and for the script of the pages: JSON requests and a WebSocket.

`routes` has the requests, `socket` the live connection, `models` the request and response models, `narration` the
entries of a table in words, `talk` the table talk, `description` the documentation page, `health` the probes and
`metrics` the Prometheus metrics. All calls to tables go through `courtly.tables.lobby.Lobby`.
"""
