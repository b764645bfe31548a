"""The page of the stage: the table without controls, the hand of a player who shows it, and the chances of a review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import JSON, NEW_MATCH, application, begin, guest, is_open, moves, page, play, serving, visitor
from tests.web.table_forms import FRIENDS, do, sit_down

DELAY = {"kind": "moves", "count": 3}
LATER = {**FRIENDS, "delay": "3-moves", "listed": "true"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server with its own database."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


def begun(ann: httpx.Client, bo: httpx.Client, **fields: str) -> str:
    """Let two friends begin a match of Courtisans at a listed table, and return the table's address."""
    url = begin(ann, **(LATER | fields))
    sit_down(ann, bo, url)
    for client in (ann, bo):
        do(client, url, "ready")
    return url


def test_a_player_shows_and_hides_the_hand_by_a_form(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bo, visitor(site) as zoe:
        url = begun(ann, bo)
        assert "’s hand</dt>" not in unescape(page(zoe, f"{url}/stage?seat=0"))
        assert "Show spectators my hand" in page(ann, url)
        do(ann, url, "show_hand")
        assert "Hide my hand from spectators" in page(ann, url)
        assert "Stage with the hand of" in page(zoe, url)
        shown = unescape(page(zoe, f"{url}/stage?seat=0"))
        assert "’s hand</dt>" in shown
        assert "shown 3 moves later" in shown
        do(ann, url, "hide_hand")
        assert "’s hand</dt>" not in unescape(page(zoe, f"{url}/stage?seat=0"))


def test_the_form_and_the_waiting_room_say_that_players_may_show_hands(site: str) -> None:
    with visitor(site) as ann:
        assert "Players may show spectators their hands" in unescape(page(ann, "/new"))
        url = begin(ann, **(LATER | {"delay": "15-minutes"}))
        assert "players may show their hands, 15 minutes later" in unescape(page(ann, url))
        assert 'value="15-minutes" selected' in page(ann, f"/new?again={url.rpartition('/')[2]}")


def test_a_table_without_a_delay_has_no_choice_and_a_stage_of_open_cards(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bo, visitor(site) as zoe:
        url = begun(ann, bo, delay="none")
        assert "open hand" not in page(zoe, f"{url}/stage?seat=0")
        assert "show_hand" not in page(ann, url)


def test_the_link_of_the_host_opens_the_stage_without_an_identity(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bo, visitor(site) as stream:
        url = begun(ann, bo, listed="false")
        do(ann, url, "show_hand")
        links = re.findall(rf'href="({url}/stage\?[^"]+)"', unescape(page(ann, url)))
        assert [stream.get(link).status_code for link in links] == [200, 200]
        assert "’s hand</dt>" in unescape(page(stream, links[1]))
        assert stream.get(f"{url}/stage?watch=nonsense").status_code == 404
        assert "watch=" not in page(bo, url)


def test_the_end_of_a_match_has_the_score_sheet_and_addresses_no_one(site: str) -> None:
    with visitor(site) as ann, visitor(site) as zoe:
        guest(ann, "Ann")
        bot = {"kind": "bot", "bot": "steward"}
        body = {"command": "c", "game": "courtisans", "seats": [{"kind": "me"}, bot], "delay": DELAY, "listed": True}
        url = f"/tables/{ann.post('/api/tables', json=body, headers=JSON).json()['id']}"
        do(ann, url, "show_hand")
        do(ann, url, "ready")
        while is_open(text := page(ann, url)):
            cards, sent = moves(text)
            play(ann, url, text=text, move=[*cards[:1], sent[0]])
        shown = unescape(page(zoe, f"{url}/stage?seat=0"))
        assert "<table>" in shown
        assert '<th scope="row">Ann</th>' in shown
        assert "You" not in shown.partition("<main")[2]


def test_a_stage_that_has_not_changed_is_not_sent_again(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bo, visitor(site) as zoe:
        url = begun(ann, bo)
        first = zoe.get(f"{url}/stage")
        again = zoe.get(f"{url}/stage", headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        do(ann, url, "show_hand")
        assert zoe.get(f"{url}/stage", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_server_without_a_stage_shows_no_hands(tmp_path: Path) -> None:
    with serving(application(tmp_path / "courtly.db", stage=False)) as address, visitor(address) as ann:
        assert "Players may show spectators" not in page(ann, "/new")
        url = begin(ann, **(LATER | {"delay": "none"}))
        assert ann.get(f"{url}/stage").status_code == 404
        assert ann.post("/tables", data={**NEW_MATCH, **LATER}).status_code == 403


def test_a_private_table_has_no_stage_for_strangers(site: str) -> None:
    with visitor(site) as ann, visitor(site) as bo, visitor(site) as zoe:
        url = begun(ann, bo, listed="false")
        assert zoe.get(f"{url}/stage").status_code == 404


@pytest.mark.browser
@pytest.mark.parametrize(
    "settings", [on("dark", PHONE, "fr"), on("light", DESKTOP, "en")], ids=["dark phone", "light desktop"]
)
def test_the_stage_fits_is_accessible_and_follows_the_table(
    chromium: Browser, site: str, settings: dict[str, object]
) -> None:
    with visitor(site) as ann, visitor(site) as bo, browsing(chromium, site, **settings) as stage:
        url = begin(ann, **LATER)
        stage.goto(f"{url}/stage")
        expect(stage.locator(".headline")).to_be_visible()
        sit_down(ann, bo, url)
        for client in (ann, bo):
            do(client, url, "ready")
        expect(stage.locator(".on-stage .stage")).to_be_visible()
        stage.keyboard.press("Tab")
        assert stage.evaluate("document.activeElement === document.body"), "a control has the focus"
        assert stage.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        assert overflow(stage) <= 0
        assert violations(stage) == []
