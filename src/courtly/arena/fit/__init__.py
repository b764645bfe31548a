"""Fit the weights of a game's rule-based bot by self-play.

`duel` plays one set of weights against another. `evolution` searches for better weights with CMA-ES. `document` writes
the result and the settings of the fit.
"""

from courtly.arena.fit.document import as_document
from courtly.arena.fit.evolution import Fit, FitTask, fit

__all__ = ["Fit", "FitTask", "as_document", "fit"]
