"""The reader of a text: a language, the names of the seats, and which seat reads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from courtly.engine.sentences import SHARED, Sentence
from courtly.text.languages import catalogue, worded

MOST_SENTENCES = 8192
"""Sentences that are remembered as they were translated."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom words and drawings are for.

    Attributes
    ----------
    lang
        One of `courtly.text.languages.LANGUAGES`.
    names
        The names of the seats; without them a seat is called by its number.
    seat
        The seat that reads, None for a spectator.
    domain
        The catalogue that is asked first: the name of the game.
    off
        What the reader has switched off: `odds`, chances that are worked out for the reader.

    Examples
    --------
    >>> Reader("fr", domain="courtisans").say("esteemed"), Reader(names=["Ann"]).name(0), Reader().name(1)
    ('dans la lumière', 'Ann', 'seat 1')
    """

    lang: str = "en"
    names: Sequence[str] = ()
    seat: int | None = None
    domain: str = SHARED
    off: Collection[str] = ()

    def of(self, domain: str) -> Reader:
        """Return the same reader with another catalogue asked first."""
        return replace(self, domain=domain)

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence in the reader's language, its named places filled."""
        if not places:
            return _plain(self.lang, self.domain, sentence)
        return _translated(self.lang, self.domain, sentence).format(**places)

    def count(self, one: str, many: str, n: int, **places: object) -> str:
        """Return the sentence that fits the number `n`, which is also the place `{n}`."""
        text = catalogue(self.lang, self.domain).ngettext(one, many, abs(n))
        return text.format(n=str(n).replace("-", "−"), **places)

    def worded(self, sentence: Sentence) -> str:
        """Return a sentence that was built elsewhere."""
        return worded(sentence, self.lang)

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat] if self.names else self.say("seat {number}", number=seat)


@lru_cache(MOST_SENTENCES)
def _translated(lang: str, domain: str, sentence: str) -> str:
    return catalogue(lang, domain).gettext(sentence)


@lru_cache(MOST_SENTENCES)
def _plain(lang: str, domain: str, sentence: str) -> str:
    """Return a sentence without places, of which a page has hundreds."""
    return _translated(lang, domain, sentence).format()
