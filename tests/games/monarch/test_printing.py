"""Card sets as PDF: every card is printed, every text fits, and equal sets give equal bytes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from courtly.engine.extras import MissingExtra
from courtly.games.monarch.cardset import CardSet, cards_from, house
from courtly.games.monarch.printing import Paper, print_set, set_compiler
from courtly.games.monarch.printing.faces import faces_of
from courtly.games.monarch.printing.rules import printed_rules
from courtly.text.languages import languages_of
from tests.games.monarch.card_sets import card_set
from tests.games.monarch.documents import changed, put

LONG = "Grand Keeper of the Never-Ending Ledgers and Unpronounceabilities " * 4


def fitted(cards: CardSet, lang: str) -> list[dict[str, Any]]:
    """Return each text that the pages fit into a space: its size, its widest word, the space, and where it ends."""
    found = json.loads(set_compiler(cards, lang, "a4").query("metadata", field="value"))
    return [start | {"end": end} for start, end in zip(found[::2], found[1::2], strict=True)]


def too_large(texts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the texts that end below their space, or have a word that is wider."""
    return [text for text in texts if text["end"] > text["y"] + text["height"] or text["wide"] > text["width"]]


@pytest.mark.parametrize("lang", languages_of("monarch"))
def test_every_text_of_the_house_set_fits_and_can_be_read(lang: str) -> None:
    texts = fitted(house(), lang)
    assert too_large(texts) == []
    assert min(text["size"] for text in texts if text["part"] != "kind") >= 7
    assert min(text["size"] for text in texts if text["part"] == "kind") >= 4.5


def test_every_text_of_a_set_with_long_names_fits() -> None:
    document = changed(put(**{"set.name.en": LONG, "emblems.beast.en": LONG, "paths.might.en": "M" * 70}))
    for table in ("court", "moon", "guest", "banner", "land", "improvement"):
        document[table][0] |= {"name": {"en": LONG, "fr": "X" * 90}, "text": {"en": LONG * 3, "fr": "-" * 200}}
    for lang in ("en", "fr"):
        assert too_large(fitted(cards_from(document), lang)) == []


def test_every_copy_of_every_card_is_printed_once() -> None:
    counts = Counter(text["card"] for text in fitted(house(), "en") if text["part"] == "name")
    assert counts == {entry.id: getattr(entry, "copies", 1) for entry in house().entries.values()}


@pytest.mark.parametrize("seed", range(3))
def test_a_set_of_any_kinds_of_cards_is_printed(seed: int) -> None:
    cards = cards_from(card_set(seed))
    assert too_large(fitted(cards, "en")) == []
    assert len(faces_of(cards, "en")) >= len(cards.entries)


def test_equal_sets_give_equal_bytes_without_a_date() -> None:
    pdf = print_set(house(), "en")
    assert pdf.startswith(b"%PDF")
    assert pdf == print_set(cards_from(changed()), "en")
    assert b"CreationDate" not in pdf


def test_letters_without_a_bundled_font_are_printed_too() -> None:
    cards = cards_from(changed(put(**{"court[astronomer].name.en": "天文学者"})))
    assert too_large(fitted(cards, "en")) == []


def dark(page: Image.Image, left: float, right: float) -> bool:
    """Return whether the first row of cards has a dark point between two columns, as parts of the width."""
    width, height = page.size
    area = page.crop((int(width * left), int(height * 0.12), int(width * right), int(height * 0.3)))
    return min(area.convert("L").tobytes()) < 100


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_backs_are_mirrored(paper: Paper) -> None:
    pages = [Image.open(BytesIO(page)) for page in set_compiler(house(), "en", paper).compile(format="png", ppi=24)]
    front, back = pages[18:20]  # after two pages of rules, the 74 cards of the market end with a page of two cards
    assert [dark(front, 0.1, 0.3), dark(front, 0.7, 0.9)] == [True, False]
    assert [dark(back, 0.1, 0.3), dark(back, 0.7, 0.9)] == [False, True]


@pytest.mark.parametrize("lang", languages_of("monarch"))
def test_the_rules_have_no_clauses_and_no_pictures(lang: str) -> None:
    blocks = printed_rules(lang)
    text = " ".join(words for block in blocks for words, _ in block["spans"])
    assert {block["kind"] for block in blocks} == {"h1", "h2", "p", "li"}
    assert "[" not in text
    assert any(bold for block in blocks for _, bold in block["spans"])


def test_a_language_without_rules_gets_the_english_ones() -> None:
    assert printed_rules("xx") == printed_rules("en")


def test_without_typst_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(
        MissingExtra, match=r"PDF pages need the extra courtly\[print\]: pip install 'courtly\[print\]'"
    ):
        print_set(house(), "en")
