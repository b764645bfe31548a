"""Stepping through a finished match in Chromium: with keys, with the slider, automatically, and with Back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.helpers import application, begin, play_to_the_end, serving, visitor

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def steps(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of the second move of a finished match."""
    database: Path = tmp_path_factory.mktemp("steps") / "tables.db"
    with serving(application(database)) as site, visitor(site) as client:
        url = begin(client, players="2")
        play_to_the_end(client, url)
        context = chromium.new_context(base_url=site)
        context.add_cookies([{"name": name, "value": value, "url": site} for name, value in client.cookies.items()])
        page = context.new_page()
        page.goto(f"{url}/matches/1/moves/2?seat=0")
        yield page
        context.close()


def shows(page: Page, number: int) -> None:
    expect(page.locator("#move-number")).to_have_value(str(number))
    assert f"/moves/{number}" in page.url


def test_arrow_keys_step_through_the_match_and_back_returns_to_the_earlier_step(steps: Page) -> None:
    steps.keyboard.press("ArrowRight")
    expect(steps.locator("#move-number")).to_have_value("3")
    shows(steps, 3)
    said = steps.locator("#caption").inner_text()
    steps.keyboard.press("ArrowLeft")
    expect(steps.locator("#move-number")).to_have_value("2")
    assert steps.locator("#caption").inner_text() != said
    steps.keyboard.press("Home")
    expect(steps.locator("#move-number")).to_have_value("0")
    steps.go_back()
    expect(steps.locator("#move-number")).to_have_value("2")


def test_playback_runs_until_stopped(steps: Page) -> None:
    steps.locator("#step-play").click()
    expect(steps.locator("#step-play")).to_have_attribute("aria-pressed", "true")
    expect(steps.locator("#move-number")).to_have_value("4", timeout=15_000)
    steps.locator("#step-play").click()
    expect(steps.locator("#step-play")).to_have_attribute("aria-pressed", "false")


def test_changing_the_perspective_does_not_change_the_move(steps: Page) -> None:
    number = steps.locator("#move-number").input_value()
    steps.locator(".perspectives a").first.click()
    expect(steps.locator("#open-hands")).to_be_visible()
    assert f"/moves/{number}?seat=open" in steps.url
