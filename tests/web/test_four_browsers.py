"""A whole match of each game at one table, by four people who use the web in different ways.

One person has a phone, one uses only the keyboard, one has no script, and one goes offline again and again. The test
finds elements by roles, labels and field names. For each game, one function chooses the elements to press. Pages with
script are not reloaded during the match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.web.browser import (
    PHONE,
    WAIT_FOR_SERVICE_WORKER,
    WITH_SERVICE_WORKER,
    at_once,
    browsing,
    loaded,
    overflow,
    state_of,
    violations,
)
from tests.web.people import GAMES, SOON, Person, Played, company, moves, wait_for

pytestmark = pytest.mark.browser

MAX_TABS = 400
SAME = 30


class OnKeyboard(Person):
    """A person with only a keyboard, who uses Tab to reach elements, and arrow keys between radio buttons."""

    def press(self, wanted: Locator) -> None:
        self._reach(wanted)
        is_radio = wanted.get_attribute("type", timeout=GONE) == "radio"
        self.page.keyboard.press("Space" if is_radio else "Enter")

    def write(self, wanted: Locator, text: str) -> None:
        self._reach(wanted)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def confirm(self) -> bool:
        # The draft may have been sent just now, so the button may be hidden, or gone with its page.
        try:
            self.press(self.page.locator("#confirm"))
        except (AssertionError, Error):
            if state_of(self.page) == "draft":
                raise
            return False
        return True

    def _reach(self, wanted: Locator) -> None:
        """Press keys until an element has the focus. If it has been passed, go back to it."""
        wanted.evaluate(WATCH, timeout=GONE)
        on, back = ("Shift+Tab", "Tab") if wanted.evaluate(IS_BEFORE, timeout=GONE) else ("Tab", "Shift+Tab")
        for _ in range(MAX_TABS // STRIDE):
            if wanted.evaluate(IS_REPLACED, timeout=GONE):
                wanted.evaluate(WATCH, timeout=GONE)
            if wanted.evaluate(IS_PASSED, timeout=GONE) and self._goes_back(wanted, back):
                return
            for _ in range(STRIDE):
                self.page.keyboard.press(on)
        raise AssertionError(f"the keyboard of {self.name} does not reach {wanted}: {state_of(self.page)!r}")

    def _goes_back(self, wanted: Locator, back: str) -> bool:
        for _ in range(2 * STRIDE):
            place = wanted.evaluate(PLACE, timeout=GONE)
            if place == "here":
                return True
            self.page.keyboard.press(place or back)
        # The page has changed, and the element is no longer nearby.
        wanted.evaluate(WATCH, timeout=GONE)
        return False


GONE = 20_000
"""Milliseconds after which an element counts as gone."""

STRIDE = 8
"""Number of times that Tab is pressed between two checks of the page."""

WATCH = """wanted => {
  const isReached = (one) =>
    one === wanted || (wanted.type === "radio" && one?.type === "radio" && one.name === wanted.name);
  window.watched = wanted;
  window.isPassed = isReached(document.activeElement);
  window.watching?.abort();
  window.watching = new AbortController();
  document.addEventListener("focusin", ({ target }) => (window.isPassed ||= isReached(target)), {
    signal: window.watching.signal,
  });
}"""
"""Starts to record whether an element gets the focus, or is in the group of radio buttons that gets it."""

IS_BEFORE = """wanted => wanted.type !== "radio" && document.activeElement !== document.body
  && Boolean(document.activeElement.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING)"""
"""Returns whether an element comes before the one with the focus. A group of radio buttons is entered at its start."""

IS_REPLACED = "wanted => window.watched !== wanted"
"""Returns whether the page has replaced the element since `WATCH`; the new one would never count as passed."""

IS_PASSED = "() => window.isPassed"

PLACE = """wanted => {
  const focused = document.activeElement;
  if (focused === wanted) return "here";
  if (wanted.type !== "radio" || focused.type !== "radio" || focused.name !== wanted.name) return "";
  if (!wanted.closest(".stage")) return "ArrowDown";
  const from = focused.getBoundingClientRect(), to = wanted.getBoundingClientRect();
  const across = to.left >= from.right ? "ArrowRight" : to.right <= from.left ? "ArrowLeft" : "";
  const along = to.top >= from.bottom ? "ArrowDown" : to.bottom <= from.top ? "ArrowUp" : "";
  // Closed regions may be in the way, so the way is not always the same.
  window.presses = (window.presses ?? 0) + 1;
  return window.presses % 3 ? along || across : across || along;
}"""
"""Returns "here", the key that goes to an element of the same group, or nothing if the focus is outside its group."""


SCRIPTS = re.compile(r"</?noscript>|<script.*?</script>|<meta http-equiv=[^>]*>", re.DOTALL)
"""The markup to remove so that a browser with script shows the same page as a browser without script."""


class WithoutScript(Person):
    """A person without script, who reloads pages.

    Axe is a script, so it checks the same markup in another browser, without the page's own scripts.
    """

    presses_lay = False

    def __init__(self, page: Page, name: str, twin: Page) -> None:
        super().__init__(page, name)
        self._twin = twin

    def page_for_checks(self) -> Page:
        self._twin.set_content(SCRIPTS.sub("", self.page.content()))
        return self._twin

    def is_asked(self) -> bool:
        return super().is_asked() or (self._reload() and super().is_asked())

    def is_at_the_end(self) -> bool:
        return super().is_at_the_end() or (self._reload() and super().is_at_the_end())

    def stay(self) -> None:
        """Do nothing: without script, every act loads the page."""

    def has_stayed(self) -> bool:
        return True

    def is_asked_again(self) -> bool:
        return super().is_asked_again() or (self._reload() and super().is_asked_again())

    def _reload(self) -> bool:
        try:
            self.page.reload()
        except Error:
            # The page is just refreshing itself.
            return False
        return True


class SometimesOffline(Person):
    """A person who is offline while the others move. Back online, the page shows the missed moves without a reload."""

    is_away = False

    def wait_for_cache(self) -> None:
        """Wait until the service worker has cached the offline page."""
        self.page.evaluate(WAIT_FOR_SERVICE_WORKER)

    def set_away(self, *, is_away: bool) -> None:
        """Go offline once the page has loaded everything, or come online and wait until it is connected again."""
        if is_away != self.is_away:
            if is_away:
                loaded(self.page)
            self.is_away = is_away
            self.page.context.set_offline(is_away)
        if not is_away:
            expect(self.page.locator("#connection").get_by_text("Live")).to_be_visible(timeout=SOON)


@contextmanager
def four_people(chromium: Browser, site: str, played: Played) -> Iterator[list[Person]]:
    """Open a table on a phone, and let three other people sit down there."""
    with ExitStack() as stack:

        def page(**settings: Any) -> Page:
            return stack.enter_context(browsing(chromium, site, **at_once(site), **settings))

        host = Person(page(**WITH_SERVICE_WORKER, viewport=PHONE, is_mobile=True, has_touch=True), "Camille")
        link = open_table(host, played)
        people = [
            OnKeyboard(page(**WITH_SERVICE_WORKER), "Isaure"),
            WithoutScript(page(), "Aldric", twin=page(**WITH_SERVICE_WORKER)),
            traveller := SometimesOffline(page(**WITH_SERVICE_WORKER), "Odile"),
        ]
        for person in people:
            person.page.goto(link)
            person.write(person.page.get_by_label("Your name"), person.name)
            person.press(person.page.get_by_role("button", name="Join"))
            expect(person.page.get_by_role("list", name="Seats")).to_contain_text(person.name)
        traveller.wait_for_cache()
        yield [host, *people]


def open_table(host: Person, played: Played) -> str:
    """Open a table with three open seats and return its invitation link."""
    page = host.page
    page.goto(f"/new?game={played.game}")
    host.write(page.get_by_label("Your name"), host.name)
    host.press(page.get_by_role("radio", name="4", exact=True))
    for name, value in played.fields.items():
        host.write(page.locator(f"input[name={name}]"), value)
    for number in (2, 3, 4):
        page.get_by_label(f"Player {number}").select_option("open")
    host.press(page.get_by_role("button", name="Take your seat"))
    return page.get_by_role("textbox", name="Invitation link").input_value()


def get_ready(people: list[Person]) -> None:
    """Make all players ready, and wait until the match has begun."""
    for person in people:
        person.press(person.page.get_by_role("button", name="I am ready"))
        expect(person.page.get_by_role("button", name="I am ready")).to_have_count(0, timeout=SOON)
    wait_for(lambda: moves(people[0].page).count() > 0 or company(people[0].page).count() > 0)
    for person in people:
        person.stay()


def asked(page: Page) -> str:
    """Return the beginning of a page's question; it does not depend on the card."""
    return page.locator("#asked").inner_text()[:SAME]


