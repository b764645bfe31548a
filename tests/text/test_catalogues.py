"""Catalogues: every sentence of the source has a translation in one of them, with French typography."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.text.sentences import domains, held, home, messages, places, texts, wanted

PRINTED = "FICHIER:LIGNE: code endroit: phrase"
"""The format in which a program prints a problem; it is not French text."""

every_catalogue = pytest.mark.parametrize("domain", domains())


@every_catalogue
def test_exactly_the_sentences_of_the_source_are_translated(domain: str) -> None:
    done = {held(message) for message in messages(domain) if all(texts(message)) and not message.fuzzy}
    assert done == wanted(domain)


def test_no_sentence_is_in_two_catalogues() -> None:
    count = Counter(held(message) for domain in domains() for message in messages(domain))
    assert [sentence for sentence, times in count.items() if times > 1] == []


@pytest.mark.parametrize(
    ("owners", "catalogue"),
    [({"monarch"}, "monarch"), ({"monarch", "courtisans"}, "courtly"), ({"courtly", "monarch"}, "courtly")],
)
def test_a_sentence_of_several_owners_is_in_the_shared_catalogue(owners: set[str], catalogue: str) -> None:
    assert home(owners) == catalogue


@every_catalogue
def test_translations_have_the_placeholders_of_the_sentence(domain: str) -> None:
    """A singular form may leave the number out."""
    for message in messages(domain):
        sentence, translated = held(message), [places(text) for text in texts(message)]
        assert translated[-1] == places(sentence.plural or sentence.text), sentence
        assert all(found | {"n"} == translated[-1] | {"n"} for found in translated), sentence


@every_catalogue
def test_french_has_narrow_spaces_before_tall_punctuation_and_in_guillemets(domain: str) -> None:
    for text in (text.replace(PRINTED, "") for message in messages(domain) for text in texts(message)):
        assert not re.search(r"(?<=[^\u202f(])[;:!?](\s|$)", text), text
        assert not re.search(r"«(?!\u202f)|(?<!\u202f)»", text), text


@every_catalogue
def test_percent_signs_follow_the_number_and_in_french_a_narrow_space(domain: str) -> None:
    for message in messages(domain):
        assert not re.search(r"[\d}]\s%", held(message).text), held(message)
        assert not any(re.search(r"(?<!\u202f)%(?=\W|$)", text.removeprefix("%")) for text in texts(message)), message
