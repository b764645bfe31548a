"""A seat for language models: a server of the Model Context Protocol, over standard input and output or over HTTP.

A model opens a table against bots in this process, or sits down at a live table of a running server, reads the rules,
looks, and plays. Needs the extra `mcp`.

| module | holds |
|---|---|
| `server` | the tools and resources, and what becomes of errors |
| `seats` | what a model sits on: `Seat`, what it sees there, `SeatRoom` with the seats of a server |
| `bots` | a table against bots in this process |
| `live` | a seat at a live table, over the API of a running server |
| `serving` | the server over standard input and output, and over HTTP |
| `errors` | what can go wrong beside what goes wrong in a match |
"""
