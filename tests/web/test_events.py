"""Events on the web: the form, registration, rounds, standings, results, and the API."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from tests.web.api.helpers import command, error_of
from tests.web.helpers import application, guest, page, serving, visitor

EVENT = {"title": "Friday", "game": "courtisans", "tables": "2", "seats": "2", "rounds": "1", "level": "novice"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own."""
    with serving(application(tmp_path_factory.mktemp("events") / "courtly.db")) as address:
        yield address


@pytest.fixture
def site_without(tmp_path: Path) -> Iterator[str]:
    """The address of a server without events."""
    with serving(application(tmp_path / "courtly.db", events=False)) as address:
        yield address


def opened(client: httpx.Client, **fields: str) -> str:
    """Open an event with the form, and return the address of its page."""
    response = client.post("/events", data={"command": command(), "name": "Ann", **EVENT, **fields})
    assert response.status_code == 303, response.text
    return response.headers["location"]


def do(client: httpx.Client, url: str, act: str, **fields: str) -> None:
    response = client.post(f"{url}/{act}", data=fields)
    assert response.status_code == 303, response.text


def text_of(client: httpx.Client, url: str) -> str:
    return unescape(page(client, url))


def document(client: httpx.Client, url: str) -> dict[str, object]:
    """Return the event for a client."""
    return dict(client.get(f"/api{url}").json())


def own_table(client: httpx.Client, url: str) -> str:
    """Wait until the client has a table, and return its address."""
    while (table := document(client, url)["table"]) is None:
        time.sleep(0.05)
    return f"/tables/{table}"


def play_out(client: httpx.Client, table: str) -> None:
    """Play a match against bots to its end with the first legal moves."""
    while (now := client.get(f"/api{table}").json())["status"] != "over":
        if now["to_move"] == now["you"] and now["view"]["legal"]:
            body = {"command": command(), "act": "move", "match": 1, "turn": now["turn"]}
            client.post(f"/api{table}/acts", json={**body, "moves": [now["view"]["legal"][0]]})
        else:
            time.sleep(0.02)


