"""Catalogues: each sentence of the source has its translation in one of them, and French is set as the French do."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.text.sentences import domains, held, home, messages, places, texts, wanted

PRINTED = "FICHIER:LIGNE: code endroit: phrase"
"""How a program prints a problem, which is no French."""

every_catalogue = pytest.mark.parametrize("domain", domains())


@every_catalogue
def test_every_sentence_of_the_source_is_translated_and_no_other(domain: str) -> None:
    done = {held(message) for message in messages(domain) if all(texts(message)) and not message.fuzzy}
    assert done == wanted(domain)


def test_no_sentence_stands_in_two_catalogues() -> None:
    count = Counter(held(message) for domain in domains() for message in messages(domain))
    assert [sentence for sentence, times in count.items() if times > 1] == []


@pytest.mark.parametrize(
    ("owners", "catalogue"),
    [({"monarch"}, "monarch"), ({"monarch", "courtisans"}, "courtly"), ({"courtly", "monarch"}, "courtly")],
)
def test_what_several_say_stands_in_the_shared_catalogue(owners: set[str], catalogue: str) -> None:
    assert home(owners) == catalogue


@every_catalogue
def test_the_places_of_a_sentence_are_those_of_its_translations(domain: str) -> None:
    """A sentence about one thing may leave its number out."""
    for message in messages(domain):
        sentence, translated = held(message), [places(text) for text in texts(message)]
        assert translated[-1] == places(sentence.plural or sentence.text), sentence
        assert all(found | {"n"} == translated[-1] | {"n"} for found in translated), sentence


@every_catalogue
def test_french_puts_a_narrow_space_before_tall_punctuation_and_inside_guillemets(domain: str) -> None:
    for text in (text.replace(PRINTED, "") for message in messages(domain) for text in texts(message)):
        assert not re.search(r"(?<=[^\u202f(])[;:!?](\s|$)", text), text
        assert not re.search(r"«(?!\u202f)|(?<!\u202f)»", text), text
