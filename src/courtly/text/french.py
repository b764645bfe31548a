"""French grammar that a catalogue cannot express: elision after `de`, and the choice between singular and plural."""

from __future__ import annotations

import unicodedata


def of(name: str) -> str:
    """Return a name after "de", which becomes "d’" before a vowel.

    Examples
    --------
    >>> of("Ann"), of("Bo"), of("Yves"), of("Yann")
    ('d’Ann', 'de Bo', 'd’Yves', 'de Yann')
    """
    return f"d’{name}" if elides(name) else f"de {name}"


def elides(name: str) -> bool:
    """Return whether "de", "le" or "que" is elided before a name; every h counts as mute."""
    decomposed = unicodedata.normalize("NFD", name.casefold())
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    if bare.startswith("y"):
        return len(bare) > 1 and bare[1] not in "aeiou"
    return bare.startswith(("a", "e", "i", "o", "u", "h", "œ", "æ"))


def plural_of(number: float) -> int:
    """Return the integer that takes the same plural form as a number: French is singular below 2.

    Examples
    --------
    >>> [plural_of(number) for number in (0.7, 1.6, -1.9, 2.0)]
    [0, 1, 1, 2]
    """
    return int(abs(number))
