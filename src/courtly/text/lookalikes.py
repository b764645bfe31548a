"""Compares texts by their looks, to recognize a name that looks like the name of another person.

Unicode has many more lookalikes than the letters below, which are those of the alphabets on most keyboards.
"""

from __future__ import annotations

import unicodedata

_CYRILLIC = str.maketrans("АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухһԁԛԝӏ", "ABESIJKMHOPCTYXabesijkmhopctyxhdqwl")
_GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεηικνορτυχωγ", "ABEZHIKMNOPTYXabenikvoptuxwy")
_LATIN = str.maketrans("\u0131\u0251\u0261", "iag")
_SIGNS = str.maketrans("01i|", "olll")
"""Applied to small letters: a capital i looks like a small L."""

_UNSEEN = ("Mn", "Cf")
"""The categories of accents and of the signs that join emoji."""

_PAIRS = {"rn": "m", "vv": "w"}


def looks(text: str) -> str:
    r"""Return a key that is equal for texts that look the same, ignoring case, accents and the width of spaces.

    Examples
    --------
    >>> looks("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}") == looks("\N{WOMAN}\N{GIRL}")
    True
    >>> [looks(name) for name in ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna", "ANNÁ", "Irma", "lrrna")]
    ['anna', 'anna', 'anna', 'lrma', 'lrma']
    """
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if unicodedata.category(sign) not in _UNSEEN)
    key = plain.translate(_CYRILLIC | _GREEK | _LATIN).casefold().translate(_SIGNS)
    for pair, letter in _PAIRS.items():
        key = key.replace(pair, letter)
    return " ".join(key.split())
