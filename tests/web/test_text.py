"""The language of the pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import httpx
import pytest

from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web.measures import left_words
from courtly.web.text import accepted_language
from tests.web.helpers import begin, page


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("de-AT, en;q=0.9", "de"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("xx, en;q=0.4, fr;q=0.6", "fr"),
        ("en, fr;q=0.9", "en"),
        ("fr;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("fr;q=high", "en"),
        (";;;,,,", "en"),
    ],
)
def test_the_browsers_preferred_language_is_used(header: str, lang: str) -> None:
    assert accepted_language(header) == lang


def test_a_chosen_language_applies_to_every_page(client: httpx.Client) -> None:
    url = begin(client)
    client.post("/language", data={"lang": "fr", "here": url})
    for address in ("/", "/credits", url):
        assert '<html lang="fr">' in page(client, address)


def test_after_a_language_choice_the_browser_is_redirected_back(client: httpx.Client) -> None:
    response = client.post("/language", data={"lang": "fr", "here": "/credits"}, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, "/credits")


@pytest.mark.parametrize(
    "here", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:x", "/é"]
)
def test_a_language_choice_never_redirects_to_another_site(client: httpx.Client, here: str) -> None:
    response = client.post("/language", data={"lang": "fr", "here": here}, follow_redirects=False)
    assert response.headers["location"] == "/"


def test_an_unsupported_language_is_rejected(client: httpx.Client) -> None:
    response = client.post("/language", data={"lang": "xx"}, headers={"Accept": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["allowed"] == list(LANGUAGES)


def test_a_cookie_with_an_unknown_language_is_ignored(client: httpx.Client) -> None:
    assert '<html lang="en">' in client.get("/", headers={"Cookie": "courtly_language=xx"}).text


def test_a_number_chooses_the_singular_or_the_plural() -> None:
    said = [
        Locale(lang, domain="courtisans").count("{n} card in the deck", "{n} cards in the deck", n)
        for lang in ("en", "fr")
        for n in (0, 1, 2)
    ]
    assert said[:3] == ["0 cards in the deck", "1 card in the deck", "2 cards in the deck"]
    assert said[3:] == ["0 carte dans la pioche", "1 carte dans la pioche", "2 cartes dans la pioche"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "0 minutes left"),
        (89, "1 minute left"),
        (3_569, "59 minutes left"),
        (3_571, "1 hour left"),
        (84_000, "23 hours left"),
        (86_399, "1 day left"),
        (259_100, "3 days left"),
    ],
)
def test_the_time_left_for_a_turn_is_told_in_its_largest_unit(seconds: int, words: str) -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert left_words((noon + timedelta(seconds=seconds)).isoformat(), Locale("en"), now=noon) == words
