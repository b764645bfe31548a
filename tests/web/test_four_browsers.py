"""A whole match of each game at one table by four people who use the web in different ways.

One has a phone, one a keyboard alone, one no script, and one goes offline again and again. What they see is found by
roles, labels and the names of fields; what there is to press in a game stands in one function for each game. No page
with script is loaded again before the end, where another match is asked for.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Position, expect

from tests.web.helpers import PATIENCE
from tests.web.monarch_play import EAGER
from tests.web.test_browser import (
    IS_KEPT,
    KEEPS,
    MARK,
    PHONE,
    POLL,
    at_once,
    browsing,
    confirm,
    is_settled,
    overflow,
    state_of,
    violations,
)

pytestmark = pytest.mark.browser

MOST_TABS = 400
SAME = 30
SOON = 60_000


class Person:
    """Somebody at a table, who uses a mouse or a finger: to press a region lays a crown there."""

    presses_lay = True

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name

    def press(self, wanted: Locator) -> None:
        """Press a button, or choose a radio button; of cards that overlap the left edge of each can be seen."""
        overlaps = "victim" in (wanted.get_attribute("class") or "").split()
        where: Position | None = {"x": 4, "y": 20} if overlaps else None
        wanted.click(force=wanted.get_attribute("type") == "radio", position=where)

    def write(self, wanted: Locator, text: str) -> None:
        """Write into a field."""
        wanted.fill(text)

    def is_asked(self) -> bool:
        """Tell whether the page says that it is one's turn."""
        return self.page.title().startswith("Your turn")

    def is_at_the_end(self) -> bool:
        """Tell whether the page shows the final count, and not only the end that leads to it."""
        return self.page.locator("body.final").count() > 0

    def play(self, choices: Iterable[Locator]) -> None:
        """Press what makes a choice, one after the other, and wait until the page shows that it is made."""
        self.page.evaluate(MARK)
        for wanted in choices:
            self.press(wanted)
        wait_for(self.is_done)

    def is_done(self) -> bool:
        """Tell whether the page shows that a choice is made; what is laid out and not sent by it is confirmed."""
        state = state_of(self.page)
        if state == "laid out":
            self.confirm()
        return state == "settled"

    def confirm(self) -> None:
        """Press the button that sends what is laid out, if it is still there."""
        confirm(self.page)

    def sight(self) -> Page:
        """Return the page as axe and a ruler can look at it."""
        return self.page

    def stay(self) -> None:
        """Mark the page of the table, which must not be loaded again before the end."""
        expect(company(self.page)).to_have_count(1, timeout=SOON)
        self.page.evaluate("window.stays = true")

    def has_stayed(self) -> bool:
        """Tell whether the page has never been loaded again."""
        return bool(self.page.evaluate("window.stays"))

    def is_asked_again(self) -> bool:
        """Tell whether the page asks whether one is ready for another match."""
        return self.page.get_by_role("button", name="I am ready").count() > 0


