"""The page that verifies a shuffle, in a real browser: valid records, changed records, and axe."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.engine.play.fair_matches import SETUPS, begun, changed, finished, play, swapped
from tests.web.browser import PHONE, overflow, violations

pytestmark = pytest.mark.browser


@contextmanager
def opened(chromium: Browser, site: str, **settings: Any) -> Iterator[Page]:
    """Open the page. Check that it reports no errors, and makes no requests once it is loaded."""
    context = chromium.new_context(base_url=site, **{"locale": "en", "color_scheme": "light", **settings})
    page = context.new_page()
    asked: list[str] = []
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto("/fair")
    expect(page.locator("#fair")).to_be_visible()
    # The browser fetches the favicon at any time, not the page.
    page.on("request", lambda request: None if "/static/favicon" in request.url else asked.append(request.url))
    yield page
    context.close()
    assert (asked, problems) == ([], [])


def paste(page: Page, record: Any) -> list[str]:
    """Paste a record, verify it, and return the verdicts."""
    text = record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)
    page.locator("#record").fill(text)
    page.evaluate("document.querySelectorAll('[data-verdict]').forEach((each) => { each.hidden = true })")
    page.locator("#fair .primary").click()
    expect(page.locator("[data-verdict]:not([hidden])").first).to_be_visible()
    return verdicts(page)


def verdicts(page: Page) -> list[str]:
    shown = page.locator("[data-verdict]:not([hidden])")
    return [str(each.get_attribute("data-verdict")) for each in shown.all()]


def test_valid_records_are_verified(chromium: Browser, site: str) -> None:
    with opened(chromium, site) as page:
        for number in range(len(SETUPS)):
            assert paste(page, finished(number)) == ["promise-holds", "deal-holds"], SETUPS[number]
        assert page.locator("[data-shuffle=promise]").text_content() == finished(0)["shuffle"]["promise"]
        assert page.locator("[data-shuffle=words] li").all_text_contents() == ["plum", "poire", "–", "🍒"]


@pytest.mark.parametrize(
    ("record", "expected", "named"),
    [
        (partial(changed, 0, shuffle__promise="0" * 64), ["promise-broken", "deal-holds"], ""),
        (partial(swapped, 0, "deck"), ["promise-holds", "deal-broken"], "deck"),
        (partial(swapped, 0, "missions"), ["promise-holds", "deal-broken"], "missions.white, missions.blue"),
        (partial(swapped, 1, "missions"), ["promise-holds", "deal-broken"], "missions"),
        (partial(swapped, 2, "years", 0), ["promise-holds", "deal-broken"], "years.0"),
        (partial(swapped, 3, "years", 1), ["promise-holds", "deal-broken"], "years.1"),
        (partial(swapped, 6, "lands"), ["promise-holds", "deal-broken"], "lands"),
        (partial(swapped, 6, "reshuffles", 0), ["promise-holds", "deal-broken"], "reshuffles.0"),
        (partial(changed, 0, deal__first=9), ["promise-holds", "deal-broken"], "first"),
        (partial(changed, 0, shuffle__words=["plum", "pear", ""]), ["promise-holds", "deal-broken"], "first, deck"),
        (
            partial(changed, 6, options__card_set={"set": {"id": "own"}}, deal__lands=[]),
            ["promise-holds", "unknown"],
            "lands",
        ),
        (partial(changed, 0, game="chess"), ["promise-holds", "unknown"], "first, deck, missions"),
    ],
)
def test_the_verdict_names_everything_that_does_not_match(
    chromium: Browser, site: str, record: Callable[[], Any], expected: list[str], named: str
) -> None:
    with opened(chromium, site) as page:
        assert paste(page, record()) == expected
        lists = page.locator("[data-verdict]:not([hidden]) [data-list]")
        assert ", ".join(lists.all_text_contents()).startswith(named)


def without_shuffle() -> dict[str, Any]:
    return {key: value for key, value in changed(0).items() if key != "shuffle"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no JSON", "unreadable"),
        ("null", "unreadable"),
        ('{"format": "chess"}', "unreadable"),
        (partial(changed, 0, shuffle__secret="ab"), "unreadable"),
        (partial(changed, 0, shuffle__words="plum"), "unreadable"),
        (partial(changed, 0, shuffle__words=["plum"]), "unreadable"),
        (partial(changed, 0, shuffle=None), "unreadable"),
        (partial(changed, 0, deal=None), "unreadable"),
        (without_shuffle, "no-shuffle"),
    ],
)
def test_the_verdict_says_why_a_record_is_not_verified(chromium: Browser, site: str, text: Any, expected: str) -> None:
    with opened(chromium, site) as page:
        assert paste(page, text if isinstance(text, str) else text()) == [expected]
        expect(page.locator("#shuffle")).to_be_hidden()


def test_a_file_is_verified_when_it_is_chosen(chromium: Browser, site: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(finished(5)), encoding="utf-8")
    with opened(chromium, site) as page:
        page.locator("#record-file").set_input_files(file)
        expect(page.locator("[data-verdict=deal-holds]")).to_be_visible()
        assert verdicts(page) == ["promise-holds", "deal-holds"]


def test_an_unfinished_record_is_verified_up_to_its_last_move(chromium: Browser, site: str) -> None:
    match = play(begun("cursed_court", {"players": 3}), 20)
    match.is_revealed = True
    with opened(chromium, site) as page:
        assert paste(page, match.record()) == ["promise-holds", "deal-holds"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_phone_without_axe_violations(chromium: Browser, site: str, lang: str, scheme: str) -> None:
    with opened(chromium, site, viewport=PHONE, locale=lang, color_scheme=scheme) as page:
        expect(page.locator("html")).to_have_attribute("lang", lang)
        paste(page, finished(0))
        assert overflow(page) == 0
        assert violations(page) == []


def test_without_script_the_page_names_the_command_that_verifies_a_record(chromium: Browser, site: str) -> None:
    context = chromium.new_context(base_url=site, locale="en", java_script_enabled=False)
    page = context.new_page()
    page.goto("/fair")
    expect(page.locator("noscript .problem")).to_contain_text("courtly verify")
    expect(page.locator("#fair")).to_be_hidden()
    context.close()


def test_the_page_reports_a_browser_without_sha_256(chromium: Browser, site: str) -> None:
    """On a page over plain http from another machine, browsers have no `crypto.subtle`."""
    context = chromium.new_context(base_url=site, locale="en")
    context.add_init_script("Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })")
    page = context.new_page()
    page.goto("/fair")
    expect(page.locator("[data-verdict=insecure]")).to_be_visible()
    expect(page.locator("#fair")).to_be_hidden()
    context.close()
