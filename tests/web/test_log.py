"""The log of a match on its page: the sentences between the moves."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from courtly.text.languages import LANGUAGES
from tests.web.helpers import page
from tests.web.table_forms import both_ready, do

SENTENCES = {
    "en": ["Courtier plays for X.", "X is back."],
    "fr": ["Courtisan joue pour X.", "X est de retour."],
    "de": ["Höfling spielt für X.", "X ist zurück."],
}


def log_of(client: httpx.Client, url: str, lang: str) -> list[str]:
    """Return the lines of the log on a page."""
    text = client.get(url, headers={"Accept-Language": lang}).text
    found = text.split('id="log"')[1].split('id="log-empty"', maxsplit=1)[0]
    return [unescape(line) for line in re.findall(r"<li[^>]*>(.*?)</li>", found)]


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_tells_who_let_a_bot_play_and_who_is_back(
    client: httpx.Client, stranger: httpx.Client, game: str, lang: str
) -> None:
    url = both_ready(client, stranger, game=game)
    waits = next(each for each in (client, stranger) if "<title>Your turn" not in page(each, url))
    do(waits, url, "mind")
    do(waits, url, "return")
    host, guest = (log_of(each, url, lang) for each in (client, stranger))
    assert host == guest
    assert [re.sub(r"\b(Camille|Bo)\b", "X", line) for line in host] == SENTENCES[lang]
