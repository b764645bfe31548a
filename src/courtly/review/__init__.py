"""Reviews of finished matches: each move is compared with the best move of a search, given the knowledge of its seat.

Examples
--------
>>> import courtly
>>> from courtly.review import Effort, review
>>> match = courtly.new_match("courtisans", players=2, seed=7)
>>> review(match, Effort(matches=10))
Traceback (most recent call last):
courtly.engine.errors.NotOver: only a match that is over can be reviewed
"""

from courtly.review.effort import Effort
from courtly.review.model import BadReview, Chance, Decision, Parts, Review, read_review
from courtly.review.reviewing import review

__all__ = ["BadReview", "Chance", "Decision", "Effort", "Parts", "Review", "read_review", "review"]
