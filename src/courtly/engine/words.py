"""Languages: how a sentence written in English in the source becomes one in the reader's language.

A translation is read from the `.po` text by Babel when first asked for, so there is no compiled catalogue to forget.
English is the identity. Callers translate whole sentences with named places (`"{name} wins."`) and fill them
afterwards; what is stored or sent holds ids and arguments, never text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from courtly.engine.errors import UnknownLanguage, listed, shown

LANGUAGES = ("en", "fr")
"""The languages in which everything is written, the default first."""

SHARED = "courtly"
"""The catalogue of what belongs to no single game."""

LOCALE_FOLDER = Path(__file__).parent.parent / "locale"
"""Where the package's own translations lie, as `<language>/LC_MESSAGES/<domain>.po`."""


def translator(lang: str, domain: str = SHARED, folder: Path | None = None) -> Callable[[str], str]:
    """Return the function that turns an English sentence into one of `lang`.

    Parameters
    ----------
    lang
        One of `LANGUAGES`.
    domain
        The name of the `.po` file, without its suffix. What a game's own file in the package's folder does not have is
        looked up in `courtly`.
    folder
        The locale folder, by default the package's own.

    Raises
    ------
    UnknownLanguage
        Nothing is written in `lang`.

    Examples
    --------
    >>> translator("fr")("neutral")
    'neutre'
    >>> translator("en")("neutral")
    'neutral'
    """
    return catalogue(lang, domain, folder).gettext


def marked(sentence: str) -> str:
    """Return `sentence` as it is: marks a constant that is translated later, for the list of sentences to translate."""
    return sentence


def checked_language(lang: str) -> str:
    """Return `lang`, or raise `UnknownLanguage`."""
    if lang not in LANGUAGES:
        message = f"there is no language {shown(lang)}; there are {listed(LANGUAGES)}"
        raise UnknownLanguage(message, given=lang, where="lang", allowed=LANGUAGES)
    return lang


@cache
def catalogue(lang: str, domain: str = SHARED, folder: Path | None = None) -> NullTranslations:
    """Return the translations of `lang`, read once per process; see `translator`."""
    if checked_language(lang) == LANGUAGES[0]:
        return NullTranslations()
    found = _read(po_path(lang, domain, folder))
    if folder is None and domain != SHARED:
        found.add_fallback(catalogue(lang))
    return found


def po_path(lang: str, domain: str = SHARED, folder: Path | None = None) -> Path:
    """Return where the sentences of `lang` are kept."""
    return (folder or LOCALE_FOLDER) / lang / "LC_MESSAGES" / f"{domain}.po"


def _read(path: Path) -> GNUTranslations:
    """Compile a `.po` file in memory."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)