def mover(people: list[Person], page: Page) -> Person | None:
    """Return the person to move, according to a page; None if the page shows the final count."""
    expect(page.locator("#company [aria-current=true], body.final")).to_have_count(1, timeout=SOON)
    if page.locator("body.final").count():
        return None
    shown = company(page).text_content() or ""
    return next(person for person in people if person.name in shown)


def scores(page: Page) -> str:
    """Return the final scores in the order of the page."""
    return " ".join(page.locator(".totals :is(.total, .score)").all_inner_texts())


@dataclass
class PageChecks:
    """The problems that axe and the overflow check have found. Each state of the table is checked once.

    Axe checks the states that stored positions do not show: the pages of the person without script, and pages while
    others move, offline or not.
    """

    found: dict[str, tuple[list[str], int]] = field(default_factory=dict)

    def at(self, name: str, person: Person) -> None:
        """Check a page, unless its state has been checked before. Retry if the page is just being replaced."""
        if name not in self.found:
            wait_for(lambda: self._is_checked(name, person))

    def _is_checked(self, name: str, person: Person) -> bool:
        try:
            page = person.page_for_checks()
            needs_axe = isinstance(person, WithoutScript) or name in ("offline", "on the way") or "else's turn" in name
            self.found[name] = (violations(page) if needs_axe else [], max(0, overflow(page)))
        except Error:
            return False
        return True

    def problems(self) -> dict[str, tuple[list[str], int]]:
        """Return the problems, by the state of the table."""
        return {name: what for name, what in self.found.items() if what != ([], 0)}


