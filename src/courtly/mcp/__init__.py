"""Seats for language models: a Model Context Protocol server over standard input and output or over HTTP.

A model opens a table against bots in this process, or joins a live table of a running server. It reads the rules, views
the table and plays. Needs the extra `mcp`.

| module | holds |
|---|---|
| `server` | the tools and resources, and error handling |
| `seats` | the `Seat` protocol, the view of a seat, and `SeatRegistry` with the seats of a server |
| `bots` | a table against bots in this process |
| `live` | a seat at a live table, over the API of a running server |
| `serving` | the server over standard input and output, and over HTTP |
| `errors` | errors specific to this package |
"""
