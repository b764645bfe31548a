"""French: elision, singular below two, narrow spaces before tall punctuation, and curved apostrophes."""

from __future__ import annotations

import re
import unicodedata

from courtly.text.language import Language

_TALL = re.compile(r" (?=[;:!?»])|(?<=«) ")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


class French(Language):
    r"""French.

    Examples
    --------
    >>> French().decimal(0.75), French().percent("<1")
    ('0,8', '<1\u202f%')
    """

    code = "fr"
    name = "Français"
    yes = ("o", "oui")
    decimal_mark = ","
    percent_sign = "\u202f%"

    def of(self, name: str) -> str:
        """Return a name after "de", which becomes "d’" before a vowel.

        Examples
        --------
        >>> [French().of(name) for name in ("Ann", "Bo", "Yves", "Yann")]
        ['d’Ann', 'de Bo', 'd’Yves', 'de Yann']
        """
        return f"d’{name}" if _elides(name) else f"de {name}"

    def than(self, name: str) -> str:
        """Return a name after "que", which becomes "qu’" before a vowel.

        Examples
        --------
        >>> [French().than(name) for name in ("Ann", "Bo", "Yves", "Yann")]
        ['qu’Ann', 'que Bo', 'qu’Yves', 'que Yann']
        """
        return f"qu’{name}" if _elides(name) else f"que {name}"

    def plural_of(self, number: float) -> int:
        """Return an integer with the plural form of a number: French is singular below 2.

        Examples
        --------
        >>> [French().plural_of(number) for number in (0.7, 1.6, -1.9, 2.0)]
        [0, 1, 1, 2]
        """
        return int(abs(number))

    def typeset(self, text: str) -> str:
        r"""Return a text with narrow no-break spaces before tall punctuation marks, and with curved apostrophes.

        Examples
        --------
        >>> French().typeset("Vaut 3 couronnes ; lève l'impôt")
        'Vaut 3 couronnes\u202f; lève l’impôt'
        """
        return _APOSTROPHE.sub("’", _TALL.sub("\u202f", text))


def _elides(name: str) -> bool:
    """Return whether "de" and "que" are elided before a name; every h counts as mute."""
    decomposed = unicodedata.normalize("NFD", name.casefold())
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    if bare.startswith("y"):
        return len(bare) > 1 and bare[1] not in "aeiou"
    return bare.startswith(("a", "e", "i", "o", "u", "h", "œ", "æ"))
