"""Translates the English sentences of the source into the reader's language.

Babel reads a `.po` file when its language is first needed, so there is no compiled catalogue to keep up to date.
English is the identity. Callers translate whole sentences with named places (`"{name} wins."`) and fill them
afterwards; what is stored or sent holds ids and arguments, never text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from courtly.engine.errors import UnknownGame, UnknownLanguage, listing, shown
from courtly.engine.sentences import SHARED, Sentence, said

LANGUAGES = ("en", "fr")
"""The languages in which everything is written, the default first."""

LOCALE_FOLDER = Path(__file__).parent / "locale"
"""Where the package's own translations lie, as `<language>/LC_MESSAGES/<domain>.po`."""


def translator(lang: str, domain: str = SHARED, folder: Path | None = None) -> Callable[[str], str]:
    """Return the function that turns an English sentence into one of `lang`.

    Parameters
    ----------
    lang
        One of `LANGUAGES`.
    domain
        The name of the `.po` file, without its suffix: `courtly`, or a game. What a game's own file does not have, or
        all if it has none, is looked up in `courtly`.
    folder
        The locale folder, by default the package's own, or that of the game's package.

    Raises
    ------
    UnknownLanguage
        Nothing is written in `lang`.

    Examples
    --------
    >>> translator("fr")("Your turn.")
    'À vous de jouer.'
    >>> translator("fr", "courtisans")("neutral")
    'neutre'
    """
    return catalogue(lang, domain, folder).gettext


def worded(sentence: Sentence, lang: str) -> str:
    """Return a sentence in `lang`, the sentences in its places too.

    Examples
    --------
    >>> worded(Sentence("esteemed", domain="courtisans"), "fr")
    'dans la lumière'
    """
    places = {
        name: worded(value, lang) if isinstance(value, Sentence) else value for name, value in sentence.places.items()
    }
    return translator(lang, sentence.domain)(sentence.text).format(**places)


def marked(sentence: str) -> str:
    """Return `sentence` as it is: marks a constant that is translated later, for the list of sentences to translate."""
    return sentence


def checked_language(lang: str) -> str:
    """Return `lang`, or raise `UnknownLanguage`."""
    if lang not in LANGUAGES:
        message = said("there is no language {given}; there are {known}", given=shown(lang), known=listing(LANGUAGES))
        raise UnknownLanguage(message, given=lang, where="lang", allowed=LANGUAGES)
    return lang


@cache
def catalogue(lang: str, domain: str = SHARED, folder: Path | None = None) -> NullTranslations:
    """Return the translations of `lang`, read once per process; see `translator`."""
    if checked_language(lang) == LANGUAGES[0]:
        return NullTranslations()
    path = po_path(lang, domain, folder)
    found = _read(path) if path.exists() or folder or domain == SHARED else NullTranslations()
    if folder is None and domain != SHARED:
        found.add_fallback(catalogue(lang))
    return found


def po_path(lang: str, domain: str = SHARED, folder: Path | None = None) -> Path:
    """Return where the sentences of `lang` are kept."""
    return (folder or locale_folder(domain)) / lang / "LC_MESSAGES" / f"{domain}.po"


def locale_folder(domain: str) -> Path:
    """Return the folder of a catalogue: a game's lies in its package."""
    if domain == SHARED:
        return LOCALE_FOLDER
    from courtly.engine.contract.game import find_game  # who asks only for shared sentences does not wait for Numba

    try:
        spec = find_spec(find_game(domain).package)
    except UnknownGame:
        return LOCALE_FOLDER
    folders = spec.submodule_search_locations if spec else None
    return Path(next(iter(folders))) / "locale" if folders else LOCALE_FOLDER


def _read(path: Path) -> GNUTranslations:
    """Compile a `.po` file in memory."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)
