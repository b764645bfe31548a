"""Fitting the weights of a game's rule-based player by self-play.

`duel` has one set of weights play another, `evolution` looks for a better one (CMA-ES), `document` writes down what
came of it and how.
"""

from courtly.arena.fit.document import as_document
from courtly.arena.fit.evolution import Fit, FitTask, fit

__all__ = ["Fit", "FitTask", "as_document", "fit"]
