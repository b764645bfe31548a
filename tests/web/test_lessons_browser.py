"""Lessons and rules in a real browser: lessons are played by taps and can be folded on a phone; axe; and widths."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from courtly.teaching.course import LessonState, first, lesson_state_at, parse_position
from courtly.teaching.form import Moment
from courtly.teaching.lesson import played
from courtly.teaching.loading import lesson_of
from courtly.teaching.rules import clause_anchors
from courtly.text.locales import Locale
from courtly.web.lessons import focused
from tests.teaching.helpers import TAUGHT, way
from tests.web.browser import PHONE, SCREENS, TALL, browsing, on, overflow, sent, violations

pytestmark = pytest.mark.browser

PLACES = ("1", "4", "10")
LAPTOP: ViewportSize = {"width": 1366, "height": 768}


def tap(page: Page, piece: str, place: str) -> None:
    """Pick up a piece and put it at a place. The script marks the pieces once it runs."""
    page.locator(f'[data-piece][data-open]:has(input[value="{piece}"])').first.click()
    page.locator(f'[data-id="{place}"] .zone, [data-id="{place}"]').first.click()


def test_a_lesson_can_be_played_by_taps(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", {"width": 1366, "height": 768}, "en")) as page:
        page.goto("/")
        page.locator(".start-card.learn h2 a").click()
        page.get_by_role("link", name="Start the lesson").click()
        expect(page.locator("#lesson-title")).to_have_text("A seat at the table")
        tap(page, "play stag.plain", "domain:0")
        expect(page.locator("#notice")).to_contain_text("help the Stags")
        # The card stays picked up.
        page.locator('[data-id="above"] .zone, [data-id="above"]').first.click()
        page.locator("#confirm").click()
        page.wait_for_url("**/learn/courtisans/2")
        expect(page.locator('[data-id="above"] [data-piece]')).to_have_count(1)
        tap(page, "play stag.noble", "domain:0")
        page.locator("#confirm").click()
        page.wait_for_url("**/learn/courtisans/3")


@pytest.mark.parametrize("size", [TALL, LAPTOP], ids=["phone", "laptop"])
def test_the_first_card_of_a_lesson_of_courtisans_moves_neither_table_nor_tray(
    chromium: Browser, site: str, size: ViewportSize
) -> None:
    with browsing(chromium, site, **on("light", size, "en")) as page:
        page.goto("/learn/courtisans/1#main")
        expect(page.locator("#speed:not([hidden])")).to_be_attached()
        parts = [page.locator(part) for part in (".stage", ".tray", ".hand")]
        before = [part.bounding_box() for part in parts]
        tap(page, "play stag.plain", "above")
        expect(page.locator('#confirm[aria-disabled="false"]')).to_be_visible()
        assert [part.bounding_box() for part in parts] == before


REGIONS_UNDER_NOTICE = """() => {
  const notice = document.querySelector('#notice').getBoundingClientRect();
  return [...document.querySelectorAll('.region')].map((one) => one.getBoundingClientRect()).filter((one) =>
    Math.min(one.right, notice.right) - Math.max(one.left, notice.left) > 1
    && Math.min(one.bottom, notice.bottom) - Math.max(one.top, notice.top) > 1).length;
}"""
"""Returns how many regions of Cursed Court are under the message."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [TALL, LAPTOP], ids=["phone", "laptop"])
def test_the_answer_to_a_wrong_move_covers_no_region_and_goes_away(
    chromium: Browser, site: str, size: ViewportSize, lang: str
) -> None:
    with browsing(chromium, site, **on("light", size, lang)) as page:
        page.goto("/learn/cursed_court/4#main")
        expect(page.locator("#speed:not([hidden])")).to_be_attached()
        page.locator('[data-id="region:queen"]').click()
        expect(page.locator("#notice")).to_contain_text("Marchand" if lang == "fr" else "Merchant")
        assert page.evaluate(REGIONS_UNDER_NOTICE) == 0
        page.locator('[data-id="region:merchant"]').click()
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("#undo")).to_be_visible()


