"""French grammar that a catalogue cannot express: `de` before a name, and where the plural begins."""

from __future__ import annotations

import unicodedata


def of(name: str) -> str:
    """Return a name after "de", which loses its vowel before another.

    Examples
    --------
    >>> of("Ann"), of("Bo"), of("Yves"), of("Yann")
    ('d’Ann', 'de Bo', 'd’Yves', 'de Yann')
    """
    return f"d’{name}" if elides(name) else f"de {name}"


def elides(name: str) -> bool:
    """Tell whether "de", "le" or "que" loses its vowel before a name; an h is taken for a mute one."""
    decomposed = unicodedata.normalize("NFD", name.casefold())
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    if bare.startswith("y"):
        return len(bare) > 1 and bare[1] not in "aeiou"
    return bare.startswith(("a", "e", "i", "o", "u", "h", "œ", "æ"))


def plural_of(number: float) -> int:
    """Return the whole number that takes the same form as a fraction: French is singular below 2.

    Examples
    --------
    >>> [plural_of(number) for number in (0.7, 1.6, -1.9, 2.0)]
    [0, 1, 1, 2]
    """
    return int(abs(number))
