"""The public interface for programs and for the script of the pages: requests and answers in JSON, and the socket.

`routes` has the requests, `socket` the live connection, `models` what goes over the wire, `limits` how much of it, and
`health` what a keeper of a server asks. Everything about tables is asked of `courtly.tables.lobby.Lobby`.
"""
