"""Sentences that can be said in several languages: English text with named places, and what fills them.

Code that knows something builds a sentence; code that shows it translates it (`courtly.text`). Until then its text,
which is the key of its translation, stays apart from what fills its places. `str` gives the English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

SHARED = "courtly"
"""The catalogue of what belongs to no single game."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in English, and what fills its places.

    Attributes
    ----------
    text
        The sentence, with places such as `{name}`.
    places
        What fills them: text, numbers, or other sentences.
    domain
        The catalogue that has its translations: a game's name, or the shared one.

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
    """Return text that is the same in every language, such as a name or a list of ids, where a sentence is wanted."""
    return Sentence("{text}", {"text": text})


def said(text: str, /, **places: object) -> Sentence:
    """Return a sentence of the shared catalogue; the list of sentences to translate is made from calls of `said`."""
    return Sentence(text, places)


def speaking(domain: str) -> Callable[..., Sentence]:
    """Return `said` for the catalogue of one game; its modules keep it under the name `said`.

    Examples
    --------
    >>> speaking("lots")("{count} cards", count=3).domain
    'lots'
    """

    def said_there(text: str, /, **places: object) -> Sentence:
        return Sentence(text, places, domain)

    return said_there