class OnKeyboard(Person):
    """Somebody who has a keyboard alone: Tab leads to everything, arrows from one radio button to the next."""

    presses_lay = False

    def press(self, wanted: Locator) -> None:
        self._reach(wanted)
        if wanted.get_attribute("type") != "radio":
            self.page.keyboard.press("Enter")
        elif not wanted.is_checked():
            self.page.keyboard.press("Space")

    def write(self, wanted: Locator, text: str) -> None:
        self._reach(wanted)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def confirm(self) -> None:
        try:
            self.press(self.page.locator("#confirm"))
        except AssertionError:
            if state_of(self.page) == "laid out":
                raise

    def _reach(self, wanted: Locator) -> None:
        """Press keys until something has the focus; whoever has gone past it goes back."""
        wanted.evaluate(WATCH)
        for _ in range(MOST_TABS // STRIDE):
            if wanted.evaluate(IS_PASSED) and self._goes_back(wanted):
                return
            for _ in range(STRIDE):
                self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {wanted}")

    def _goes_back(self, wanted: Locator) -> bool:
        for _ in range(2 * STRIDE):
            place = wanted.evaluate(PLACE)
            if place == "here":
                return True
            self.page.keyboard.press("ArrowDown" if place == "in the same group" else "Shift+Tab")
        # The page was changed meanwhile.
        wanted.evaluate(WATCH)
        return False


STRIDE = 8
"""Keys that are pressed before the page is looked at again."""

WATCH = """wanted => {
  const isReached = (one) =>
    one === wanted || (wanted.type === "radio" && one?.type === "radio" && one.name === wanted.name);
  window.isPassed = isReached(document.activeElement);
  window.watching?.abort();
  window.watching = new AbortController();
  document.addEventListener("focusin", ({ target }) => (window.isPassed ||= isReached(target)), {
    signal: window.watching.signal,
  });
}"""
"""Notes from then on whether what is wanted has had the focus."""

IS_PASSED = "() => window.isPassed"

PLACE = """wanted => {
  const focused = document.activeElement;
  if (focused === wanted) return "here";
  return wanted.type === "radio" && focused.type === "radio" && focused.name === wanted.name ? "in the same group" : "";
}"""


SCRIPTS = re.compile(r"</?noscript>|<script.*?</script>|<meta http-equiv=[^>]*>", re.DOTALL)
"""What a browser with script has besides, and what hides from it what one without shows."""


class WithoutScript(Person):
    """Somebody whose browser takes no script and who looks again by hand.

    Axe is a script: what it sees is the same text in a browser that takes one, without the page's own.
    """

    presses_lay = False

    def __init__(self, page: Page, name: str, glass: Page) -> None:
        super().__init__(page, name)
        self._glass = glass

    def sight(self) -> Page:
        self._glass.set_content(SCRIPTS.sub("", self.page.content()))
        return self._glass

    def is_asked(self) -> bool:
        return super().is_asked() or (self._look_again() and super().is_asked())

    def is_at_the_end(self) -> bool:
        return super().is_at_the_end() or (self._look_again() and super().is_at_the_end())

    def stay(self) -> None:
        """Do nothing: without script a page is loaded again for everything."""

    def has_stayed(self) -> bool:
        return True

    def is_asked_again(self) -> bool:
        return super().is_asked_again() or (self._look_again() and super().is_asked_again())

    def _look_again(self) -> bool:
        try:
            self.page.reload()
        except Error:
            # The page has just begun to look again by itself.
            return False
        return True


class OnTheTrain(Person):
    """Somebody who is offline while others move, and whose page shows what was missed as soon as it is back."""

    is_away = False

    def pack(self) -> None:
        """Wait until the browser keeps what a page that is asked for in a tunnel needs."""
        self.page.evaluate(IS_KEPT)

    def travel(self, *, is_away: bool) -> None:
        """Go into a tunnel or leave it; behind it the same page follows the table again."""
        if is_away != self.is_away:
            self.is_away = is_away
            self.page.context.set_offline(is_away)
        if not is_away:
            expect(self.page.locator("#connection").get_by_text("Live")).to_be_visible(timeout=SOON)


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "nothing comes of it"
        time.sleep(POLL / 1000)


def moves(page: Page) -> Locator:
    """Return the buttons that are moves, or where one ends."""
    return page.locator("button[name=move], button[name=place]")


def in_courtisans(person: Person) -> list[Locator]:
    """Return what to press: the first card and the first place, or the first target."""
    page = person.page
    cards, targets = page.locator("input[type=radio][name=piece]"), page.locator(".target:visible")
    if targets.count():
        return [targets.first]
    return [*([cards.first] if cards.count() else []), moves(page).first]


def in_cursed_court(person: Person) -> Iterator[Locator]:
    """Yield what to press: a region, each turn another, the button of a crown where that only chose it, and a stake.

    Without script the stake is asked for on the next page; a crown that needs none is sent by its button.
    """
    page = person.page
    crowns, regions = (
        page.locator(".crowns-to-place button"),
        page.locator("input[type=radio][name=piece]:not(.one-of)"),
    )
    if crowns.count():
        turn = int(page.locator("input[name=turn]").first.input_value())
        yield regions.nth(turn % regions.count())
        if not person.presses_lay:
            yield crowns.first
        if isinstance(person, WithoutScript):
            return
    stake = page.locator(".marks button, .bets:not(.crowns-to-place) button, #confirm:visible")
    wait_for(lambda: stake.count() > 0 or is_settled(page))
    if stake.count():
        yield stake.first


def in_monarch(person: Person) -> list[Locator]:
    """Return what to press: the first thing that an eager player finds, or the end of the turn."""
    page = person.page
    if page.locator("button[name=of-amount]").count():
        return [page.locator("button[name=of-amount]")]
    offered = moves(page).evaluate_all("buttons => buttons.map(button => button.value.split(' ')[0])")
    verb = next((verb for verb in EAGER if verb in offered), None)
    return [moves(page).nth(offered.index(verb) if verb else len(offered) - 1)]


@dataclass
class Played:
    """A game as it is played here: the fields of the form for the shortest match, and what there is to press."""

    game: str
    choices: Callable[[Person], Iterable[Locator]]
    fields: Mapping[str, str] = field(default_factory=dict)


GAMES = {
    "courtisans": Played("courtisans", in_courtisans),
    "cursed_court": Played("cursed_court", in_cursed_court, {"years": "1"}),
    "monarch": Played("monarch", in_monarch, {"max_rounds": "1"}),
}


@contextmanager
def four_people(chromium: Browser, site: str, played: Played) -> Iterator[list[Person]]:
    """Open a table on a phone, and sit down there with the three others."""
    with ExitStack() as stack:

        def page(**settings: Any) -> Page:
            return stack.enter_context(browsing(chromium, site, **at_once(site), **settings))

        host = Person(page(**KEEPS, viewport=PHONE, is_mobile=True, has_touch=True), "Camille")
        link = open_table(host, played)
        people = [
            OnKeyboard(page(**KEEPS), "Isaure"),
            WithoutScript(page(), "Aldric", glass=page(**KEEPS)),
            train := OnTheTrain(page(**KEEPS), "Odile"),
        ]
        for person in people:
            person.page.goto(link)
            person.write(person.page.get_by_label("Your name"), person.name)
            person.press(person.page.get_by_role("button", name="Sit down"))
            expect(person.page.get_by_role("list", name="Seats")).to_contain_text(person.name)
        train.pack()
        yield [host, *people]


def open_table(host: Person, played: Played) -> str:
    """Open a table with three open seats and return the link to it."""
    page = host.page
    page.goto(f"/new?game={played.game}")
    host.write(page.get_by_label("Your name"), host.name)
    host.press(page.get_by_role("radio", name="4", exact=True))
    for name, value in played.fields.items():
        host.write(page.locator(f"input[name={name}]"), value)
    for number in (2, 3, 4):
        page.get_by_label(f"Player {number}").select_option("open")
    host.press(page.get_by_role("button", name="Take your seat"))
    return page.get_by_role("textbox", name="The link to sit down").input_value()


def get_ready(people: list[Person]) -> None:
    """Let everybody be ready, and wait until the match has begun."""
    for person in people:
        person.press(person.page.get_by_role("button", name="I am ready"))
        expect(person.page.get_by_role("button", name="I am ready")).to_have_count(0, timeout=SOON)
    wait_for(lambda: moves(people[0].page).count() > 0 or company(people[0].page).count() > 0)
    for person in people:
        person.stay()


def company(page: Page) -> Locator:
    """Return who is shown to be on the move."""
    return page.locator("#company [aria-current=true]")


def asked(page: Page) -> str:
    """Return what a page asks, as far as it is the same for every card of its kind."""
    return page.locator("#asked").inner_text()[:SAME]


def mover(people: list[Person], page: Page) -> Person | None:
    """Return who is to move as a page shows it; nobody once it shows the final count, which follows the last steps."""
    expect(page.locator("#company [aria-current=true], body.final")).to_have_count(1, timeout=SOON)
    if page.locator("body.final").count():
        return None
    shown = company(page).text_content() or ""
    return next(person for person in people if person.name in shown)


def scores(page: Page) -> str:
    """Return the final scores in the order in which they are shown."""
    return " ".join(page.locator(".totals :is(.total, .score)").all_inner_texts())


@dataclass
class Looks:
    """What axe and a ruler find, each state of the table once."""

    found: dict[str, tuple[list[str], int]] = field(default_factory=dict)

    def at(self, name: str, person: Person) -> None:
        """Look at somebody's page unless its like was looked at before, and again if it was just being left."""
        if name not in self.found:
            wait_for(lambda: self._looks(name, person))

    def _looks(self, name: str, person: Person) -> bool:
        try:
            page = person.sight()
            self.found[name] = (violations(page), max(0, overflow(page)))
        except Error:
            return False
        return True

    def problems(self) -> dict[str, tuple[list[str], int]]:
        """Return what is wrong, by the state of the table."""
        return {name: what for name, what in self.found.items() if what != ([], 0)}


def play(people: list[Person], choices: Callable[[Person], Iterable[Locator]], looks: Looks) -> None:
    """Play to the end, with the one on the train away while others move; look at every page and at every phase."""
    train = next(person for person in people if isinstance(person, OnTheTrain))
    now = mover(people, people[0].page)
    while now is not None:
        train.travel(is_away=now is not train)
        wait_for(now.is_asked)
        assert now.has_stayed(), f"the page of {now.name} was loaded again"
        looks.at(f"{now.name}: own turn", now)
        looks.at(asked(now.page), now)
        now.play(choices(now))
        last, now = now, mover(people, now.page)
        if now not in (None, last):
            looks.at(f"{last.name}: somebody else's turn", last)
            looks.at("offline" if train.is_away else "on the way", train)
    train.travel(is_away=False)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_four_people_play_a_whole_match(chromium: Browser, site: str, game: str) -> None:
    looks = Looks()
    with four_people(chromium, site, GAMES[game]) as people:
        for person in people:
            looks.at(f"{person.name}: waiting room", person)
        get_ready(people)
        play(people, GAMES[game].choices, looks)
        for person in people:
            wait_for(person.is_at_the_end)
            looks.at(f"{person.name}: end", person)
        assert len({scores(person.page) for person in people}) == 1
        host = people[0]
        host.press(host.page.get_by_role("button", name="Play again"))
        for person in people:
            wait_for(person.is_asked_again)
    assert looks.problems() == {}
    assert "offline" in looks.found
