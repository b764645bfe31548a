"""Looking for opponents: the form on the start page, the waiting room, the list of open seats, and the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from courtly.tables import fields, services
from tests.web.api.helpers import Program, command, error_of
from tests.web.helpers import JSON, application, begin, page, serving, visitor
from tests.web.table_forms import FRIENDS, do, form, offers

GAME = "courtisans"


@pytest.fixture(autouse=True)
def _at_its_own_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no player linger: one without a connection or a visit is absent."""
    monkeypatch.setattr(fields, "ARRIVAL", timedelta(seconds=-1))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server where no one else waits."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


def opponents_form(client: httpx.Client, game: str = GAME) -> dict[str, str]:
    """Return the hidden fields of the form on the start page."""
    text = page(client, f"/?game={game}").split('action="/opponents"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text))


def find(client: httpx.Client, **wish: str) -> str:
    """Send the form, and return the address of the table."""
    fields_of_form = {**opponents_form(client, wish.get("game", GAME)), "seats": "2", "pace": "relaxed", **wish}
    answer = client.post("/opponents", data=fields_of_form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def text_of(client: httpx.Client, url: str) -> str:
    return unescape(page(client, url))


def test_two_strangers_press_the_button_and_play(client: httpx.Client, stranger: httpx.Client) -> None:
    url = find(client)
    room = text_of(client, url)
    assert "Waiting for 1 more player" in room
    assert "The match begins by itself." in room
    assert not offers(room, "ready")
    assert not offers(room, "unready")
    assert not offers(room, "fill")
    assert 'id="links"' not in room
    assert find(stranger) == url
    for player in (client, stranger):
        assert 'id="stage"' in page(player, url)


def test_a_form_that_is_sent_twice_leads_to_one_table(client: httpx.Client, stranger: httpx.Client) -> None:
    sent = {**opponents_form(client), "seats": "2", "pace": "relaxed"}
    first, again = (client.post("/opponents", data=sent).headers["location"] for _ in range(2))
    assert first == again
    page(client, first)
    assert find(stranger) == first
    assert client.post("/opponents", data=sent).headers["location"] == first


def test_the_start_page_counts_the_people_who_wait(client: httpx.Client, stranger: httpx.Client) -> None:
    assert "waiting" not in text_of(stranger, f"/?game={GAME}").split('action="/opponents"')[1].split("</form>")[0]
    url = find(client)
    page(client, url)
    assert "1 person is waiting." in text_of(stranger, f"/?game={GAME}")
    assert "1 person is waiting." not in text_of(stranger, "/?game=monarch")
    do(client, url, "rise")
    assert "1 person is waiting." not in text_of(stranger, f"/?game={GAME}")


def test_the_page_of_a_table_that_has_closed_says_so(client: httpx.Client) -> None:
    url = find(client)
    do(client, url, "rise")
    room = text_of(client, url)
    assert "This table is closed" in room
    assert "Free seat" not in room
    assert not offers(room, "sit")
    assert "http-equiv" not in room


def test_bots_can_take_the_seats_after_a_minute(
    client: httpx.Client, stranger: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PATIENCE_SECONDS", 0.0)
    url = find(client, seats="3")
    while not offers(text := text_of(client, url), "fill"):
        pass
    assert "No one else has come yet. Bots can take the open seats." in text
    assert find(stranger, seats="3") == url
    assert not offers(page(stranger, url), "fill"), "only one of the players decides"
    do(client, url, "fill")
    assert 'id="stage"' in page(stranger, url)


def test_a_seat_at_a_table_with_days_stays_taken(client: httpx.Client) -> None:
    assert "You can close this page: your seat stays yours." in text_of(client, find(client, pace="days"))
    assert "after two minutes away" in text_of(client, find(client))


def test_the_list_of_tables_has_the_open_seats(client: httpx.Client, stranger: httpx.Client) -> None:
    friends = begin(client, **FRIENDS, listed="true", clock="days-7")
    url = find(client, seats="3", pace="days")
    own, others = text_of(client, "/tables"), text_of(stranger, "/tables")
    assert "Open seats" not in own
    seats = others.split("Open seats")[1].split("</ul>")[0]
    assert ("2 seats free", "3 days for each move" in seats) == ("2 seats free", True)
    assert "7 days for each move" in seats
    assert {f"{friends}/acts", f"{url}/acts"} == set(re.findall(r'action="([^"]*)"', seats))
    taken = stranger.post(f"{url}/acts", data=form(page(stranger, "/tables"), "sit"), headers=JSON)
    assert taken.status_code == 303, taken.text


def test_the_last_open_seat_of_a_list_begins_the_match(client: httpx.Client, stranger: httpx.Client) -> None:
    url = find(client, pace="days")
    do_of_list = form(page(stranger, "/tables"), "sit")
    assert stranger.post(f"{url}/acts", data=do_of_list).headers["location"] == url
    assert 'id="stage"' in page(client, url)


@pytest.mark.parametrize("wish", [{"seats": "9"}, {"seats": "many"}, {"pace": "hasty"}, {"game": "chess"}])
def test_a_wish_that_no_game_has_is_refused(client: httpx.Client, wish: dict[str, str]) -> None:
    sent = {**opponents_form(client), "seats": "2", "pace": "relaxed", **wish}
    assert 400 <= client.post("/opponents", data=sent).status_code < 500


def test_looking_for_opponents_counts_as_an_act(tmp_path: Path) -> None:
    with serving(application(tmp_path / "strict.db", max_acts=2)) as strict, visitor(strict) as client:
        sent = {**opponents_form(client), "seats": "2", "pace": "relaxed"}
        answers = [client.post("/opponents", data=sent).status_code for _ in range(3)]
    assert answers == [303, 303, 429]


def test_a_server_can_do_without(tmp_path: Path) -> None:
    with serving(application(tmp_path / "without.db", opponents=False)) as alone, visitor(alone) as client:
        assert "Play people" not in page(client, "/")
        wish = {"command": command(), "game": GAME}
        assert client.post("/opponents", data=wish).status_code == 404
        assert client.get("/api/opponents").status_code == 404
        assert Program(client, "Ann").post("/opponents", wish).status_code == 404


def wanted(**more: Any) -> dict[str, Any]:
    return {"command": command(), "game": GAME, "seats": 2, **more}


def test_people_find_opponents_over_the_api(client: httpx.Client, stranger: httpx.Client) -> None:
    for browser in (client, stranger):
        find(browser, game="monarch", seats="any", pace="days")
    waits = client.post("/api/opponents", json=wanted()).json()
    assert (waits["status"], waits["host"], waits["meeting"]["may_fill"]) == ("waiting", None, False)
    assert client.get("/api/opponents").json() == {"waiting": {GAME: 1}}
    plays = stranger.post("/api/opponents", json=wanted()).json()
    assert (plays["id"], plays["status"], plays["meeting"]) == (waits["id"], "playing", None)


def test_a_program_is_told_that_people_look_for_people(client: httpx.Client) -> None:
    refused = Program(client, "Ann").post("/opponents", wanted())
    assert error_of(refused) == (403, "not-allowed")
    assert "only people" in refused.text
