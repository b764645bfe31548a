"""Taking back moves on the pages of a table: the forms, the sentences, and the log."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

import courtly
from courtly.tables.clocks import ClocksDocument
from courtly.tables.document import TakeBackDocument
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.render import render
from tests.web.helpers import page, send, table_view_of, with_table
from tests.web.table_forms import both_ready, do, offers

BUTTON = 'id="take-back"'


def begun(client: httpx.Client, stranger: httpx.Client) -> tuple[str, httpx.Client, httpx.Client]:
    """Return a table of two friends: its address, the player who has just bet, and the other player."""
    url = both_ready(client, stranger, game="cursed_court")
    mover = next(each for each in (client, stranger) if "<title>Your turn" in page(each, url))
    other = stranger if mover is client else client
    bet = mover.get(f"/api{url}").json()["view"]["legal"][0]
    assert send(mover, url, *bet.split(" ")).status_code == 303
    assert send(mover, url, "stake", "1").status_code == 303
    return url, mover, other


def log(text: str) -> list[str]:
    """Return the lines of the log on a page; a move that was taken back is between tildes."""
    found = text.split('id="log"')[1].split('id="log-empty"', maxsplit=1)[0].replace("<s>", "~").replace("</s>", "~")
    return [unescape(line) for line in re.findall(r"<li[^>]*>(.*?)</li>", found)]


def request_on(text: str) -> str:
    """Return the open request on a page, without tags."""
    found = text.split('id="request"')[1].split('<div class="note-box"', maxsplit=1)[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", found).split())


def test_a_move_is_taken_back_with_plain_forms(client: httpx.Client, stranger: httpx.Client) -> None:
    url, mover, other = begun(client, stranger)
    assert [BUTTON in page(each, url) for each in (mover, other)] == [True, False]
    before = log(page(mover, url))
    do(mover, url, "take_back")
    texts = [page(each, url) for each in (mover, other)]
    assert re.search(r'id="take-back"[^>]* disabled>.*?Waiting for (Camille|Bo)\.<', texts[0])
    assert request_on(texts[0]) == ""
    assert request_on(texts[1]).endswith("asks to take back the move. Agree Refuse")
    assert [offers(text, "agree") for text in texts] == [False, True]
    do(other, url, "agree")
    after = page(mover, url)
    assert "<title>Your turn" in after
    assert request_on(after) == ""
    assert BUTTON not in after
    assert log(after)[-2] == f"~{before[-1]}~"
    assert log(after)[-1] == "You take back a move."
    assert log(page(other, url))[-1].endswith(" takes back a move.")


def test_a_request_shows_the_clock_that_runs() -> None:
    match = courtly.new_match("courtisans", players=2, seed=1)
    clocks, asked = ClocksDocument([12.0, 30.0], 0, None), TakeBackDocument(1, [0])
    shown = with_table(table_view_of(match, 0, names=["Ann", "Bo"]), clocks=clocks, take_back=asked, to_move=0)
    locale = Locale("en", domain="courtisans")
    page = table_pages.match_page(shown, locale)
    text = bytes(render(page.template, page, locale).body).decode()
    assert request_on(text) == "Bo asks to take back the move. Time left: 0:12 Agree Refuse"


def test_a_refused_move_stays(client: httpx.Client, stranger: httpx.Client) -> None:
    url, mover, other = begun(client, stranger)
    do(mover, url, "take_back")
    do(other, url, "refuse")
    assert "<title>Your turn" in page(other, url)
    for each in (mover, other):
        text = page(each, url)
        assert request_on(text) == ""
        assert BUTTON not in text


def test_the_moves_after_a_take_back_follow_it_in_the_log(client: httpx.Client, stranger: httpx.Client) -> None:
    url, mover, other = begun(client, stranger)
    do(mover, url, "take_back")
    do(other, url, "agree")
    assert send(mover, url, "stake", "2").status_code == 303
    for each in (mover, other):
        *_, taken, told, again = log(page(each, url))
        assert taken.startswith("~")
        assert re.search("takes? back", told)
        assert "2" in again


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ["Reprendre mon coup", "demande à reprendre son coup", "Accepter"]),
        ("de", ["Zug zurücknehmen", "möchte den Zug zurücknehmen", "Zustimmen"]),
    ],
)
def test_a_take_back_speaks_the_language_of_its_viewer(
    client: httpx.Client, stranger: httpx.Client, lang: str, words: list[str]
) -> None:
    url, mover, other = begun(client, stranger)
    for each in (mover, other):
        each.headers["Accept-Language"] = lang
    assert words[0] in page(mover, url)
    do(mover, url, "take_back")
    asked = request_on(page(other, url))
    assert words[1] in asked
    assert words[2] in asked


def test_a_form_of_an_earlier_position_changes_nothing(client: httpx.Client, stranger: httpx.Client) -> None:
    url, mover, other = begun(client, stranger)
    do(mover, url, "take_back")
    do(other, url, "agree", status=409, turn="1")
    assert request_on(page(other, url))


def test_a_spectator_cannot_answer_a_request(client: httpx.Client, stranger: httpx.Client, site: str) -> None:
    url, mover, _ = begun(client, stranger)
    do(mover, url, "take_back")
    code = client.get(f"/api{url}").json()["watch"]
    with httpx.Client(base_url=site) as onlooker:
        onlooker.post(f"/watch/{code}", data={"name": "Eve"})
        text = page(onlooker, url)
    assert request_on(text) == ""
    assert not offers(text, "agree")
    assert not offers(text, "take_back")
