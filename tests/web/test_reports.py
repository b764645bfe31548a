"""The page that reports a person at a table."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from courtly.web import limits
from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import JSON, application, begin, page, serving, visitor
from tests.web.table_forms import FRIENDS, both_ready


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server of its own: reports are limited by address."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


def whom(client: httpx.Client, url: str) -> str:
    """Return the name in forms of the only other person at a table."""
    return page(client, f"{url}/people").split("/report?whom=")[1].split('"')[0]


def send(client: httpx.Client, url: str, **fields: str) -> httpx.Response:
    sent = {"whom": whom(client, url), "reason": "spam", **fields}
    return client.post(f"{url}/report", data=sent, headers=JSON)


def test_a_person_is_reported_with_the_last_messages(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger)
    stranger.post(f"{url}/lines", data={"command": "c1", "text": "Buy cushions"})
    client.post(f"{url}/lines", data={"command": "c2", "phrase": "hello"})
    text = unescape(page(client, f"{url}/report?whom={whom(client, url)}"))
    assert "Buy cushions" in text
    answer = client.post(f"{url}/report", data={"whom": whom(client, url), "reason": "spam", "text": "a\r\nb"})
    assert "The report is on its way" in answer.text
    (exported,) = client.get("/me/export").json()["reports"]
    assert exported["text"] == "a\nb"
    assert stranger.get("/me/export").json()["reports"] == []


def test_reports_are_limited_by_person_and_by_address(
    client: httpx.Client, stranger: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = both_ready(client, stranger)
    statuses = [send(client, url).status_code for _ in range(limits.REPORTS + 1)]
    assert statuses == [200] * limits.REPORTS + [429]
    refused = send(client, url)
    assert int(refused.headers["retry-after"]) > 0
    assert "5 reports in an hour" in refused.text
    assert send(stranger, url).status_code == 200


def test_a_report_about_no_one_is_refused(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger)
    assert send(client, url, whom="nobody").status_code == 409
    assert send(client, url, reason="ugly").status_code == 422
    with visitor(str(client.base_url)) as new:
        assert new.get(f"{url}/report?whom=x").status_code == 303


def test_a_server_without_reports_has_no_form(tmp_path: Path) -> None:
    with (
        serving(application(tmp_path / "other.db", reports=False)) as site,
        visitor(site) as client,
        visitor(site) as friend,
    ):
        url = both_ready(client, friend)
        assert "/report" not in page(client, f"{url}/people")
        assert client.get(f"{url}/report?whom=x").status_code == 404


def test_a_server_with_reports_and_without_blocks_has_only_the_form(tmp_path: Path) -> None:
    with serving(application(tmp_path / "other.db", blocks=False)) as site, visitor(site) as client:
        url = begin(client, **FRIENDS)
        text = page(client, f"{url}/people")
        assert 'value="block"' not in text
        assert "A report tells" in text


@pytest.mark.browser
@pytest.mark.parametrize(
    "settings", [on("dark", PHONE, "fr"), on("light", DESKTOP, "en")], ids=["dark phone", "light desktop"]
)
def test_a_report_is_sent_with_the_keyboard(
    chromium: Browser, site: str, client: httpx.Client, stranger: httpx.Client, settings: dict[str, object]
) -> None:
    url = both_ready(client, stranger)
    stranger.post(f"{url}/lines", data={"command": "c1", "text": "Buy cushions"})
    with browsing(chromium, site, **settings) as shown:
        shown.context.add_cookies(
            [{"name": one.name, "value": str(one.value), "url": site} for one in client.cookies.jar]
        )
        shown.goto(f"{url}/people")
        shown.locator('a[href*="/report?"]').focus()
        shown.keyboard.press("Enter")
        expect(shown.locator("#reason")).to_be_visible()
        assert (overflow(shown), violations(shown)) == (0, [])
        shown.locator("form[action$='/report'] button").focus()
        shown.keyboard.press("Enter")
        expect(shown.locator("#reason")).to_have_count(0)
        assert (overflow(shown), violations(shown)) == (0, [])
