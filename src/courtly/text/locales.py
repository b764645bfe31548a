"""The locale of a text: a language, the names of the seats, and the viewing seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from courtly.engine.sentences import SHARED, Sentence
from courtly.text.language import Language
from courtly.text.languages import ENGLISH, catalogue, language_of, text_language, worded

MAX_SENTENCES = 8192
"""Maximum number of translated sentences in the cache."""


@dataclass(frozen=True, slots=True)
class Locale:
    """Language and viewer of texts and pages.

    Attributes
    ----------
    lang
        One of `courtly.text.languages.LANGUAGES`.
    names
        The names of the seats; empty to use seat numbers.
    seat
        The viewing seat, None for a spectator.
    domain
        The catalogue that is searched first: the name of the game.
    off
        Features that the viewer has switched off: `odds`, the calculated chances.

    Examples
    --------
    >>> Locale("fr", domain="courtisans").say("esteemed"), Locale(names=["Ann"]).name(0), Locale().name(1)
    ('dans la lumière', 'Ann', 'seat 1')
    """

    lang: str = ENGLISH
    names: Sequence[str] = ()
    seat: int | None = None
    domain: str = SHARED
    off: Collection[str] = ()

    @property
    def language(self) -> Language:
        """The language with its grammar; English for a game without a translation."""
        return language_of(text_language(self.lang, self.domain))

    def of(self, domain: str) -> Locale:
        """Return this locale with another catalogue to search first."""
        return replace(self, domain=domain)

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence in this language with its placeholders filled."""
        if not places:
            return _plain(self.lang, self.domain, sentence)
        return _translated(self.lang, self.domain, sentence).format(**places)

    def count(self, one: str, many: str, n: int, **places: object) -> str:
        """Return the singular or plural sentence for the number `n`, which also fills the placeholder `{n}`."""
        text = catalogue(self.lang, self.domain).ngettext(one, many, abs(n))
        return text.format(n=str(n).replace("-", "−"), **places)

    def worded(self, sentence: Sentence) -> str:
        """Return a `Sentence` in this language."""
        return worded(sentence, self.lang)

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat] if self.names else self.say("seat {number}", number=seat)

    def owner(self, seat: int) -> str:
        """Return the possessive form of the name of a seat, such as "Bo's"."""
        return self.language.of(self.name(seat))


@lru_cache(MAX_SENTENCES)
def _translated(lang: str, domain: str, sentence: str) -> str:
    return catalogue(lang, domain).gettext(sentence)


@lru_cache(MAX_SENTENCES)
def _plain(lang: str, domain: str, sentence: str) -> str:
    """Return a sentence without placeholders; a page has hundreds of these."""
    return _translated(lang, domain, sentence).format()
