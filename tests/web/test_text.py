"""Languages: which one a reader gets, and that every sentence has its French."""

import re
from pathlib import Path

import httpx
import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import courtly.web
from courtly.web.text import LOCALE_FOLDER, Speaker, accepted_language
from tests.web.helpers import begin, page

WEB = Path(courtly.web.__file__).parent
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"say": None, "count": (1, 2), "marked": None}
PO = LOCALE_FOLDER / "fr" / "LC_MESSAGES" / "web.po"


def used() -> set[str | tuple[str, ...]]:
    found = extract_from_dir(WEB, METHODS, keywords=KEYWORDS)
    return {sentence if isinstance(sentence, str) else tuple(sentence) for _, _, sentence, _, _ in found}


def translated() -> list[Message]:
    with PO.open("rb") as file:
        return [message for message in read_po(file, abort_invalid=True) if message.id]


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def test_every_sentence_has_a_french_translation() -> None:
    assert used() - {message.id for message in translated() if all(texts(message))} == set()


def test_no_translation_outlives_its_sentence() -> None:
    assert {message.id for message in translated()} - used() == set()


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_a_translation_has_the_places_of_its_sentence() -> None:
    for message in translated():
        sentence = message.id if isinstance(message.id, str) else message.id[-1]
        assert {frozenset(places(text)) for text in texts(message)} == {frozenset(places(sentence))}, sentence


def test_french_puts_a_narrow_space_before_tall_punctuation_and_inside_guillemets() -> None:
    for text in (text for message in translated() for text in texts(message)):
        assert not re.search(r"(?<!\u202f)[;:!?](\s|$)", text), text
        assert not re.search(r"«(?!\u202f)|(?<!\u202f)»", text), text


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de, en;q=0.4, fr;q=0.6", "fr"),
        ("en, fr;q=0.9", "en"),
        ("fr;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("fr;q=high", "en"),
        (";;;,,,", "en"),
    ],
)
def test_the_browser_says_which_language_it_prefers(header: str, lang: str) -> None:
    assert accepted_language(header) == lang


def test_a_language_that_was_chosen_stays_on_every_page(client: httpx.Client) -> None:
    url = begin(client)
    client.post("/language", data={"lang": "fr", "here": url})
    for address in ("/", "/credits", url):
        assert '<html lang="fr">' in page(client, address)


def test_a_choice_of_language_goes_back_to_where_it_was_made(client: httpx.Client) -> None:
    response = client.post("/language", data={"lang": "fr", "here": "/credits"}, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, "/credits")


@pytest.mark.parametrize(
    "here", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:x", "/é"]
)
def test_a_choice_of_language_never_leads_to_another_site(client: httpx.Client, here: str) -> None:
    response = client.post("/language", data={"lang": "fr", "here": here}, follow_redirects=False)
    assert response.headers["location"] == "/"


def test_a_language_that_is_not_spoken_is_refused(client: httpx.Client) -> None:
    response = client.post("/language", data={"lang": "xx"}, headers={"Accept": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["allowed"] == ["en", "fr"]


def test_a_cookie_with_an_unknown_language_is_passed_over(client: httpx.Client) -> None:
    assert '<html lang="en">' in client.get("/", headers={"Cookie": "courtly_language=xx"}).text


def test_numbers_choose_between_one_and_many() -> None:
    said = [
        Speaker(lang).count("{n} card in the deck", "{n} cards in the deck", n)
        for lang in ("en", "fr")
        for n in (0, 1, 2)
    ]
    assert said[:3] == ["0 cards in the deck", "1 card in the deck", "2 cards in the deck"]
    assert said[3:] == ["0 carte dans la pioche", "1 carte dans la pioche", "2 cartes dans la pioche"]