def test_an_event_runs_from_the_form_to_the_results(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bea, visitor(site) as stranger:
        url = opened(ann)
        assert "Take part" in text_of(bea, url)
        do(ann, url, "join", name="Ann")
        assert "1 of 4 places is taken" in text_of(ann, url)
        do(bea, url, "join", name="Bea")
        shown = text_of(ann, url)
        assert "2 of 4 places are taken" in shown
        assert "Start the event" in shown
        assert "Start the event" not in text_of(bea, url)
        do(ann, url, "start")
        tables = {own_table(client, url): client for client in (ann, bea)}
        assert "To your table" in text_of(ann, url)
        assert "To your table" not in text_of(stranger, url)
        for table in tables:
            assert stranger.get(table).status_code == 404
        if len(tables) == 2:
            first, second = tables
            room = text_of(tables[first], first)
            assert "Friday: round 1 of 1" in room
            assert '<small class="practice">round 1 of 1</small>' in room
            assert f'href="{url}"' in room
            play_out(tables[first], first)
            ending = text_of(tables[first], first)
            assert "To the event" in ending
            assert "Rematch" not in ending
            assert tables[first].get(f"{first}/matches/1/moves/0").status_code == 409
            assert stranger.get(f"{url}/deals/1").status_code == 404
            play_out(tables[second], second)
        else:
            (table,) = tables
            while (now := ann.get(f"/api{table}").json())["status"] != "over":
                mover = ann if now["to_move"] == now["you"] else bea
                body = {"command": command(), "act": "move", "match": 1, "turn": now["turn"]}
                legal = mover.get(f"/api{table}").json()["view"]["legal"]
                mover.post(f"/api{table}/acts", json={**body, "moves": legal[:1]})
        while document(ann, url)["status"] != "over":
            time.sleep(0.05)
        over = text_of(stranger, url)
        assert "The event is over." in over
        assert "Standings" in over
        assert re.search(r'class="below">Lead −?\d+<', over)
        assert "of 4 that were possible" in over
        assert url not in page(ann, "/tables")
        results = text_of(stranger, f"{url}/deals/1")
        assert {"Ann", "Bea"} <= set(re.findall(r"<bdi>(\w+)</bdi>", results))
        replay = re.search(r'href="([^"]+)">Replay', results)
        assert replay is not None
        assert stranger.get(replay[1]).status_code == 200
        found = stranger.get(f"/api{url}/deals/1").json()
        assert sum(each["points"] for table in found["tables"] for each in table["results"]) == 4


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_the_pages_of_events_are_translated(site: str, lang: str) -> None:
    with visitor(site) as ann:
        url = opened(ann)
        ann.post("/language", data={"lang": lang})
        for shown in (text_of(ann, "/events"), text_of(ann, url)):
            assert not re.search(r"\b(Take part|Registration|Rounds|bots:)\b", shown)


def test_a_name_with_markup_is_text_and_a_hostile_one_is_refused(site: str) -> None:
    with visitor(site) as ann:
        url = opened(ann, title="<script>alert(1)</script>")
        for shown in (page(ann, url), page(ann, "/events")):
            assert "<script>alert" not in shown
            assert "&lt;script&gt;alert" in shown
        for name in ("", "\u202egnp", "\u200b", "x" * 61, "a\x07"):
            refused = ann.post("/events", data={"command": command(), **EVENT, "title": name})
            assert refused.status_code == 422, name


def test_the_page_of_tables_leads_to_the_own_table_of_an_event(site: str) -> None:
    with visitor(site) as ann, visitor(site) as stranger:
        url = opened(ann, title="Sunday duel")
        do(ann, url, "join")
        do(ann, url, "start")
        table = own_table(ann, url)
        lists = page(ann, "/tables")
        assert f'href="{url}"><bdi>Sunday duel</bdi>' in lists
        assert "round 1 of 1" in lists
        assert f'href="{table}">To your table' in lists
        assert url not in page(stranger, "/tables")


def checked(shown: str) -> dict[str, str]:
    """Return the values of the form that opens an event."""
    fields = dict(re.findall(r'<input id="(\w+)" name="\w+" [^>]*value="([^"]*)"', shown))
    for name, options in re.findall(r'<select id="(\w+)" name="\w+">(.*?)</select>', shown, re.DOTALL):
        fields |= dict.fromkeys([name], *re.findall(r'value="([^"]*)" selected', options))
    return fields


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"tables": "1"}, "A duplicate event needs at least two tables."),
        ({"tables": "1", "kind": "swiss"}, "A Swiss event needs at least two tables."),
        ({"tables": "99"}, "tables"),
        ({"rounds": "many"}, "rounds"),
        ({"title": "x\x07"}, "printable"),
    ],
)
def test_a_form_with_an_error_is_shown_again_with_its_values(site: str, wrong: dict[str, str], words: str) -> None:
    chosen = {"title": "Sunday duel", "name": "Ann", "kind": "duplicate", "tables": "3", "seats": "4", "rounds": "7"}
    chosen |= {"pace": "days", "level": "novice"} | wrong
    with visitor(site) as ann:
        answer = ann.post("/events", data={"command": command(), "game": "courtisans", **chosen})
        assert answer.status_code == 422
        assert words in unescape(answer.text)
        assert checked(unescape(answer.text)) == chosen
        assert 'name="game" value="courtisans"' in answer.text
        assert "Your events" not in page(ann, "/events")


def test_the_form_of_another_game_keeps_the_values(site: str) -> None:
    chosen = {"title": "Sunday duel", "name": "Ann", "kind": "swiss", "tables": "3", "seats": "2", "rounds": "7"}
    chosen |= {"pace": "days", "level": "novice"}
    with visitor(site) as ann:
        # The hidden field has the old game, the button the new one.
        shown = ann.get("/events", params=[("game", "courtisans"), *chosen.items(), ("game", "monarch")])
        assert '<input type="hidden" name="game" value="monarch">' in shown.text
        assert checked(unescape(shown.text)) == chosen
        assert checked(page(ann, "/events?game=monarch&seats=999&kind=none"))["kind"] == "duplicate"


