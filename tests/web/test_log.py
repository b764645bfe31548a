"""The log of a match on its page: the sentences between the moves."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import httpx
import pytest

import courtly
from courtly.scene.model import Line
from courtly.scene.page import GamePages, PageInput
from courtly.tables.table_views import Remark
from courtly.text.languages import LANGUAGES
from courtly.web.games import pages_of
from courtly.web.table_log import log_of
from tests.web.helpers import page, page_input, table_view_of
from tests.web.table_forms import both_ready, do

SENTENCES = {
    "en": ["A bot (level courtier) plays for X.", "X is back."],
    "fr": ["Un bot (niveau courtisan) joue pour X.", "X est de retour."],
    "de": ["Ein Bot (Stufe Höfling) spielt für X.", "X ist zurück."],
}
OWN_SENTENCES = {
    "en": ["A bot (level courtier) plays for you.", "You are back."],
    "fr": ["Un bot (niveau courtisan) joue pour vous.", "Vous êtes de retour."],
    "de": ["Ein Bot (Stufe Höfling) spielt für dich.", "Du bist zurück."],
}


def lines_on(client: httpx.Client, url: str, lang: str) -> list[str]:
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
    other, waits = sorted((client, stranger), key=lambda each: "<title>Your turn" not in page(each, url))
    do(waits, url, "mind")
    do(waits, url, "return")
    assert [re.sub(r"\b(Camille|Bo)\b", "X", line) for line in lines_on(other, url, lang)] == SENTENCES[lang]
    assert lines_on(waits, url, lang) == OWN_SENTENCES[lang]


def test_many_remarks_at_one_place_read_the_log_only_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a player who leaves and returns again and again would make every page of the table slow."""
    match = courtly.new_match("courtisans", players=2, seed=1)
    match.play(match.legal_moves()[0])
    table_view, pages, shown = table_view_of(match, 0), pages_of("courtisans"), page_input(match, 0)
    assert table_view.match is not None
    place, told = len(table_view.match.log), ("A bot ({bot}) plays for {name}.", "{name} is back.")
    remarks = [Remark(place, 1, sentence, {"bot": "courtier"}) for sentence in told * 50]
    lines, calls, log = len(pages.log(shown)), list[int](), type(pages).log

    def counting(self: GamePages, given: PageInput) -> list[Line]:
        calls.append(len(given.log))
        return log(self, given)

    monkeypatch.setattr(type(pages), "log", counting)
    found = log_of(replace(table_view, match=replace(table_view.match, remarks=remarks)), pages, shown)
    assert calls == [place, place]
    assert sum(len(passage.lines) for passage in found) == lines + 100
    assert [line.text for line in found[-1].lines[-2:]] == [
        "A bot (level courtier) plays for Isaure.",
        "Isaure is back.",
    ]
