"""Hints on the page of a match, in every game: the player to move can ask for one, and only that player sees it."""

from __future__ import annotations

import re
from functools import partial
from html import unescape

import httpx
import pytest

from courtly.bots import Budget, hint
from courtly.tables.errors import HintsBusy
from courtly.text.languages import LANGUAGES
from courtly.web.games import offered
from tests.games.monarch.builders import begin as monarch
from tests.web.helpers import JSON, begin, hidden, page, page_of, send

GAMES = [pages.name for pages in offered()]
BUTTON = 'form="ask-hint"'


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.tables.hints.hint", partial(hint, budget=Budget(simulations=20), ends=2))


def hinted(text: str) -> list[str]:
    """Return the move that a page advises, and the lines that explain it."""
    move, why = (text.split(f'<section class="{name}"')[1] for name in ("hint", "panel hint-why"))
    lines = re.findall(r"<strong>(.*?)</strong>", move)[:1] + re.findall(r"<li>(.*?)</li>", why.split("</ul>", 1)[0])
    return [unescape(line) for line in lines]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_has_a_move_and_its_reasons(client: httpx.Client, game: str, lang: str) -> None:
    client.headers["Accept-Language"] = lang
    url = begin(client, game=game, players="2")
    asked, answer = page(client, url), page(client, f"{url}/hint")
    assert BUTTON in asked
    assert f'<form id="ask-hint" method="get" action="{url}/hint">' in asked
    assert BUTTON not in answer
    move, first, *more = hinted(answer)
    assert move
    assert "%" in first
    assert more
    assert ("wins" in first) == (lang == "en")


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_gives_each_reason_once(client: httpx.Client, game: str) -> None:
    text = page(client, f"{begin(client, game=game, players='2')}/hint")
    best = text.split('<section class="panel hint-best"')[1].split("</ol>", 1)[0]
    _, *reasons = hinted(text)
    assert best.count("<li><p>") > 1
    assert set(reasons).isdisjoint(unescape(line) for line in re.findall(r"<li>(.*?)</li>", best.split("<li><p>")[1]))


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_changes_nothing_and_is_the_same_after_a_reload(client: httpx.Client, game: str) -> None:
    url = begin(client, game=game, players="2")
    before = page(client, url)
    answers = [page(client, f"{url}/hint") for _ in range(2)]
    assert hinted(answers[0]) == hinted(answers[1])
    assert hidden(before)["turn"] == hidden(answers[0])["turn"] == hidden(page(client, url))["turn"]
    assert '<section class="hint"' not in page(client, url)


def test_the_page_with_a_hint_accepts_moves_and_a_change_of_language(client: httpx.Client) -> None:
    url = begin(client)
    text = page(client, f"{url}/hint")
    assert f'name="here" value="{url}/hint"' in text
    assert f'href="{url}">Hide the hint</a>' in text
    assert 'name="piece"' in text


def test_only_the_player_of_a_match_gets_a_hint(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client)
    nobody = stranger.get(f"{url}/hint", headers=JSON)
    begin(stranger)
    other = stranger.get(f"{url}/hint", headers=JSON)
    told = [(answer.status_code, answer.json()["error"]["code"]) for answer in (nobody, other)]
    assert told == [(401, "no-identity"), (404, "no-such-table")]


def test_a_full_hint_queue_is_reported_and_the_match_goes_on(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise HintsBusy("16 hints are already waiting")

    url = begin(client)
    monkeypatch.setattr("courtly.tables.hints.Hints.find", refuse)
    refused = client.get(f"{url}/hint")
    assert refused.status_code == 429
    assert "No hint right now" in refused.text
    assert url in refused.text
    assert BUTTON in page(client, url)


def test_an_unknown_table_has_no_hint(client: httpx.Client) -> None:
    begin(client)
    assert client.get("/tables/nowhere/hint").status_code == 404


def test_after_the_end_there_is_no_hint(client: httpx.Client) -> None:
    url = begin(client, game="monarch", players="2", max_rounds="1")
    send(client, url, "end")
    answer = client.get(f"{url}/hint")
    assert answer.status_code == 409
    assert "It is not your turn" in answer.text
    assert f'href="{url}"' in answer.text


def test_the_address_of_a_hint_accepts_no_forms(client: httpx.Client) -> None:
    assert client.post(f"{begin(client)}/hint", data={"move": "spare"}).status_code == 405


def test_a_waiting_player_has_no_hint_button() -> None:
    assert [BUTTON in page_of(monarch(2), seat) for seat in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "Then, in the same turn:"), ("fr", "Puis, dans le même tour\u202f:"), ("de", "Danach, im selben Zug:")],
)
def test_a_hint_lists_the_other_cards_of_the_turn_and_their_places(client: httpx.Client, lang: str, words: str) -> None:
    client.headers["Accept-Language"] = lang
    text = page(client, f"{begin(client, game='courtisans', players='3', seed='7')}/hint")
    (rest,) = re.findall(rf'<p>{words}</p>\s*<ol class="hint-rest">(.*?)</ol>', text, re.DOTALL)
    moves = re.findall(r'data-moves="(.*?)"', text, re.DOTALL)[0].split("\n")
    asked = [move for move in moves if move.startswith("play")]
    assert len(asked) == 3
    assert len(re.findall("<li>.+?</li>", rest)) == 2


def test_a_hint_for_a_bet_names_its_coins_and_compares_the_moves_by_how_good_they_are(client: httpx.Client) -> None:
    url = begin(client, game="cursed_court", players="3", seed="7")
    text = page(client, f"{url}/hint")
    region, stake = re.findall(r'data-moves="bet (\S+)\nstake (\d+)"', text)[0]
    assert region
    assert ("without coins" if stake == "0" else f"with {stake} coin") in hinted(text)[0]
    first, *others = re.findall(r'<span class="chance">(.*?)</span>', text)
    assert first.startswith("wins about ")
    numbers = [int(re.sub(r"\D", "", each)) for each in others if each != "nearly as good"]
    assert others[len(others) - len(numbers) :] == [f"wins about {number}%" for number in numbers]
    assert numbers == sorted(numbers, reverse=True)
    assert all(number < int(re.sub(r"\D", "", first)) for number in numbers)
