"""The error of a card set that cannot be used, and the sentences of this room: their catalogue is the game's own."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.documents.problems import BadDocument, Problem
from courtly.engine.sentences import Sentence

DOMAIN = "monarch"
"""The catalogue that holds this game's translations."""

ALLOWED = "house, or a card set of the documented form"


def said(text: str, /, **places: object) -> Sentence:
    """Return a sentence of this game."""
    return Sentence(text, places, DOMAIN)


class BadCards(BadDocument):
    """A card set that cannot be played, with everything that is wrong with it.

    Parameters
    ----------
    problems
        The errors, in the order of the file. The text of this exception has each on a line of its own.
    warnings
        What was found beside them.
    """

    def __init__(self, problems: Sequence[Problem], warnings: Sequence[Problem] = ()) -> None:
        head = said("option card_set: this card set cannot be used")
        super().__init__(head, problems, where="card_set", allowed=ALLOWED)
        self.warnings = tuple(warnings)
