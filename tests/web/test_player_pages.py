"""A player's own pages: matches and results, recurring mistakes, the data export, and deletion."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import httpx
import pytest

from courtly.tables.history import Mistake, Played, Streak
from courtly.tables.journal import LEFT, Player
from courtly.tables.store.players import Against
from courtly.tables.store.rows import ResultRow
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web.player_pages import played_page
from courtly.web.render import render
from tests.web.helpers import application, begin, page, play_to_the_end, serving, show_link, visitor

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
ANN = Player("ann", "Ann", "wine", NOON)
FOREIGN = {"Origin": "https://elsewhere.example"}


@pytest.fixture
def played(site: str) -> Iterator[tuple[httpx.Client, httpx.Client, str]]:
    """A match that one person has played to its end: this person's client, another client, and the table's address."""
    with visitor(site) as client, visitor(site) as stranger:
        url = begin(client, name="Annabella", players="2")
        play_to_the_end(client, url)
        yield client, stranger, url


def test_matches_and_results_are_on_a_private_page(
    played: tuple[httpx.Client, httpx.Client, str],
) -> None:
    client, stranger, url = played
    text = page(client, "/me/matches")
    assert f'href="{url}/matches/1"' in text
    assert "Annabella" in text
    assert "No recurring mistake yet" in text
    begin(stranger, players="2")
    other = page(stranger, "/me/matches")
    assert "Annabella" not in other
    assert url not in other
    assert text != other


@pytest.mark.parametrize("path", ["/me/matches", "/me/export", "/me/leave"])
def test_a_new_client_is_redirected_to_the_tables(stranger: httpx.Client, path: str) -> None:
    answer = stranger.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/tables")


def test_the_export_contains_only_the_players_own_data(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, stranger, url = played
    answer = client.get("/me/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["cache-control"] == "no-store"
    document = answer.json()
    assert document["format"] == "courtly-player/1"
    assert document["player"]["name"] == "Annabella"
    assert [match["table"] for match in document["matches"]] == [url.rpartition("/")[2]]
    begin(stranger, players="2")
    assert stranger.get("/me/export").json()["matches"] == []


def test_leaving_asks_twice_and_is_final(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, stranger, url = played
    link = show_link(client)
    cookies = dict(client.cookies)
    assert "Are you sure?" in client.post("/me/leave").text
    assert client.get(url).status_code == 200
    assert "You have left" in client.post("/me/leave", data={"sure": "yes"}).text
    assert dict(client.cookies) != cookies
    for browser in (client, stranger):
        assert browser.get(url).status_code == 404
        assert browser.get(link).status_code == 404
    stranger.cookies.update(cookies)
    assert stranger.get(url).status_code == 404
    assert "Annabella" not in stranger.get("/me/matches", follow_redirects=True).text


def test_another_site_cannot_make_a_player_leave(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, _, url = played
    assert client.post("/me/leave", data={"sure": "yes"}, headers=FOREIGN).status_code == 403
    assert client.get(url).status_code == 200


def test_other_players_keep_a_deleted_players_match_with_a_translated_name() -> None:
    with serving(application(":memory:")) as site, visitor(site) as one, visitor(site) as other:
        url = begin(one, name="Annabella", players="2", **{"bot-2": "open"})
        code = one.get(f"/api{url}").json()["join"]
        other.post(f"/join/{code}", data={"name": "Bo"})
        for browser in (one, other):
            browser.post(f"{url}/acts", data={"act": "ready", "word": "rose", "command": "ready"})
        one.post("/me/leave", data={"sure": "yes"})
        assert "Former player" in page(other, url)
        other.post("/language", data={"lang": "fr"})
        text = page(other, url)
        assert "Ancien joueur" in text
        assert LEFT not in text
        assert "Annabella" not in text


def result(seat: int, player: str | None, share: float, *, table: str = "t") -> ResultRow:
    """Return the result of a seat in a match of two."""
    name, bot = ("Ann", None) if player else ("Isaure", "courtier")
    return ResultRow(table, 1, seat, player, name, bot, "monarch", 40 - seat, share, NOON)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_results_levels_streaks_and_mistakes_are_in_words(lang: str) -> None:
    played = Played(
        matches=[[result(0, "ann", 1.0), result(1, None, 0.0)]],
        count=45,
        won=20,
        streak=Streak(2, 5),
        against=[Against("monarch", "courtier", 45, 20, 20.0)],
        reviewed=300,
        mistakes=[Mistake("monarch", "pledge", 60, 0.05, 0.037, 0.063, 0.01)],
    )
    found = played_page(ANN, played, Locale(lang), page=1)
    text = bytes(render("played.html", found, Locale(lang)).body).decode()
    assert found.levels[0].share == {"en": "44%", "fr": "44\u202f%", "de": "44\u202f%"}[lang]
    assert found.earlier_url.endswith("page=2")
    assert found.later_url.endswith("page=0")
    told = {"en": ("5%", "3.7", "Winning streak"), "fr": ("5\u202f%", "3,7", "Série de victoires")}
    for words in (told | {"de": ("5\u202f%", "3,7", "Siegesserie")})[lang]:
        assert words in text.replace("&#39;", "'")
    assert json.dumps(found.mistakes[0].kind)


def test_mistakes_in_unknown_games_are_left_out() -> None:
    mistake = Mistake("checkers", "jump", 60, 0.05, 0.037, 0.063, 0.01)
    played = Played([], 0, 0, Streak(0, 0), [Against("checkers", "novice", 1, 0, 0.0)], 60, [mistake])
    found = played_page(ANN, played, Locale("en"))
    assert (found.levels, found.mistakes, found.no_mistake) == ([], [], "No recurring mistake yet.")