def play(people: list[Person], choices: Callable[[Person], Iterable[Locator]], checks: PageChecks) -> None:
    """Play to the end, with one person offline while others move. Check the page in every state of the table."""
    traveller = next(person for person in people if isinstance(person, SometimesOffline))
    now = mover(people, people[0].page)
    while now is not None:
        traveller.set_away(is_away=now is not traveller)
        wait_for(now.is_asked)
        assert now.has_stayed(), f"the page of {now.name} was reloaded"
        checks.at(f"{now.name}: own turn", now)
        checks.at(asked(now.page), now)
        now.play(choices)
        last, now = now, mover(people, now.page)
        if now not in (None, last):
            checks.at(f"{last.name}: somebody else's turn", last)
            checks.at("offline" if traveller.is_away else "on the way", traveller)
    traveller.set_away(is_away=False)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_four_people_can_play_a_whole_match(chromium: Browser, site: str, game: str) -> None:
    checks = PageChecks()
    with four_people(chromium, site, GAMES[game]) as people:
        for person in people:
            checks.at(f"{person.name}: waiting room", person)
        get_ready(people)
        play(people, GAMES[game].choices, checks)
        for person in people:
            wait_for(person.is_at_the_end)
            checks.at(f"{person.name}: end", person)
        assert len({scores(person.page) for person in people}) == 1
        host = people[0]
        host.press(host.page.get_by_role("button", name="Rematch"))
        for person in people:
            wait_for(person.is_asked_again)
    assert checks.problems() == {}
    assert "offline" in checks.found
