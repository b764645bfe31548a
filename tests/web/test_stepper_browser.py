"""Stepping through a finished match in Chromium: with keys, with the slider, automatically, and with Back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.helpers import application, begin, play_to_the_end, serving, visitor

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, httpx.Client]]:
    """The address of a finished match, and a client that may see it."""
    database: Path = tmp_path_factory.mktemp("steps") / "tables.db"
    with serving(application(database)) as site, visitor(site) as client:
        url = begin(client, players="2")
        play_to_the_end(client, url)
        yield f"{site}{url}/matches/1", client


@pytest.fixture
def steps(chromium: Browser, finished: tuple[str, httpx.Client]) -> Iterator[Page]:
    """The page of a finished match after two turns."""
    url, client = finished
    context = chromium.new_context()
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in client.cookies.items()])
    page = context.new_page()
    page.goto(f"{url}/moves?turn=2&seat=0")
    yield page
    context.close()


def shows(page: Page, turn: int) -> None:
    expect(page.locator("#turn-number")).to_have_value(str(turn))
    here = page.locator(".perspectives a[aria-current]").get_attribute("href")
    assert here is not None
    expect(page).to_have_url(re.compile(f"{re.escape(here)}$"))


def test_the_slider_chooses_a_turn(steps: Page) -> None:
    steps.locator("#turn-number").fill("4")
    shows(steps, 4)
    expect(steps.locator("#steps label")).to_contain_text("After turn 4 of")


def test_arrow_keys_step_through_the_match_and_back_returns_to_the_earlier_step(steps: Page) -> None:
    steps.keyboard.press("ArrowRight")
    shows(steps, 3)
    said = steps.locator("#caption").inner_text()
    steps.keyboard.press("ArrowLeft")
    expect(steps.locator("#turn-number")).to_have_value("2")
    expect(steps.locator("#caption")).not_to_have_text(said, use_inner_text=True)
    steps.keyboard.press("Home")
    expect(steps.locator("#turn-number")).to_have_value("0")
    steps.go_back()
    expect(steps.locator("#turn-number")).to_have_value("2")


def test_playback_runs_until_stopped(steps: Page) -> None:
    steps.locator("#step-play").click()
    expect(steps.locator("#step-play")).to_have_attribute("aria-pressed", "true")
    steps.wait_for_function("() => document.querySelector('#turn-number').value >= 4")
    steps.locator("#step-play").click()
    expect(steps.locator("#step-play")).to_have_attribute("aria-pressed", "false")


def test_changing_the_perspective_does_not_change_the_move(steps: Page) -> None:
    here = steps.url.partition("?")[0]
    steps.locator(".perspectives a").first.click()
    expect(steps.locator("#open-hands")).to_be_visible()
    expect(steps).to_have_url(f"{here}?seat=open")
