"""What teaches people a game: the rules in their words, and lessons at a table.

`clauses` reads the numbered rules of a game, `rules` what a page for players tells of them. `form` is how a lesson is
written, `loading` checks one against its records, `lesson` is what it has then, and `course` goes through it, act by
act. A game's own texts and records lie in the folder `teaching` of its package. Nothing here draws.
"""
