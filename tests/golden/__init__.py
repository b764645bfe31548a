"""Golden figures of every registered game, stored in this folder; `python -m tests.golden` regenerates them.

For each game there are traces (a hash of all kernel results in seeded matches), exact node counts, and a few whole
matches with views at a few points. For the search there are its evaluations of a few positions. A difference is either
a defect, or an intended change of the rules or the search. After an intended change, regenerate the figures and review
the diff.
"""