NEVER = [{"name": "courtly-confirm", "value": "never"}]
NAMES_CONFIRM = {"en": "[Cc]onfirm", "fr": "[Vv]alide", "de": "[Bb]estätig"}


def button_of(page: Page, move: str) -> Locator:
    """Return the buttons of an act, after its amount has been chosen."""
    verb, _, amount = move.partition(" ")
    if not amount.isdigit():
        return page.locator(f'button[name=move][value="{move}"]:visible')
    page.locator("[data-amount]").fill(amount)
    return page.locator(f"[name=of-amount][value={verb}]")


def send_at_once(page: Page, move: str) -> bool:
    """Press the gold button that lays and sends an act, if the act has one."""
    button = button_of(page, move).and_(page.locator("[data-sends]"))
    if not button.count():
        return False
    button.click()
    return True


def lay(page: Page, act: dict[str, str]) -> None:
    """Lay an act by taps."""
    button = button_of(page, act["move"])
    if button.count():
        return button.first.click()
    piece = page.locator(f'[data-piece][data-id="{act["source"]}"]:visible')
    if piece.count():
        # Cards overlap, but their left edges are visible.
        piece.first.click(position={"x": 6, "y": 14})
    return page.locator(f'[data-id="{act["target"]}"]:visible').first.click(position={"x": 20, "y": 10})


def lay_moment(page: Page, stop: LessonState, commands: list[list[str]]) -> bool:
    """Lay the acts that a position asks for, and return whether they wait for Confirm."""
    acts = json.loads(page.locator("#acts-data").text_content() or "")
    for laid, move in enumerate(played(stop.moment)[len(stop.place.done) :], start=1):
        assert commands == [], stop.place.path
        if send_at_once(page, move):
            return False
        with page.expect_response("**/draft?*") as answered:
            lay(page, next(act for act in acts if act["move"] == move))
        expect(page.locator("#undo")).to_have_attribute("data-acts", str(laid))
        acts = answered.value.json()["acts"]
        if all(act["why_not"] for act in acts):
            return True
    raise AssertionError(f"{stop.place.path}: the acts of the moment are not complete")


