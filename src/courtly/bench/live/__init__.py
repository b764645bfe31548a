"""Live tables under load: a real server process, and clients in another one that move by a timetable.

`prepare` makes a database of matches that run, `server` starts what is measured, `clients` is the program that plays,
`load` brings the three together, `peer` is the smallest server that does the same honestly, `figures` lists the rows.
"""
