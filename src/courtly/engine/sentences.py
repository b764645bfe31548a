"""Translatable sentences: English text with placeholders, and the values for them.

Code that reports something builds a sentence, and code that displays it translates the sentence (`courtly.text`). The
English text is the key of the translation, so the values are inserted only after translation. `str` gives English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

SHARED = "courtly"
"""The catalogue of all sentences that do not belong to a single game."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One English sentence and the values of its placeholders.

    Attributes
    ----------
    text
        The sentence, with placeholders such as `{name}`.
    places
        The value of each placeholder: text, a number or another sentence.
    domain
        The catalogue with its translations: the name of a game, or the shared one.

    Examples
    --------
    >>> str(said("{name} waits for {what}.", name="Ann", what=said("a card")))
    'Ann waits for a card.'
    """

    text: str
    places: Mapping[str, object] = field(default_factory=dict)
    domain: str = SHARED

    def __str__(self) -> str:
        return self.text.format(**self.places)


def verbatim(text: str) -> Sentence:
    """Wrap text that is never translated, such as a name or a list of ids, in a sentence."""
    return Sentence("{text}", {"text": text})


def said(text: str, /, **places: object) -> Sentence:
    """Return a sentence of the shared catalogue. `tools.catalogues` finds the texts to translate in calls of `said`."""
    return Sentence(text, places)


def speaking(domain: str) -> Callable[..., Sentence]:
    """Return a version of `said` for the catalogue of one game; the game's modules use it under the name `said`.

    Examples
    --------
    >>> speaking("lots")("{count} cards", count=3).domain
    'lots'
    """

    def said_there(text: str, /, **places: object) -> Sentence:
        return Sentence(text, places, domain)

    return said_there
