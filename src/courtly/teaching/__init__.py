"""Teaching material of a game: rules for players, and a lesson at a table.

`clauses` reads the numbered rules of a game, and `rules` the version for players. `form` defines the lesson format,
`loading` checks a lesson against its records, `lesson` is the checked result, and `course` steps through it. A game
keeps its texts and records in the folder `teaching` of its package. This package does not render anything.
"""
