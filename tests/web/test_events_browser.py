"""Events in a real browser: four tables with two people and bots, a phone, a desktop, and one without a script."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.api.helpers import command
from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import application, serving

pytestmark = pytest.mark.browser


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server of its own."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


def check(page: Page, name: str) -> None:
    """Check that a page fits and is accessible; keep a picture if a folder for pictures is given."""
    assert overflow(page) <= 0
    assert violations(page) == []
    if folder := os.environ.get("EVENT_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def play_out(page: Page, table: str) -> None:
    """Play the match of a browser's person to its end, with the first legal moves."""
    request = page.context.request
    while (now := request.get(f"/api{table}").json())["status"] != "over":
        if now["to_move"] == now["you"] and now["view"]["legal"]:
            body = {"command": command(), "act": "move", "match": 1, "turn": now["turn"]}
            request.post(f"/api{table}/acts", data={**body, "moves": [now["view"]["legal"][0]]})
        else:
            page.wait_for_timeout(30)


def open_event(ann: Page) -> str:
    """Open an event with the form, take part, and return the address of its page."""
    ann.goto("/")
    ann.get_by_role("link", name="Events").first.click()
    expect(ann.get_by_role("heading", name="New event")).to_be_visible()
    check(ann, "form")
    ann.get_by_label("Name of the event").fill("Friday night")
    first = ann.locator("button[name=game]").first
    ann.locator("button[name=game]").last.click()
    expect(first).not_to_have_attribute("aria-current", "true")
    expect(ann.get_by_label("Name of the event")).to_have_value("Friday night")
    first.click()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_label("Rounds").fill("2")
    ann.get_by_label("Bots").select_option("novice")
    ann.get_by_label("Rounds").press("Enter")
    expect(ann.get_by_role("heading", name="Friday night")).to_be_visible()
    url = ann.url
    ann.get_by_role("button", name="Take part").click()
    expect(ann.locator(".entrants")).to_contain_text("Ann")
    check(ann, "open")
    return url


def play_round(ann: Page, bea: Page, number: int) -> None:
    """Go to the own tables from the page of the event, play the matches, and come back to the event."""
    url, tables = ann.url, {}
    for person in (ann, bea):
        person.goto(url)
        own = person.locator("#event-now a.primary")
        expect(own).to_be_visible()
        tables[str(own.get_attribute("href"))] = person
    check(ann, f"playing-{number}")
    ann.locator("#event-now a.primary").click()
    expect(ann.locator(".table-controls")).to_contain_text(f"Friday night: round {number} of 2")
    expect(ann.locator(".title .event")).to_contain_text(f"round {number} of 2")
    check(ann, f"table-{number}")
    bea.locator("#event-now a.primary").click()
    expect(bea.locator(".title .event")).to_be_visible()
    assert overflow(bea) <= 0
    if folder := os.environ.get("EVENT_PICTURES"):
        bea.screenshot(path=f"{folder}/table-phone-{number}.png")
    if len(tables) == 2:
        for table, person in tables.items():
            play_out(person, table)
    else:
        play_together(ann, bea, next(iter(tables)))
    expect(ann.get_by_role("link", name="To the event").first).to_be_visible()
    ann.get_by_role("link", name="To the event").first.click()
    expect(ann.get_by_role("link", name=f"Round {number}", exact=True)).to_be_visible(timeout=60_000)


def test_an_event_of_four_tables_with_people_and_bots_runs(chromium: Browser, site: str) -> None:
    without = {**on("dark", PHONE, "fr"), "java_script_enabled": False}
    with (
        browsing(chromium, site, **on("light", DESKTOP, "en")) as ann,
        browsing(chromium, site, **without) as bea,
        browsing(chromium, site, **on("dark", PHONE, "fr")) as guest,
    ):
        url = open_event(ann)
        guest.goto(url)
        guest.locator("#name").fill("Gus")
        bea.goto(url)
        bea.locator("#name").fill("Béa")
        bea.locator("form[action$='/join'] button").focus()
        bea.keyboard.press("Enter")
        expect(ann.locator("#event-now")).to_contain_text("2 of 12 places are taken")
        expect(guest.locator("#event-now .entrants")).to_contain_text("Béa", timeout=30_000)
        expect(guest.locator("#name")).to_have_value("Gus")
        ann.get_by_role("button", name="Start the event").click()
        guest.goto(url)
        check(guest, "guest")
        for number in (1, 2):
            expect(ann.get_by_role("link", name="To your table")).to_be_visible()
            play_round(ann, bea, number)
        expect(ann.locator("#event-now")).to_contain_text("The event is over.")
        check(ann, "over")
        guest.goto(url)
        expect(guest.locator(".standings tbody tr")).to_have_count(12)
        check(guest, "over-phone")
        guest.get_by_role("link", name="Ronde 1", exact=True).click()
        expect(guest.locator(".results")).to_have_count(3)
        check(guest, "deal-phone")
        ann.get_by_role("link", name="Round 2", exact=True).click()
        check(ann, "deal")
        ann.get_by_role("link", name="Replay").first.click()
        expect(ann.locator("#main")).to_be_visible()


def play_together(ann: Page, bea: Page, table: str) -> None:
    """Play the match of two people at one table to its end."""
    seats = {page.context.request.get(f"/api{table}").json()["you"]: page for page in (ann, bea)}
    while (now := ann.context.request.get(f"/api{table}").json())["status"] != "over":
        if (mover := seats.get(now["to_move"])) is None:
            ann.wait_for_timeout(30)
            continue
        legal = mover.context.request.get(f"/api{table}").json()["view"]["legal"]
        body = {"command": command(), "act": "move", "match": 1, "turn": now["turn"], "moves": legal[:1]}
        mover.context.request.post(f"/api{table}/acts", data=body)
