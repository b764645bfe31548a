"""Languages of the pages: which one a reader gets, and the sentences in it.

Sentences are English in the source and translated whole, from `locale/<language>/LC_MESSAGES/web.po`. Names of cards
and sentences about moves belong to the games and come from their own `words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path

from starlette.requests import Request

from courtly.engine.words import LANGUAGES, catalogue

LOCALE_FOLDER = Path(__file__).parent / "locale"
LANGUAGE_COOKIE = "courtly_language"
LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


@dataclass(frozen=True, slots=True)
class Speaker:
    """One language: `say` fills the places of a translated sentence, `count` chooses between one and many."""

    lang: str

    @property
    def catalogue(self) -> NullTranslations:
        """The translations of this language."""
        return catalogue(self.lang, "web", LOCALE_FOLDER)

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence in this language, its named places filled."""
        return self.catalogue.gettext(sentence).format(**places)

    def count(self, one: str, many: str, n: int, **places: object) -> str:
        """Return the sentence that fits the number `n`, which is also the place `{n}`."""
        return self.catalogue.ngettext(one, many, abs(n)).format(n=str(n).replace("-", "−"), **places)


def reader_language(request: Request) -> str:
    """Return the language a reader chose, or the one the browser asks for, or the default."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else accepted_language(request.headers.get("accept-language", ""))


def accepted_language(header: str) -> str:
    """Return our language that an `Accept-Language` header likes best.

    Examples
    --------
    >>> accepted_language("de, fr-CA;q=0.8, en;q=0.5")
    'fr'
    >>> accepted_language("nonsense;q=x")
    'en'
    """
    ranked = sorted(map(_preference, header.split(",")), key=lambda pair: -pair[1])
    return next((lang for lang, weight in ranked if lang in LANGUAGES and weight > 0), LANGUAGES[0])


def _preference(part: str) -> tuple[str, float]:
    """Read one `fr-CA;q=0.8` into a language and its weight; a malformed weight counts as none."""
    tag, _, weight = part.partition(";")
    try:
        value = float(weight.strip().removeprefix("q=")) if weight else 1.0
    except ValueError:
        value = 0.0
    return tag.strip().lower().partition("-")[0], value
