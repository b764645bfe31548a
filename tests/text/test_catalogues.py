"""Catalogues: every catalogue translates every sentence of the source, with the typography of its language."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message

import courtly
from courtly.engine.sentences import SHARED
from courtly.text.languages import ENGLISH, LANGUAGES
from tests.text.sentences import (
    Sentence,
    catalogues,
    domains,
    held,
    home,
    in_templates,
    messages,
    places,
    texts,
    wanted,
)

PRINTED = "FICHIER:LIGNE: code endroit: phrase"
"""The format in which a program prints a problem; it is not French text."""

GAMES = Path(courtly.__file__).parent / "games"

every_catalogue = pytest.mark.parametrize(("domain", "lang"), catalogues())
every_french_catalogue = pytest.mark.parametrize("domain", domains())


@cache
def sentences(domain: str) -> set[Sentence]:
    return wanted(domain)


def translated(domain: str, lang: str) -> list[tuple[Message, str]]:
    return [(message, text) for message in messages(domain, lang) for text in texts(message)]


@every_catalogue
def test_exactly_the_sentences_of_the_source_are_translated(domain: str, lang: str) -> None:
    done = {held(message) for message in messages(domain, lang) if all(texts(message)) and not message.fuzzy}
    assert done == sentences(domain)


def test_french_has_all_catalogues_and_german_has_those_of_the_pages_and_of_courtisans() -> None:
    assert [domain for domain, lang in catalogues() if lang == "fr"] == domains()
    assert [domain for domain, lang in catalogues() if lang == "de"] == ["courtly", "courtisans"]


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != ENGLISH])
def test_no_sentence_is_in_two_catalogues(lang: str) -> None:
    own = [domain for domain, spoken in catalogues() if spoken == lang]
    count = Counter(held(message) for domain in own for message in messages(domain, lang))
    assert [sentence for sentence, times in count.items() if times > 1] == []


@pytest.mark.parametrize("domain", domains())
def test_the_english_sentences_of_players_have_typographic_apostrophes(domain: str) -> None:
    sentences = wanted(domain) & in_templates() if domain == SHARED else wanted(domain)
    assert sorted(one.text for one in sentences if "'" in f"{one.text}{one.plural}") == []


@pytest.mark.parametrize(
    ("owners", "catalogue"),
    [({"monarch"}, "monarch"), ({"monarch", "courtisans"}, "courtly"), ({"courtly", "monarch"}, "courtly")],
)
def test_a_sentence_of_several_owners_is_in_the_shared_catalogue(owners: set[str], catalogue: str) -> None:
    assert home(owners) == catalogue


@every_french_catalogue
def test_french_has_typographic_apostrophes(domain: str) -> None:
    assert [text for _, text in translated(domain, "fr") if re.search(r"\w'\w", text)] == []


def french_of(document: Any) -> Iterator[str]:
    """Yield the texts of a document under the key `fr`, such as names, missions and the texts of a lesson."""
    for key, value in document.items() if isinstance(document, dict) else enumerate(document):
        if key == "fr":
            yield from [value] if isinstance(value, str) else value
        elif isinstance(value, dict | list):
            yield from french_of(value)


FILES = [path for path in GAMES.rglob("*.toml") if path.name != "cards.toml"]
"""The texts of games in files, except Monarch's cards: records contain their hash, so they are typeset when shown."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_french_texts_of_games_have_typographic_apostrophes(path: Path) -> None:
    found = list(french_of(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert [text for text in found if re.search(r"\w'\w", text)] == []


@every_catalogue
def test_translations_have_the_placeholders_of_the_sentence(domain: str, lang: str) -> None:
    """A singular form may leave the number out."""
    for message in messages(domain, lang):
        sentence, found = held(message), [places(text) for text in texts(message)]
        assert found[-1] == places(sentence.plural or sentence.text), sentence
        assert all(each | {"n"} == found[-1] | {"n"} for each in found), sentence


@every_french_catalogue
def test_french_has_narrow_spaces_before_tall_punctuation_and_in_guillemets(domain: str) -> None:
    for _, text in translated(domain, "fr"):
        shown = text.replace(PRINTED, "")
        assert not re.search(r"(?<=[^\u202f(])[;:!?](\s|$)", shown), shown
        assert not re.search(r"«(?!\u202f)|(?<!\u202f)»", shown), shown


def test_german_has_its_own_quotation_marks_and_no_space_before_colons() -> None:
    for _, text in [*translated("courtly", "de"), *translated("courtisans", "de")]:
        assert not re.search(r"[«»”]|[ \u202f][;:!?](\s|$)", text), text
        assert text.count("„") == text.count("“"), text


@every_catalogue
def test_percent_signs_follow_the_number_and_in_other_languages_a_narrow_space(domain: str, lang: str) -> None:
    for message, text in translated(domain, lang):
        assert not re.search(r"[\d}]\s%", held(message).text), held(message)
        assert not re.search(r"(?<!\u202f)%(?=\W|$)", text.removeprefix("%")), message
