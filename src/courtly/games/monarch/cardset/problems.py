"""The error of an invalid card set, and the translated sentences of this package (in the game's catalogue)."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.documents.problems import BadDocument, Problem
from courtly.engine.sentences import Sentence

DOMAIN = "monarch"
"""The catalogue with the translations of this game."""

ALLOWED = "house, or a card set of the documented form"


def said(text: str, /, **places: object) -> Sentence:
    """Return a sentence in the catalogue of this game."""
    return Sentence(text, places, DOMAIN)


class BadCards(BadDocument):
    """Raised for an invalid card set, with all of its problems.

    Parameters
    ----------
    problems
        The errors, in file order. The text of the exception has one line for each.
    warnings
        The warnings that were found.
    """

    def __init__(self, problems: Sequence[Problem], warnings: Sequence[Problem] = ()) -> None:
        head = said("option card_set: this card set cannot be used")
        super().__init__(head, problems, where="card_set", allowed=ALLOWED)
        self.warnings = tuple(warnings)
