"""The service worker in a real browser: which pages it shows offline, and which pages it does not cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import WAIT_FOR_SERVICE_WORKER, WITH_SERVICE_WORKER, begin, browsing, loaded
from tests.web.helpers import application, serving

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const names = await caches.keys();
  const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return caught.flat().map((request) => new URL(request.url).pathname);
}"""
IS_KEPT = "async (path) => await caches.match(path) !== undefined"


def test_offline_the_worker_shows_public_pages_but_no_table(chromium: Browser, tmp_path: Path) -> None:
    with serving(application(tmp_path / "courtly.db")) as site:
        context = chromium.new_context(base_url=site, locale="en", reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.goto("/new")
        page.evaluate(WAIT_FOR_SERVICE_WORKER)
        begin(page)
        table = page.url
        page.goto("/learn/monarch")
        for path in ("/learn/monarch", "/rules/monarch"):
            page.wait_for_function(IS_KEPT, arg=path)
        kept = page.evaluate(KEPT)
    assert [path for path in kept if not path.startswith(("/static/", "/learn/", "/rules/", "/offline"))] == []
    page.goto(table)
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator("#stage")).to_have_count(0)
    page.goto(f"{site}/learn/monarch")
    expect(page.locator("#primer-title")).to_have_text("Monarch in a minute")
    page.goto(f"{site}/learn/monarch?again")
    expect(page.locator("#primer-title")).to_be_visible()
    page.goto(f"{site}/rules/courtisans")
    expect(page.locator("h1")).to_have_text("Courtisans")
    context.close()


def test_the_requested_page_opens_when_the_connection_is_back(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **WITH_SERVICE_WORKER) as page:
        page.evaluate(WAIT_FOR_SERVICE_WORKER)
        begin(page)
        loaded(page)
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("h1")).to_have_text("No connection")
        page.context.set_offline(False)
        expect(page.locator("#stage")).to_be_visible()


def test_a_form_sent_while_offline_leads_back_to_its_page(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **WITH_SERVICE_WORKER) as page:
        page.evaluate(WAIT_FOR_SERVICE_WORKER)
        page.goto("/me")
        page.context.set_offline(True)
        page.get_by_role("button", name="Français").click()
        expect(page.locator("h1")).to_have_text("No connection")
        page.context.set_offline(False)
        expect(page.locator("h1")).not_to_have_text("No connection")
        assert page.url == f"{site}/me"


def test_after_a_change_of_language_the_pages_in_that_language_are_cached(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **WITH_SERVICE_WORKER) as page:
        page.evaluate(WAIT_FOR_SERVICE_WORKER)
        page.get_by_role("button", name="Français").click()
        page.wait_for_function(
            "async () => (await (await caches.match('/offline'))?.text())?.includes('Pas de connexion')"
        )