def test_a_late_guest_takes_part_and_leaves_again(site: str) -> None:
    with visitor(site) as ann, visitor(site) as late:
        url = opened(ann, rounds="2")
        do(ann, url, "join")
        do(ann, url, "start")
        own_table(ann, url)
        assert "Take part" in text_of(late, url)
        do(late, url, "join", name="Late")
        assert document(late, url)["table"] is None
        # The bot still plays this round.
        shown = page(ann, url)
        assert re.search(r"<bdi>Late</bdi>[^\n]*?from round 2 on", shown)
        assert shown.count("from round 2 on") == 1
        assert len(re.findall(r"<bdi>", shown.split('class="entrants"')[1].split("</ol>")[0])) == 5
        do(late, url, "leave")
        assert "Late" not in [one["name"] for one in document(ann, url)["entrants"] if one["is_active"]]  # type: ignore[attr-defined]


def test_the_page_updates_also_for_viewers_who_have_not_registered(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bea:
        url = opened(ann)
        assert 'data-refresh="5"' in page(ann, url)
        assert 'data-refresh="15"' in page(bea, url)
        # Without a script, the page is not loaded again while a name is being typed.
        assert "http-equiv" not in page(bea, url)
        do(bea, url, "join")
        assert 'data-refresh="5"' in page(bea, url)
        assert 'http-equiv="refresh"' in page(bea, url)


def test_only_the_host_starts_an_event(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bea:
        url = opened(ann)
        do(bea, url, "join")
        assert error_of(bea.post(f"/api{url}/start", json={})) == (403, "not-allowed")
        assert bea.post(f"{url}/start").status_code == 403


def test_the_api_opens_an_event_and_refuses_wrong_codes(site: str) -> None:
    with visitor(site) as ann:
        guest(ann)
        body = {"command": command(), "name": "API", "game": "monarch", "seats": 2, "kind": "swiss"}
        made = ann.post("/api/events", json=body)
        assert made.status_code == 200, made.text
        code = made.json()["code"]
        assert ann.post("/api/events", json=body).json()["code"] == code
        shown = ann.get(f"/api/events/{code}").json()
        assert (shown["kind"], shown["round"], shown["is_host"], shown["standings"]) == ("swiss", 0, True, [])
        assert error_of(ann.get("/api/events/nothing")) == (404, "no-such-event")
        assert error_of(ann.get(f"/api/events/{code}/deals/1")) == (404, "no-such-page")
        assert error_of(ann.post("/api/events", json={**body, "command": command(), "kind": "knockout"}))[0] == 422


def test_a_server_without_events_has_no_pages_and_no_requests_for_them(site_without: str) -> None:
    with visitor(site_without) as ann:
        assert ann.get("/events").status_code == 404
        assert ann.get("/events/abc").status_code == 404
        assert ann.get("/api/events/abc").status_code == 404
        assert "/events" not in page(ann, "/")


def test_the_start_page_leads_to_events(site: str) -> None:
    with visitor(site) as ann:
        assert 'href="/events"' in page(ann, "/")
        assert "New event" in page(ann, "/events")


def test_the_results_of_a_deal_have_the_winners_and_explain_the_numbers(tmp_path: Path) -> None:
    with serving(application(tmp_path / "courtly.db", review_matches=4)) as address, visitor(address) as ann:
        url = opened(ann)
        do(ann, url, "join")
        do(ann, url, "start")
        play_out(ann, own_table(ann, url))
        while document(ann, url)["status"] != "over":
            time.sleep(0.05)
        while (shown := text_of(ann, f"{url}/deals/1")).count(">Review<") < 4:
            time.sleep(0.2)
        assert "The winner at each table" in shown
        assert "an average move gave away" in shown
        assert "2 points for each smaller lead" in shown
        assert re.search(r"<li>Table 1: \w+", shown)
        assert "Cost of a move" in shown
