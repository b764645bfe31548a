"""Chooses the language of a page."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from courtly.text.languages import ENGLISH, LANGUAGES

LANGUAGE_COOKIE = "courtly_language"


def request_language(request: HTTPConnection) -> str:
    """Return the language that the viewer has chosen, or else the preferred language of the browser."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else accepted_language(request.headers.get("accept-language", ""))


def accepted_language(header: str) -> str:
    """Return the supported language with the highest weight in an `Accept-Language` header.

    Examples
    --------
    >>> accepted_language("xx, fr-CA;q=0.8, en;q=0.5")
    'fr'
    >>> accepted_language("nonsense;q=x")
    'en'
    """
    ranked = sorted(map(_preference, header.split(",")), key=lambda pair: -pair[1])
    return next((lang for lang, weight in ranked if lang in LANGUAGES and weight > 0), ENGLISH)


def _preference(part: str) -> tuple[str, float]:
    """Parse one part such as `fr-CA;q=0.8` into a language and its weight; a malformed weight is 0."""
    tag, _, weight = part.partition(";")
    try:
        value = float(weight.strip().removeprefix("q=")) if weight else 1.0
    except ValueError:
        value = 0.0
    return tag.strip().lower().partition("-")[0], value


def own_address(address: str) -> str:
    """Return an address of this site unchanged, and `/` for any other."""
    plain = address.isascii() and address.isprintable() and "\\" not in address
    return address if plain and address.startswith("/") and not address.startswith("//") else "/"
