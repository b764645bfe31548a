"""Live tables under load: a real server process, and clients in another process that move by a timetable.

`prepare` creates a database of running matches, `server` starts the measured server, `clients` is the load program, and
`load` combines the three. `peer` is a minimal durable server for comparison. `figures` lists the figures.
"""
