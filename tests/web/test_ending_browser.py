"""The end of a match, or of a year, on an open page: the page shows the last moves, and then the count."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

import courtly
from courtly.engine.play.match import Match
from tests.web.api.helpers import Program, two_at_a_table
from tests.web.browser import ANIMATED, FLYING, PATIENT, SLOW, TALL, browsing, connected, pass_time, ready

pytestmark = pytest.mark.browser

SCENE = ".count-scene"
SEEN = "element => element.checkVisibility({opacityProperty: true, visibilityProperty: true})"


class Ending:
    """A table at the last position before the match ends, or before the condition `until` holds."""

    def __init__(
        self,
        client: httpx.Client,
        game: str = "courtisans",
        *,
        until: Callable[[Match], bool] | None = None,
        **options: Any,
    ) -> None:
        host, guest, self.id = two_at_a_table(client, game=game, options=options, seed=5, listed=True)
        self.players: tuple[Program, Program] = (host, guest)
        match = courtly.new_match(game, players=2, seed=5, **options)
        self.left: list[tuple[int, int, str]] = []
        while (seat := match.to_move) is not None and not (until and until(match)):
            self.left.append((seat, match.version, match.legal_moves()[0]))
            match.play(self.left[-1][-1])
        self.match = match
        while len(self.left) > 1:
            self.move()

    def move(self) -> None:
        """Make the next move."""
        seat, turn, move = self.left.pop(0)
        self.players[seat].act(self.id, "move", match=1, turn=turn, moves=[move])

    def move_on(self) -> None:
        """Make the move after the last one."""
        seat, turn, move = self.match.to_move, self.match.version, self.match.legal_moves()[0]
        assert seat is not None
        self.match.play(move)
        self.players[seat].act(self.id, "move", match=1, turn=turn, moves=[move])

    def look_on(self, page: Page) -> None:
        """Open the table on a page, as a spectator."""
        page.goto(f"/tables/{self.id}")
        ready(page)

    def end(self, page: Page) -> None:
        """Make the last move, skip its animation as soon as it begins, and wait until the final page can count."""
        page.evaluate(SKIP)
        self.move()
        expect(page.locator("#count-by:not([hidden])")).to_be_attached()


SKIP = """() => {
  const look = () => {
    const isShown = document.querySelector(".flight > *, .event-caption:not([hidden])");
    if (isShown) document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    else requestAnimationFrame(look);
  };
  look();
}"""
"""Skips the next animation when it begins; a key of the test might come when it is over."""


@pytest.fixture
def ending(client: httpx.Client) -> Ending:
    return Ending(client)


@pytest.fixture
def page(chromium: Browser, site: str) -> Iterator[Page]:
    """A page with animations, on which scenes and steps of a count stay."""
    with browsing(chromium, site, **ANIMATED) as made:
        made.add_init_script(PATIENT)
        yield made


def test_the_last_moves_are_shown_before_the_count_unless_skipped(ending: Ending, page: Page) -> None:
    ending.look_on(page)
    page.locator("#speed").click(click_count=3)
    expect(page.locator("#speed")).to_have_text("½×")
    ending.end(page)
    expect(page.locator("body.final #verdict")).to_be_visible()


def test_the_spies_are_revealed_by_place_after_a_caption_of_the_whole_turn(ending: Ending, page: Page) -> None:
    ending.look_on(page)
    ending.move()
    revealed = page.locator("#revealed.is-played")
    expect(revealed).to_be_visible()
    expect(page.locator(".event-caption")).to_have_text(re.compile(r"^Ben: .+\s· .+\s· .+\. The spies are revealed\.$"))
    assert revealed.locator("section h3").all_inner_texts()[-2:] == ["Ann’s domain", "Ben’s domain"]
    page.keyboard.press(" ")
    expect(page.locator("body.final #verdict")).to_be_visible()


@pytest.mark.parametrize(("game", "options"), [("courtisans", {}), ("cursed_court", {"years": 2})])
def test_the_last_scene_stays_until_the_final_page(
    client: httpx.Client, page: Page, game: str, options: dict[str, Any]
) -> None:
    ending = Ending(client, game, **options)
    ending.look_on(page)
    page.evaluate("addEventListener('pagehide', () => sessionStorage.last = !!document.querySelector('.is-played'))")
    ending.move()
    expect(page.locator("[data-stays].is-played")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator("body.final #verdict")).to_be_visible()
    assert page.evaluate("sessionStorage.last") == "true"


HIDDEN_PIECES = (
    "[...document.querySelectorAll('[data-piece]')].filter(one => getComputedStyle(one).opacity === '0').length"
)


@pytest.mark.parametrize(("game", "options"), [("courtisans", {}), ("cursed_court", {"years": 2})])
def test_no_piece_is_hidden_while_the_last_scene_stays(
    client: httpx.Client, page: Page, game: str, options: dict[str, Any]
) -> None:
    ending = Ending(client, game, **options)
    ending.look_on(page)
    ending.move()
    expect(page.locator("[data-stays].is-played")).to_be_visible()
    assert page.evaluate(HIDDEN_PIECES) == 0


def test_on_a_phone_the_captions_of_the_count_use_the_room_of_the_totals(ending: Ending, page: Page) -> None:
    page.set_viewport_size(TALL)
    ending.look_on(page)
    ending.end(page)
    expect(page.locator("body.is-counting")).to_be_attached()
    stage, caption = page.locator("#stage").bounding_box(), page.locator(".caption-bar").bounding_box()
    assert caption
    assert caption["y"] + caption["height"] == TALL["height"]
    # The buttons over the caption can be pressed.
    page.locator(".final-actions .b:visible").first.click(trial=True)
    page.keyboard.press("Escape")
    expect(page.locator(".totals-sheet")).to_be_visible()
    assert page.locator("#stage").bounding_box() == stage


def test_without_the_animation_script_the_count_comes_immediately(ending: Ending, page: Page) -> None:
    page.route("**/table.js*", lambda route: route.abort())
    page.goto(f"/tables/{ending.id}")
    connected(page)
    ending.move()
    expect(page.locator("body.final #verdict")).to_be_visible()


class Last(NamedTuple):
    """A game, options for a short match, and the selector of the winner's mark after the count."""

    game: str
    options: dict[str, Any]
    won: str


