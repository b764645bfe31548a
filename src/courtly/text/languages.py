"""Translates the English sentences of the source into other languages.

`SUPPORTED` lists the languages. Babel reads a `.po` file when its language is first used, so there is no compiled
catalogue to keep up to date. The rule in the head of the file chooses between plural forms. English is not translated.
Callers translate whole sentences with named placeholders (`"{name} wins."`) and fill these afterwards. Stored and sent
data contain ids and arguments, never text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from courtly.engine.errors import UnknownGame, UnknownLanguage, listing, shown
from courtly.engine.sentences import SHARED, Sentence, said
from courtly.text.english import English
from courtly.text.french import French
from courtly.text.german import German
from courtly.text.language import Language

SUPPORTED: tuple[Language, ...] = (English(), French(), German())
"""The languages, in the order of the switch on the pages. This is the only list; the first one is the fallback."""

LANGUAGES = tuple(language.code for language in SUPPORTED)
"""The codes of the languages."""

CODES = "|".join(LANGUAGES)
"""The codes as alternatives, for help texts and patterns."""

ENGLISH = English.code
"""The language of the source. A text without a translation stays English."""

DOT = "\N{NO-BREAK SPACE}· "
"""Separates short texts on one line. A line that wraps does not begin with it."""

LOCALE_FOLDER = Path(__file__).parent / "locale"
"""The package's own translations, as `<language>/LC_MESSAGES/<domain>.po`."""


def translator(lang: str, domain: str = SHARED, folder: Path | None = None) -> Callable[[str], str]:
    """Return a function that translates an English sentence into `lang`.

    Parameters
    ----------
    lang
        One of `LANGUAGES`.
    domain
        The name of the `.po` file without suffix: `courtly`, or a game. Texts that are missing in a game's own file are
        looked up in `courtly`.
    folder
        The locale folder; by default the package's own or the one in the game's package.

    Raises
    ------
    UnknownLanguage
        `lang` is not supported.

    Examples
    --------
    >>> translator("fr")("Your turn.")
    'À vous de jouer.'
    >>> translator("fr", "courtisans")("neutral")
    'neutre'
    """
    return catalogue(lang, domain, folder).gettext


def worded(sentence: Sentence, lang: str) -> str:
    """Return a sentence in `lang`, including the sentences inserted in it.

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
    """Return `sentence` unchanged; the call marks a constant for translation, which happens on display."""
    return sentence


def checked_language(lang: str) -> str:
    """Return `lang`, or raise `UnknownLanguage`."""
    if lang not in LANGUAGES:
        message = said("there is no language {given}; choose from {known}", given=shown(lang), known=listing(LANGUAGES))
        raise UnknownLanguage(message, given=lang, where="lang", allowed=LANGUAGES)
    return lang


def language_of(lang: str) -> Language:
    """Return the language with this code.

    Examples
    --------
    >>> language_of("fr").name
    'Français'
    """
    return SUPPORTED[LANGUAGES.index(checked_language(lang))]


def in_language(texts: Mapping[str, str], lang: str) -> str:
    """Return a text of a data file, which has one text per language; English is the fallback.

    Examples
    --------
    >>> in_language({"en": "Hare", "fr": "Lièvre"}, "fr"), in_language({"en": "Hare"}, "fr")
    ('Lièvre', 'Hare')
    """
    return texts.get(checked_language(lang)) or texts[ENGLISH]


@cache
def languages_of(domain: str) -> tuple[str, ...]:
    """Return the languages of a catalogue: English, and each language in which the game or the shared code has a file.

    Examples
    --------
    >>> languages_of("cursed_court")
    ('en', 'fr')
    """
    return tuple(lang for lang in LANGUAGES if lang == ENGLISH or po_path(lang, domain).exists())


def text_language(lang: str, domain: str) -> str:
    """Return the language of a game's texts: `lang`, or English if the game has no translation.

    Examples
    --------
    >>> text_language("fr", "courtisans"), text_language("fr", "no_such_game")
    ('fr', 'en')
    """
    return lang if lang in languages_of(domain) else ENGLISH


@cache
def catalogue(lang: str, domain: str = SHARED, folder: Path | None = None) -> NullTranslations:
    """Return the translations for `lang`, read once per process; see `translator`."""
    if checked_language(lang) == ENGLISH:
        return NullTranslations()
    path = po_path(lang, domain, folder)
    found = _read(path) if path.exists() or folder or domain == SHARED else NullTranslations()
    if folder is None and domain != SHARED:
        found.add_fallback(catalogue(lang))
    return found


def po_path(lang: str, domain: str = SHARED, folder: Path | None = None) -> Path:
    """Return the path of the `.po` file for `lang`."""
    return (folder or locale_folder(domain)) / lang / "LC_MESSAGES" / f"{domain}.po"


def locale_folder(domain: str) -> Path:
    """Return the locale folder of a catalogue; a game has its own in its package."""
    if domain == SHARED:
        return LOCALE_FOLDER
    from courtly.engine.contract.game import find_game  # a late import: shared sentences do not need to load Numba

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
