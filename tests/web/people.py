"""A person who plays any game on a page with mouse or touch, and the elements that they press in each game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
from playwright.sync_api import Browser, Locator, Page, Position, expect

from tests.web.browser import MARK, POLL, browsing, confirm, ready, sent, state_of
from tests.web.helpers import TIMEOUT_SECONDS, begin
from tests.web.monarch_play import EAGER

SOON = 60_000
"""Milliseconds until a page shows what others have done."""


class Person:
    """A person at a table who uses a mouse or touch. For this person, pressing a region places a crown there."""

    presses_lay = True

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name

    def press(self, wanted: Locator) -> None:
        """Press a button, or choose a radio button. Cards overlap, so a card is pressed at its visible left edge."""
        overlaps = "victim" in (wanted.get_attribute("class") or "").split()
        where: Position | None = {"x": 4, "y": 20} if overlaps else None
        wanted.click(force=wanted.get_attribute("type") == "radio", position=where)

    def write(self, wanted: Locator, text: str) -> None:
        """Fill in a field."""
        wanted.fill(text)

    def is_asked(self) -> bool:
        """Return whether the page says that it is this person's turn."""
        return self.page.title().startswith("Your turn")

    def is_at_the_end(self) -> bool:
        """Return whether the page shows the final count; the end of the animation before it does not count."""
        return self.page.locator("body.final").count() > 0

    def play(self, choices: Callable[[Person], Iterable[Locator]]) -> None:
        """Press the elements of each choice of a turn in order, and wait until the page shows the result."""
        self.page.evaluate(MARK)
        state = state_of(self.page)
        while state != "settled":
            for wanted in choices(self):
                self.press(wanted)
            state = self._next_state(state)

    def _next_state(self, before: str) -> str:
        """Confirm a complete draft. Return the state of the page when it is settled or its draft has another act."""
        state, is_confirmed = "", False

        def is_next() -> bool:
            nonlocal state, is_confirmed
            state = state_of(self.page)
            if state == "draft" and not is_confirmed:
                is_confirmed = self.confirm()
            return state not in ("", "draft", before)

        wait_for(is_next)
        return state

    def confirm(self) -> bool:
        """Press the button that sends the draft, and return whether it was there."""
        return confirm(self.page)

    def page_for_checks(self) -> Page:
        """Return the page to be checked by axe and for overflow."""
        return self.page

    def stay(self) -> None:
        """Mark the page of the table, so that a reload is noticed."""
        expect(company(self.page)).to_have_count(1, timeout=SOON)
        self.page.evaluate("window.stays = true")

    def has_stayed(self) -> bool:
        """Return whether the page has not been reloaded since `stay`."""
        return bool(self.page.evaluate("window.stays"))

    def is_asked_again(self) -> bool:
        """Return whether the page says that one of the four persons has agreed to a rematch."""
        return self.page.get_by_text("Rematch? 1 of 4").count() > 0


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not holds():
        assert time.monotonic() < end, "the act has no effect"
        time.sleep(POLL / 1000)


def moves(page: Page) -> Locator:
    """Return the buttons that send or complete a move."""
    return page.locator("button[name=move]:visible, button[name=place]:visible")


def in_courtisans(person: Person) -> list[Locator]:
    """Return the elements to press: the first card and the first place, or the first target."""
    page = person.page
    cards, targets = page.locator("input[type=radio][name=piece]"), page.locator(".target:visible")
    if targets.count():
        return [targets.first]
    return [*([cards.first] if cards.count() else []), moves(page).first]


STAKES = "button[name=of-amount]:visible, .marks button:visible"
"""The buttons of a stake. Without script there is no slider, only notable stakes."""


def in_cursed_court(person: Person) -> list[Locator]:
    """Return the elements to press: a region, another one each turn, with the crown's button; or a stake."""
    page = person.page
    crowns, regions = (
        page.locator(".crowns-to-place button"),
        page.locator("input[type=radio][name=piece]:not(.one-of, [aria-disabled])"),
    )
    if not crowns.count():
        return [page.locator(f"{STAKES}, .bets:not(.crowns-to-place) button").first]
    turn = int(page.locator("input[name=turn]").first.input_value())
    region = regions.nth(turn % regions.count())
    return [region] if person.presses_lay else [region, crowns.first]


def in_monarch(person: Person) -> list[Locator]:
    """Return the element to press: the first choice of a simple player, or the button that ends the turn."""
    page = person.page
    if page.locator("button[name=of-amount]").count():
        return [page.locator("button[name=of-amount]")]
    offered = moves(page).evaluate_all("buttons => buttons.map(button => button.value.split(' ')[0])")
    verb = next((verb for verb in EAGER if verb in offered), None)
    return [moves(page).nth(offered.index(verb) if verb else len(offered) - 1)]


@dataclass
class Played:
    """A game: form fields for a short match, and the function that chooses the elements to press."""

    game: str
    choices: Callable[[Person], Iterable[Locator]]
    fields: Mapping[str, str] = field(default_factory=dict)


GAMES = {
    "courtisans": Played("courtisans", in_courtisans),
    "cursed_court": Played("cursed_court", in_cursed_court, {"years": "1"}),
    "monarch": Played("monarch", in_monarch, {"max_rounds": "1"}),
}


def company(page: Page) -> Locator:
    """Return the element of the player to move in the list of players."""
    return page.locator("#company [aria-current=true]")


@contextmanager
def own_table(
    chromium: Browser, client: httpx.Client, site: str, game: str, **options: str
) -> Iterator[tuple[Page, list[list[str]]]]:
    """Open a table against bots; yield the page on the viewer's turn, and the moves of each command that it sends."""
    url = begin(client, game=game, players="2", seed="7", **GAMES[game].fields, **options)
    with browsing(chromium, site, java_script_enabled=True) as page:
        page.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar]
        )
        commands = sent(page)
        page.goto(url)
        ready(page)
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        yield page, commands