COUNTED = [Last("courtisans", {}, "#verdict"), Last("monarch", {"max_rounds": 2}, ".row-of.winner .total")]
"""The games whose final page counts by itself."""

YEARS = Last("cursed_court", {"years": 2}, ".years tfoot .winner")
"""A game whose last count is a scene at the table."""

COUNTED_GAMES = pytest.mark.parametrize("last", COUNTED, ids=lambda last: last.game)
GAMES = pytest.mark.parametrize("last", [*COUNTED, YEARS], ids=lambda last: last.game)


@COUNTED_GAMES
def test_the_count_goes_step_by_step_and_each_step_can_be_skipped(client: httpx.Client, page: Page, last: Last) -> None:
    ending = Ending(client, last.game, **last.options)
    ending.look_on(page)
    ending.end(page)
    told, to_come, won = page.locator(".event-caption"), page.locator(".is-upcoming"), page.locator(last.won).first
    expect(told).to_be_visible()
    expect(won).to_have_css("opacity", "0")
    assert not page.locator("#verdict h2").evaluate(SEEN)
    first = told.inner_text()
    pass_time(page)
    expect(told).not_to_have_text(first)
    second = told.inner_text()
    page.keyboard.press(" ")
    expect(told).not_to_have_text(second)
    page.keyboard.press("Escape")
    expect(to_come).to_have_count(0)
    expect(told).to_be_hidden()
    # The element may fade in.
    page.wait_for_function(SEEN, arg=page.locator("#verdict h2").element_handle())
    page.reload()
    expect(page.locator("#count-again")).to_be_visible()
    expect(to_come).to_have_count(0)
    page.locator("#count-again").click()
    expect(told).to_have_text(first)


FIRST_FRAME = """won => {
  const look = () => {
    if (!document.querySelector("body.final")) return requestAnimationFrame(look);
    const mark = document.querySelector(won);
    window.first = [document.body.classList.contains("is-counting"), getComputedStyle(mark).opacity];
  };
  look();
}"""
"""Records whether the first frame of the final page is one of the count, and the opacity of the winner's mark in it."""


@COUNTED_GAMES
def test_the_result_is_not_shown_before_the_count(client: httpx.Client, page: Page, last: Last) -> None:
    ending = Ending(client, last.game, **last.options)
    ending.look_on(page)
    page.add_init_script(f"({FIRST_FRAME})({last.won!r})")

    def delay(route: Route) -> None:
        # A slow network, on which a page might be drawn without its script.
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/count.js*", delay)
    ending.end(page)
    page.wait_for_function("() => window.first")
    assert page.evaluate("first") == [True, "0"]


