"""Golden figures of every registered game, stored in this folder; `python -m tests.golden` regenerates them.

For each game: traces (a hash of all kernel results in seeded matches), exact node counts, and a few whole matches with
views at a few points. For the search: its evaluation of a few positions. A difference is either a defect or a change of
the rules or of the search; in the second case regenerate the figures and review the diff.
"""
