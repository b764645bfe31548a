"""Tables with friends: one browser for each person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.api.helpers import Program
from tests.web.browser import browsing, connected, ready
from tests.web.people import Person


@contextmanager
def friends(chromium: Browser, site: str, *settings: dict[str, Any], **options: str) -> Iterator[tuple[Page, ...]]:
    """Open a table for one browser per settings, and sit down with all of them."""
    with ExitStack() as stack:
        pages = tuple(stack.enter_context(browsing(chromium, site, **own)) for own in settings)
        host, *others = pages
        host.locator(f"#players-{len(pages)}").check(force=True)
        host.locator("#name").fill(options.get("name", "Camille"))
        for number in range(2, len(pages) + 1):
            host.locator(f"#bot-{number}").select_option("open")
        if "seed" in options:
            host.locator(".advanced summary").click()
            host.locator("#seed").fill(options["seed"])
        if "clock" in options:
            host.locator(".terms > summary").click()
            host.locator("#clock").select_option(options["clock"])
        host.locator(".new-match .primary").click()
        link = host.locator("#link-join").input_value()
        for number, friend in enumerate(others):
            friend.goto(link)
            friend.locator("#name").fill(options.get("friend", f"Bo {number}"))
            friend.locator("main .primary").click()
            expect(friend.locator("#seats")).to_be_visible()
        for page, own in zip(pages, settings, strict=True):
            if own.get("java_script_enabled"):
                connected(page)
        yield pages


def sit_with_a_program(page: Page, client: httpx.Client, game: str, **more: Any) -> tuple[Program, str]:
    """Sit down with a script at the table of a program; return the program and the id of the table."""
    host = Program(client, "Ann")
    opened = host.open(game, **more)
    page.goto(f"/join/{opened['join']}")
    page.locator("#name").fill("Camille")
    page.locator("main .primary").click()
    host.act(opened["id"], "ready")
    begin(page)
    return host, str(opened["id"])


def begin(*pages: Page) -> None:
    """Make all players with script ready, and wait for the table."""
    for page in pages:
        page.locator("#go .primary").click()
    for page in pages:
        expect(page.locator("#tray")).to_be_visible()
        ready(page)


def whose(*pages: Page) -> tuple[Page, Page]:
    """Return the page of the player to move, and the page of another player."""
    for page in pages:
        expect(page.locator(".company .is-decides")).to_have_count(1)
    mover = next(page for page in pages if page.locator("#acts-data.asks").count())
    return mover, next(page for page in pages if page is not mover)


def choose(page: Page) -> None:
    """Make the first choices until a turn is complete, or one choice without script; wait until the page shows it."""
    Person(page, "").play(lambda person: [first_choice(person.page)])


def first_choice(page: Page) -> Locator:
    """Return the button of the first choice, after picking up the card that it needs."""
    if page.locator(".spare").count():
        return page.locator(".spare")
    page.locator(".held-card input").first.check()
    return page.locator(".zone").first