def test_the_last_year_is_counted_once(client: httpx.Client, page: Page) -> None:
    ending = Ending(client, YEARS.game, **YEARS.options)
    ending.look_on(page)
    page.add_init_script(f"({FIRST_FRAME})({YEARS.won!r})")
    ending.move()
    expect(page.locator(f"{SCENE}.is-played")).to_be_visible()
    page.keyboard.press(" ")
    page.wait_for_function("() => window.first")
    assert page.evaluate("first") == [False, "1"]
    page.locator("#count-again").click()
    expect(page.locator(".event-caption")).to_contain_text("Year 1: ")


@GAMES
def test_with_reduced_motion_the_whole_count_is_shown_immediately(
    client: httpx.Client, chromium: Browser, site: str, last: Last
) -> None:
    ending = Ending(client, last.game, **last.options)
    with browsing(chromium, site, **{**ANIMATED, "reduced_motion": "reduce"}) as page:
        ending.look_on(page)
        ending.move()
        expect(page.locator("#count-again")).to_be_visible()
        expect(page.locator(last.won).first).to_be_visible()
        expect(page.locator(".is-upcoming")).to_have_count(0)


@GAMES
def test_arrow_keys_step_through_the_count(client: httpx.Client, page: Page, last: Last) -> None:
    ending = Ending(client, last.game, **last.options)
    ending.look_on(page)
    ending.end(page)
    told = page.locator(".event-caption")
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    page.locator("#count-again").click()
    first = told.inner_text()
    page.keyboard.press("ArrowRight")
    expect(told).not_to_have_text(first)
    second = told.inner_text()
    page.locator("#count-before").click()
    expect(told).to_have_text(first)
    # A step that the user has chosen stays until the user chooses another.
    pass_time(page)
    expect(told).to_have_text(first)
    page.locator("#count-after").click()
    expect(told).to_have_text(second)
    page.keyboard.press("Escape")
    expect(page.locator(".is-upcoming")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(last.won).first).to_be_visible()
    expect(told).to_be_visible()


def test_after_the_count_a_phone_shows_the_headline_and_each_total_after_its_sum(
    client: httpx.Client, page: Page
) -> None:
    page.set_viewport_size({"width": 360, "height": 400})
    ending = Ending(client, "monarch", max_rounds=6)
    ending.look_on(page)
    ending.end(page)
    expect(page.locator(".event-caption")).to_be_visible()
    # The sum is shown only with a guest or a banner.
    page.locator(".sum").evaluate_all("sums => sums.forEach(one => one.textContent = '31 − 3 =')")
    page.locator("#main").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    page.keyboard.press("Escape")
    expect(page.locator("#verdict h2")).to_be_in_viewport(ratio=1)
    for row in page.locator(".row-of").all():
        summed, total = (row.locator(part).bounding_box() for part in (".sum", ".total"))
        assert summed
        assert total
        assert summed["x"] + summed["width"] <= total["x"]
        assert total["y"] <= summed["y"] + summed["height"] / 2 <= total["y"] + total["height"]


@pytest.fixture
def year(client: httpx.Client) -> Ending:
    """A table of Cursed Court that plays two years; its next move ends the first year."""
    return Ending(client, "cursed_court", until=lambda match: match.view(None)["year"] == 2, years=2)


@pytest.mark.parametrize("press", [" ", "Escape", "tap"])
def test_the_count_of_a_year_opens_automatically_and_can_be_skipped(year: Ending, page: Page, press: str) -> None:
    year.look_on(page)
    year.move()
    expect(page.locator(SCENE)).to_be_visible()
    expect(page.locator(f"{SCENE} .year-cards")).to_be_visible()
    if press == "tap":
        page.locator(f"{SCENE} h2").click()
    else:
        page.keyboard.press(press)
    expect(page.locator(SCENE)).to_be_hidden()
    expect(page.locator(".ring")).to_be_visible()
    page.locator(".counted").click()
    expect(page.locator(SCENE)).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator(SCENE)).to_be_visible()


def test_the_count_of_a_year_is_shown_before_the_next_year_is_dealt(year: Ending, page: Page) -> None:
    year.look_on(page)
    year.move()
    expect(page.locator(SCENE)).to_be_visible()
    expect(page.locator(".flight")).to_have_css("opacity", "0")
    page.evaluate(SLOW)
    page.keyboard.press(" ")
    expect(page.locator(SCENE)).to_be_hidden()
    expect(page.locator(FLYING)).not_to_have_count(0)
    expect(page.locator(".flight")).to_have_css("opacity", "1")
    page.keyboard.press("Escape")
    expect(page.locator(FLYING)).to_have_count(0)


LOOK = "ring => [ring.innerText, ...[...ring.querySelectorAll('.dot')].map((dot) => getComputedStyle(dot).fill)]"
"""The text of the board, and the colours of the nobles in its sets."""