@pytest.mark.parametrize("size", [TALL, LAPTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_waits_for_a_gold_button_as_a_table_does_by_default(
    chromium: Browser, site: str, game: str, size: ViewportSize
) -> None:
    lesson, confirmed = lesson_of(game), list[Moment]()
    stored: Any = {"storage_state": {"origins": [{"origin": site, "localStorage": NEVER}]}}
    with browsing(chromium, site, **on("light", size, "en"), **stored) as page:
        commands = sent(page)
        stop = lesson_state_at(lesson, first())
        while not stop.is_last:
            here = f"/learn/{game}/{stop.place.path}"
            page.goto(f"{here}#main")
            if stop.accepted_moves:
                expect(page.locator("#confirm-when")).to_have_count(0)
                expect(page.locator("#speed:not([hidden])")).to_be_attached()
                if lay_moment(page, stop, commands):
                    assert commands == []
                    confirm = page.locator("#confirm")
                    expect(confirm).to_have_attribute("aria-disabled", "false")
                    expect(confirm).to_be_in_viewport(ratio=1)
                    confirm.click()
                    confirmed.append(stop.moment)
                page.wait_for_url(re.compile(rf"^{re.escape(site)}(?!{here}(#|$))"))
                assert len(commands) == 1
                commands.clear()
                stop = lesson_state_at(lesson, parse_position(urlsplit(page.url).path.split("/", 3)[3]))
            else:
                assert stop.next_position
                stop = lesson_state_at(lesson, stop.next_position)
    for moment in confirmed:
        for lang, text in moment.say.texts().items():
            assert re.search(NAMES_CONFIRM[lang], text), (moment.at, lang)


def test_the_address_of_a_rule_opens_the_rules_drawer_of_the_table(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", {"width": 1366, "height": 768}, "fr")) as page:
        page.goto("/learn/courtisans/1#rule-5.4")
        expect(page.locator("#pane-rules")).to_be_visible()
        expect(page.locator("#pane-lesson")).to_be_hidden()
        expect(page.locator("p:has(> #rule-5\\.4)")).to_be_in_viewport()


@pytest.mark.parametrize("game", TAUGHT)
def test_the_rules_in_the_drawer_of_a_table_are_those_of_the_rules_page(
    chromium: Browser, site: str, game: str
) -> None:
    with browsing(chromium, site, **on("light", PHONE, "fr")) as page:
        page.goto(f"/learn/{game}/1#pane-rules")
        expect(page.locator("#all-rules section").first).to_be_visible()
        found = page.locator("#all-rules [id^=rule-]").evaluate_all("(all) => all.map((one) => one.id)")
        assert sorted(found) == sorted(f"rule-{clause}" for clause in clause_anchors(game, "fr"))
        assert violations(page) == []


def test_a_link_to_a_rule_leads_to_the_rules_page_if_the_drawer_cannot_load_it(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", PHONE, "en")) as page:
        page.goto("/learn/courtisans/1")
        page.route("**/rules/*", lambda route: route.abort(), times=1)
        page.evaluate("location.hash = 'rule-5.4'")
        page.wait_for_url("**/rules/courtisans#rule-5.4")
        expect(page.locator("p:has(> #rule-5\\.4)")).to_be_in_viewport()


def test_on_a_phone_a_lesson_can_be_folded_and_unfolded(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", PHONE, "fr")) as page:
        page.goto("/learn/monarch/4")
        expect(page.locator("#lesson-text")).to_be_visible()
        page.locator(".lesson-fold").click()
        expect(page.locator("#lesson-text")).to_be_hidden()
        page.locator(".lesson-unfold").click()
        expect(page.locator("#lesson-text")).to_be_visible()
        expect(page.locator(".lesson-nav")).to_be_in_viewport()


@pytest.mark.parametrize(("step", "leaf"), [(1, "lands"), (3, "market"), (6, "lands")])
@pytest.mark.parametrize("scripted", [True, False], ids=["with script", "without script"])
def test_on_a_phone_a_lesson_of_monarch_opens_the_page_that_its_step_is_about(
    chromium: Browser, site: str, step: int, leaf: str, *, scripted: bool
) -> None:
    settings = {**on("light", PHONE, "en"), "java_script_enabled": scripted}
    with browsing(chromium, site, **settings) as page:
        page.goto(f"/learn/monarch/{step}")
        expect(page.locator(f"#leaf-{leaf}")).to_be_in_viewport(ratio=0.9)


def wanted(stop: LessonState) -> list[str]:
    """Return the ids of the places and pieces that a position highlights, and of its expected acts."""
    locale = Locale(domain=stop.lesson.game)
    return sorted({each for shows in (True, False) for each in focused(stop, locale, shows=shows)})


COVERED = """(ids) => ids.filter((id) => {
  const all = [...document.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)]
  const shown = all.find((one) => one.getClientRects().length)
  if (!shown) return false
  const { x, y, width, height } = shown.getBoundingClientRect()
  // The lands of Monarch are next to its market, outside the window.
  if (x >= innerWidth) return false
  return !document.elementFromPoint(x + width / 2, y + height / 2)?.closest("#main")
})"""
"""Returns the ids whose elements cannot be touched in their middle."""


UNREADABLE = """() => {
  const [body, foot, nav, fold] = [".lesson-body", ".lesson-foot", ".lesson-nav", ".lesson-fold"]
    .map((name) => document.querySelector(name))
  const box = (one) => one.getBoundingClientRect(), found = []
  const end = Math.min(innerHeight, box(document.querySelector("#drawer")).bottom)
  for (const one of [nav, fold, ...foot.querySelectorAll("button")]) {
    const { x, y, width, height } = box(one)
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!one.contains(top)) found.push(`covered: ${one.textContent.trim()}`)
  }
  if (box(body).bottom > box(foot).top + 1 || box(foot).bottom > end + 1) found.push("overlap")
  if (box(nav).height > 50) found.push("two rows")
  return found
}"""


UNPRESSABLE = """() => [...document.querySelectorAll(".lesson-foot :is(a, button)")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return width && [1, height - 1].some((down) => !one.contains(document.elementFromPoint(x + width / 2, y + down)))
}).map((one) => one.textContent)"""
"""Returns the buttons of a lesson that are not fully visible."""


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_on_a_phone_the_buttons_of_a_lesson_are_always_visible_and_folded_it_covers_nothing_that_a_step_asks_for(
    chromium: Browser, site: str, game: str, lang: str
) -> None:
    unreadable, covered = dict[str, list[str]](), dict[str, list[str]]()
    with browsing(chromium, site, **on("light", PHONE, lang)) as page:
        for stop in way(lesson_of(game)):
            path = f"/learn/{game}/{stop.place.path}"
            page.goto(path)
            page.locator(".lesson-body").evaluate("(one) => { one.scrollTop = one.scrollHeight }")
            unreadable[path] = page.evaluate(UNREADABLE)
            # Only the end of the address changes, so the browser does not load the page again.
            page.goto(f"{path}#main")
            expect(page.locator(".lesson-unfold")).to_be_visible()
            covered[path] = page.evaluate(COVERED, wanted(stop))
    assert {path: found for path, found in unreadable.items() if found} == {}
    assert {path: ids for path, ids in covered.items() if ids} == {}


@pytest.mark.parametrize("game", TAUGHT)
def test_on_a_desktop_the_buttons_of_a_lesson_are_always_visible(chromium: Browser, site: str, game: str) -> None:
    hidden = {}
    with browsing(chromium, site, **on("light", LAPTOP, "fr")) as page:
        for stop in way(lesson_of(game)):
            page.goto(f"/learn/{game}/{stop.place.path}")
            hidden[stop.place.path] = page.evaluate(UNPRESSABLE)
    assert {path: found for path, found in hidden.items() if found} == {}


def test_on_a_phone_a_touch_on_the_table_folds_the_lesson_until_the_next_step(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", PHONE, "en")) as page:
        page.goto("/learn/courtisans/2")
        text = page.locator("#lesson-text")
        expect(text).to_be_visible()
        tap(page, "play stag.noble", "domain:0")
        page.locator("#confirm").click()
        page.wait_for_url("**/learn/courtisans/3")
        expect(text).to_be_visible()
        page.locator('[data-piece][data-open]:has(input[value="play toad.plain"])').click()
        expect(text).to_be_hidden()
        page.locator(".lesson-unfold").click()
        expect(text).to_be_visible()
        page.locator("#to-the-table").click()
        expect(text).to_be_hidden()


def test_a_second_tap_on_next_presses_nothing(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", PHONE, "en")) as page:
        page.goto("/learn/courtisans/4/1/before-2")
        box = page.locator("#lesson-next").bounding_box()
        assert box
        page.locator("#lesson-next").click()
        page.wait_for_url("**/learn/courtisans/4")
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        pressed = "([x, y]) => document.elementFromPoint(x, y)?.closest('a, button') === null"
        assert page.evaluate(pressed, middle)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", TAUGHT)
def test_lessons_and_rules_fit_the_window_and_axe_finds_no_violations(
    chromium: Browser, site: str, game: str, screen: tuple[str, ViewportSize, str]
) -> None:
    found, wide = {}, {}
    with browsing(chromium, site, **on(*screen)) as page:
        for address in (f"/rules/{game}", *(f"/learn/{game}/{place}" for place in PLACES)):
            page.goto(address)
            found[address], wide[address] = violations(page), overflow(page)
    assert {address: problems for address, problems in found.items() if problems} == {}
    assert set(wide.values()) == {0}


def test_pictures_in_the_rules_are_rendered_in_a_shadow_root(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **on("light", {"width": 1366, "height": 768}, "en")) as page:
        page.goto("/rules/monarch")
        for picture in page.locator(".at-table").all():
            box = picture.bounding_box()
            assert box
            assert box["height"] > 200
        expect(page.locator(".at-table .offer header h3", has_text="Astronomer")).to_be_visible()
