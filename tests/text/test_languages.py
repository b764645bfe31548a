"""Languages: the results of a translator, and the catalogues that a translator reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError

from courtly.engine.errors import UnknownLanguage
from courtly.engine.sentences import Sentence, said
from courtly.text.languages import LANGUAGES, catalogue, marked, po_path, translator, worded


def write_po(folder: Path, text: str) -> Path:
    path = po_path("fr", "sample", folder)
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n' + text, encoding="utf-8")
    return folder


def test_english_is_not_translated() -> None:
    assert translator("en")("no such sentence {x}") == "no such sentence {x}"


def test_a_sentence_is_translated_whole() -> None:
    assert translator("fr")("Your turn.") == "À vous de jouer."


def test_a_sentence_without_a_translation_stays_english() -> None:
    assert translator("fr")("no such sentence") == "no such sentence"


@pytest.mark.parametrize("lang", ["xx", "", "FR", "../fr", "fr\n"])
def test_an_unknown_language_is_refused_with_the_known_ones(lang: str) -> None:
    with pytest.raises(UnknownLanguage, match=r"en, fr, de") as caught:
        translator(lang)
    assert caught.value.allowed == LANGUAGES
    assert caught.value.given == lang


def test_a_catalogue_is_read_once() -> None:
    assert catalogue("fr") is catalogue("fr")


def test_another_folder_has_its_own_sentences(tmp_path: Path) -> None:
    folder = write_po(tmp_path, 'msgid "Hello {name}"\nmsgstr "Bonjour {name}"\n')
    assert translator("fr", "sample", folder)("Hello {name}") == "Bonjour {name}"
    assert translator("en", "sample", folder)("Hello {name}") == "Hello {name}"


def test_the_catalogue_of_a_game_precedes_the_shared_catalogue() -> None:
    assert translator("fr", "cursed_court")("Spring") == "Printemps"
    assert translator("fr", "cursed_court")("Your turn.") == "À vous de jouer."
    assert translator("fr")("Spring") == "Spring"


def test_a_broken_catalogue_is_an_error(tmp_path: Path) -> None:
    folder = write_po(tmp_path, "nonsense\n")
    with pytest.raises(PoFileError):
        translator("fr", "sample", folder)


def test_marking_a_sentence_does_not_change_it() -> None:
    assert marked("neutral") == "neutral"


def test_nested_sentences_are_translated() -> None:
    sentence = said("{file}: {reason}", file="a.json", reason=said("the disk is full"))
    assert worded(sentence, "fr") == "a.json\u202f: le disque est plein"
    assert worded(sentence, "en") == str(sentence) == "a.json: the disk is full"


def test_each_part_of_a_sentence_is_looked_up_in_its_own_catalogue() -> None:
    problem = Sentence("Spring", {}, "cursed_court")
    assert worded(said("{move}: {problem}", move="x", problem=problem), "fr").endswith("Printemps")


def test_a_game_without_a_catalogue_uses_the_shared_catalogue() -> None:
    assert translator("fr", "no_such_game")("Your move") == translator("fr")("Your move")
