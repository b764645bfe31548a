"""Languages: what a translator does, and that every sentence of the source has its translation."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po

import courtly
from courtly.engine.errors import UnknownLanguage
from courtly.engine.words import LANGUAGES, SHARED, catalogue, marked, po_path, translator
from courtly.games.courtisans.moves import REASONS
from courtly.games.cursed_court.moves import REASONS as CURSED_REASONS
from courtly.games.monarch.moves import REASONS as MONARCH_REASONS

SOURCE = Path(courtly.__file__).parent
ROOMS = ("engine", "games", "bots", "terminal")
"""Rooms whose sentences are in the package's own catalogue; the pages have another."""

REASONS_OF = {SHARED: REASONS, "cursed_court": CURSED_REASONS, "monarch": MONARCH_REASONS}
"""By catalogue, the reasons of moves; a game's own catalogue holds what its folder and its drawings say."""

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]
every_catalogue = pytest.mark.parametrize(
    ("lang", "domain"), [(lang, domain) for lang in TRANSLATED for domain in REASONS_OF]
)


def domain_of(filename: str) -> str:
    """The catalogue that has the sentences of a file."""
    return next((domain for domain in REASONS_OF if domain != SHARED and domain in filename), SHARED)


def sentences(domain: str) -> set[str]:
    """Every sentence of the source that a catalogue translates."""
    keywords = {"marked": None, "say": None, "pgettext": ((1, "c"), 2)}
    found = {
        str(message)
        for room in ROOMS
        for name, _, message, _, _ in extract_from_dir(SOURCE / room, [("**.py", "python")], keywords=keywords)
        if domain_of(str(name)) == domain
    }
    return found | set(REASONS_OF[domain].values())


def translations(lang: str, domain: str) -> Catalog:
    with po_path(lang, domain).open("rb") as source:
        return read_po(source, abort_invalid=True)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def write_po(folder: Path, text: str) -> Path:
    path = po_path("fr", "sample", folder)
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n' + text, encoding="utf-8")
    return folder


def test_english_is_the_identity() -> None:
    assert translator("en")("no such sentence {x}") == "no such sentence {x}"


def test_a_sentence_is_translated_whole() -> None:
    assert translator("fr")("esteemed") == "dans la lumière"


def test_a_sentence_without_translation_stays_as_it_is() -> None:
    assert translator("fr")("no such sentence") == "no such sentence"


@pytest.mark.parametrize("lang", ["de", "", "FR", "../fr", "fr\n"])
def test_an_unknown_language_is_refused_with_those_there_are(lang: str) -> None:
    with pytest.raises(UnknownLanguage, match=r"en, fr") as caught:
        translator(lang)
    assert caught.value.allowed == LANGUAGES
    assert caught.value.given == lang


def test_a_catalogue_is_read_once() -> None:
    assert catalogue("fr") is catalogue("fr")


def test_another_folder_has_its_own_sentences(tmp_path: Path) -> None:
    folder = write_po(tmp_path, 'msgid "Hello {name}"\nmsgstr "Bonjour {name}"\n')
    assert translator("fr", "sample", folder)("Hello {name}") == "Bonjour {name}"
    assert translator("en", "sample", folder)("Hello {name}") == "Hello {name}"


def test_a_games_own_catalogue_comes_first_and_the_shared_one_after_it() -> None:
    assert translator("fr", "cursed_court")("Spring") == "Printemps"
    assert translator("fr", "cursed_court")("Your move") == translator("fr")("Your move") != "Your move"
    assert translator("fr")("Spring") == "Spring"


def test_a_broken_catalogue_is_an_error_and_not_silence(tmp_path: Path) -> None:
    folder = write_po(tmp_path, "nonsense\n")
    with pytest.raises(PoFileError):
        translator("fr", "sample", folder)


def test_marking_a_sentence_leaves_it_as_it_is() -> None:
    assert marked("neutral") == "neutral"


@every_catalogue
def test_every_sentence_of_the_source_is_translated_and_no_other(lang: str, domain: str) -> None:
    found = translations(lang, domain)
    done = {str(message.id) for message in found if message.id and message.string and not message.fuzzy}
    assert done == sentences(domain)


@every_catalogue
def test_the_places_of_a_sentence_are_those_of_its_translation(lang: str, domain: str) -> None:
    pairs = [(str(message.id), str(message.string)) for message in translations(lang, domain) if message.id]
    assert [english for english, other in pairs if places(english) != places(other)] == []


@pytest.mark.parametrize("domain", REASONS_OF)
def test_french_punctuation_stands_off_by_a_space_that_does_not_break(domain: str) -> None:
    loose = re.compile(r"(?<!\w)[ ][:;!?](?:\s|$)|[^\s\u00a0(<][;!?](?:\s|$)")
    texts = [str(message.string) for message in translations("fr", domain) if message.id]
    assert [text for text in texts if loose.search(text)] == []