def test_until_the_count_is_over_the_board_and_the_facts_of_the_old_year_stay(year: Ending, page: Page) -> None:
    year.look_on(page)
    covers, facts = page.locator(".cover"), page.locator("#facts-now")
    # The page loads the module for scenes before the switch of notifications appears.
    expect(page.locator("#notices")).not_to_have_attribute("hidden", "")
    board = page.locator("#court .ring").evaluate(LOOK)
    year.move()
    expect(covers).to_have_count(5)
    expect(facts.first).to_contain_text("Year 2 of 2")
    expect(facts.first).to_be_hidden()
    expect(covers.filter(has_text="Year 1 of 2")).to_be_visible()
    assert page.locator(".court.cover .ring").evaluate(LOOK) == board
    expect(page.locator(".event-caption")).to_contain_text("Year 1 is over.")
    expect(page.locator(SCENE)).to_be_visible()
    # The button shows how long the count stays.
    expect(page.locator(SCENE)).to_have_attribute("style", re.compile(r"--stays: [1-9]\d*(\.\d+)?ms"))
    expect(covers).to_have_count(5)
    page.keyboard.press(" ")
    expect(covers).to_have_count(0)
    expect(facts).to_be_visible()


def test_the_next_bets_do_not_close_the_count_of_a_year(year: Ending, page: Page) -> None:
    year.look_on(page)
    year.move()
    expect(page.locator(SCENE)).to_be_visible()
    year.move_on()
    expect(page.locator("#acts [name=turn]")).to_have_value(str(year.match.version))
    expect(page.locator(SCENE)).to_be_visible()


def test_at_the_end_of_a_year_the_caption_is_short_and_the_log_complete(year: Ending, page: Page) -> None:
    year.look_on(page)
    year.move()
    expect(page.locator(".event-caption")).to_have_text(re.compile(r"^\S[^.]*\. Year 1 is over\.$"))
    expect(page.locator("#log li", has_text="Year 1 ends. Face up:")).to_have_count(1)
    expect(page.locator("#log li", has_text="; total ")).to_have_count(2)


def test_the_last_event_stays_in_the_caption_until_the_viewers_turn(year: Ending, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    year.look_on(page)
    year.move()
    expect(page.locator("#spoken p").last).to_have_text(re.compile("^Waiting for"))
    expect(page.locator(".event-caption")).to_have_text(re.compile(r"^Year 2 begins\. Spring: \w+\. Ben bets first\.$"))


def test_the_count_of_a_year_closes_automatically(year: Ending, page: Page) -> None:
    year.look_on(page)
    year.move()
    expect(page.locator(SCENE)).to_be_visible()
    expect(page.locator(f"{SCENE} .year-seat .sum").last).to_have_css("opacity", "1")
    pass_time(page)
    expect(page.locator(SCENE)).to_be_hidden()


def test_the_count_of_a_year_stays_open_at_the_viewers_turn(year: Ending, page: Page) -> None:
    year.look_on(page)
    year.move()
    expect(page.locator(SCENE)).to_be_visible()
    # A spectator is never to move, so the test adds the element that shows a turn.
    page.evaluate("""document.body.insertAdjacentHTML("beforeend", '<i id="acts-data" class="asks"></i>')""")
    expect(page.locator(f"{SCENE} .year-seat .sum").last).to_have_css("opacity", "1")
    expect(page.locator(SCENE)).to_be_visible()


@pytest.mark.parametrize("busy", ["#pane-talk", "is-aiming", "reduced motion"])
def test_the_count_of_a_year_does_not_open_while_the_viewer_is_busy(year: Ending, page: Page, busy: str) -> None:
    year.look_on(page)
    if busy == "reduced motion":
        page.emulate_media(reduced_motion="reduce")
    elif busy.startswith("#"):
        page.evaluate(f"location.hash = '{busy}'")
    # A spectator cannot draft a turn, so the test adds the elements of a draft.
    page.evaluate(
        """busy => {
      window.opened = 0;
      new MutationObserver(() => { window.opened += document.querySelector(".is-played") ? 1 : 0; })
        .observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
      if (busy === "is-aiming") setInterval(() => document.body.classList.add(busy), 0);
    }""",
        busy,
    )
    year.move()
    expect(page.locator(".event-caption:visible")).to_have_count(1)
    # This is announced once all events have been shown.
    expect(page.locator("#spoken p").last).to_have_text(re.compile("^Waiting for"))
    assert page.evaluate("opened") == 0
