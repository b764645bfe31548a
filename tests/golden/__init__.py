"""Golden figures of every registered game, kept beside this file; `python -m tests.golden` writes them anew.

For each game: traces (a hash of all that its kernels do in seeded matches), exact node counts, and a few whole matches
with views at a few points; for the search, what it thinks of a few positions. A difference is either a defect or a
change of the rules or of the search; then regenerate and read the diff.
"""
