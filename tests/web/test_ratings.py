"""Ratings on the web: the form of a rated table, the explanation, leaderboards, own ratings, and the API."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from courtly.tables.leaderboards import lines_of
from courtly.tables.ratings import Rating
from courtly.tables.store.ratings import Pool, Standing
from tests.web.api.helpers import Program, error_of
from tests.web.helpers import JSON, NEW_MATCH, application, begin, guest, page, serving, visitor
from tests.web.table_forms import FRIENDS, do, link, offers, sit_down

RATED = {"rated": "true", "seed": "", **FRIENDS}
POOL = Pool("courtisans", 2, 2026 * 4 + 3)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "courtly.db"


@pytest.fixture
def site(database: Path) -> Iterator[str]:
    """The address of a server with its own database."""
    with serving(application(database)) as address:
        yield address


@pytest.fixture
def site_without(database: Path) -> Iterator[str]:
    """The address of a server without ratings."""
    with serving(application(database, ratings=False)) as address:
        yield address


def text_of(client: httpx.Client, url: str) -> str:
    return unescape(page(client, url))


def forfeited(client: httpx.Client, friend: httpx.Client) -> str:
    """Open a rated table for two, let the friend leave the match, and wait until bots have played it to its end."""
    url = begin(client, **RATED)
    sit_down(client, friend, url)
    do(client, url, "ready")
    do(friend, url, "ready")
    for one in (friend, client):
        do(one, url, "rise")
    while '"status":"over"' not in client.get(f"/api{url}", headers=JSON).text:
        time.sleep(0.02)
    return url


def put_ratings(database: Path, *people: tuple[str, float, float]) -> None:
    """Give players ratings: the name, the mean and the uncertainty."""
    with sqlite3.connect(database) as connection:
        for name, mu, sigma in people:
            player = f"id-{name}", name, "wine", 0, False
            connection.execute(
                "INSERT INTO players (id, name, colour, created, is_program) VALUES (?, ?, ?, ?, ?)", player
            )
            connection.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", (f"id-{name}", *POOL, mu, sigma, 9))
    connection.close()


def test_a_rated_table_has_its_settings_whatever_the_form_says(client: httpx.Client) -> None:
    url = begin(client, **RATED, aids="true", timeout="vote")
    table = client.get(f"/api{url}").json()
    assert (table["rated"], table["aids"], table["timeout"], table["stand_in"]) == (True, False, "forfeit", None)
    assert table["clock"] == {"kind": "bank", "seconds": 900, "increment": 20}
    room = text_of(client, url)
    assert "the match counts for the ratings; who leaves has lost" in room


def test_a_chosen_clock_of_a_rated_table_is_kept(client: httpx.Client) -> None:
    url = begin(client, **RATED, clock="days-3")
    assert client.get(f"/api{url}").json()["clock"] == {"kind": "days", "days": 3}


def test_the_form_says_why_a_table_cannot_be_rated_and_keeps_the_choice(client: httpx.Client) -> None:
    wanted = {**NEW_MATCH, **RATED, "bot-2": "steward"}
    answer = client.post("/tables", data=wanted)
    text = unescape(answer.text)
    assert answer.status_code == 422
    assert "has no rating; at a rated table, choose from" in text
    assert 'name="rated" value="true" checked' in text
    assert '<option value="courtier" selected>' in text, "a level takes the place, so that a second press is accepted"


def test_the_list_of_tables_marks_rated_ones(client: httpx.Client, stranger: httpx.Client) -> None:
    begin(client, **{**FRIENDS, "listed": "true"})
    assert ">Rated<" not in page(stranger, "/tables")
    begin(client, **RATED, listed="true")
    assert page(stranger, "/tables").count('<span class="mark">Rated</span>') == 1


def test_the_same_settings_again_are_rated_again(client: httpx.Client) -> None:
    url = begin(client, **RATED)
    again = page(client, f"/new?again={url.rpartition('/')[2]}")
    assert 'name="rated" value="true" checked' in again


def test_a_host_without_a_seat_is_not_offered_to_stop_a_rated_match(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    url = begin(client, **RATED)
    friend = visitor(str(client.base_url))
    for one, name in ((stranger, "Bo"), (friend, "Cy")):
        if one is friend:
            do(client, url, "rise")
        answer = one.post(link(page(client, url), "join"), data={"name": name})
        assert answer.status_code == 303
        do(one, url, "ready")
    assert not offers(page(client, url), "stop")
    friend.close()


def test_the_explanation_has_the_ratings_of_the_levels(client: httpx.Client) -> None:
    text = text_of(client, "/ratings")
    for word in ("novice", "1094", "1931", "3 to 5"):
        assert word.lower() in text.lower()


def test_a_player_who_leaves_is_last_on_the_leaderboard(client: httpx.Client, stranger: httpx.Client) -> None:
    guest(client, "Camille")
    guest(stranger, "Zoé")
    forfeited(client, stranger)
    board = client.get("/api/ratings/courtisans").json()
    people = [line for line in board["lines"] if line["bot"] is None]
    assert {line["name"] for line in people} == {"Camille", "Bo"}
    assert all(line["provisional"] and line["place"] is None for line in people)
    assert [line["bot"] for line in board["lines"] if line["bot"]] == ["regent", "minister", "courtier", "novice"]
    text = text_of(client, "/ratings/courtisans")
    assert "Camille" in text
    assert "provisional" in text
    own = client.get("/api/me/ratings").json()["ratings"]
    assert [(each["game"], each["seats"], each["matches"]) for each in own] == [("courtisans", 2, 1)]
    assert f"{own[0]['rating']} ± {own[0]['uncertainty']}" in text_of(client, "/me")


def test_people_and_levels_share_a_leaderboard_and_provisional_ratings_come_last(
    client: httpx.Client, database: Path
) -> None:
    put_ratings(database, ("Ann", 1600.0, 80.0), ("Bea", 1500.0, 70.0), ("Lucky", 2300.0, 280.0))
    lines = client.get("/api/ratings/courtisans?seats=2&season=2026-Q4").json()["lines"]
    assert [(line["place"], line["name"]) for line in lines] == [
        (None, "regent"),
        (1, "Ann"),
        (None, "minister"),
        (2, "Bea"),
        (None, "courtier"),
        (None, "novice"),
        (None, "Lucky"),
    ]
    assert client.get("/api/ratings/courtisans?season=2026-Q3").json()["pool"] is None
    text = text_of(client, "/ratings/courtisans?seats=2&season=2026-Q4")
    assert text.index("Ann") < text.index("Minister") < text.index("Bea") < text.index("Lucky")


def test_each_level_is_on_one_page_of_a_long_leaderboard() -> None:
    standings = [Standing(f"p{n}", f"p{n}", Rating(2000.0 - 8 * n, 60.0, 9, POOL.season)) for n in range(100)]
    pages = [
        lines_of(POOL, standings[50 * number : 50 * number + 50], number, has_more=not number) for number in range(2)
    ]
    bots = [[line.bot for line in page if line.bot] for page in pages]
    assert sorted(bots[0] + bots[1]) == ["courtier", "minister", "novice", "regent"]
    for lines in pages:
        assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)


def test_a_game_without_ratings_says_so(client: httpx.Client) -> None:
    assert "No match has been rated yet." in text_of(client, "/ratings/monarch")
    assert client.get("/api/ratings/monarch").json()["lines"] == []
    assert "You have played no rated match." in text_of_guest(client)


def text_of_guest(client: httpx.Client) -> str:
    guest(client)
    return text_of(client, "/me")


@pytest.mark.parametrize("query", ["season=2026-Q5", "seats=1", "page=-1"])
def test_an_impossible_leaderboard_is_refused(client: httpx.Client, query: str) -> None:
    assert client.get(f"/api/ratings/courtisans?{query}").status_code == 422


def test_an_unknown_game_has_no_leaderboard(client: httpx.Client) -> None:
    assert client.get("/ratings/chess").status_code == 422


def test_without_the_setting_the_server_is_as_before(site_without: str) -> None:
    with visitor(site_without) as client:
        assert 'name="rated"' not in page(client, "/new")
        guest(client)
        assert 'id="ratings"' not in page(client, "/me")
        for url in ("/ratings", "/ratings/courtisans", "/api/ratings/courtisans", "/api/me/ratings"):
            assert client.get(url).status_code == 404
        answer = client.post("/tables", data={**NEW_MATCH, **RATED}, headers=JSON)
        assert error_of(answer) == (403, "not-allowed")


def test_a_program_cannot_open_a_rated_table(client: httpx.Client) -> None:
    wanted = {"command": "c1", "game": "courtisans", "rated": True, "aids": False}
    answer = Program(client, "Ann").post("/tables", wanted)
    assert error_of(answer) == (422, "bad-seats")
