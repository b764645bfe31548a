"""The script of a table, except turns: taps during animations, sounds, notifications, hints, and notes."""

from __future__ import annotations

import random
import re
from functools import partial

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from courtly.bots import Budget, hint
from tests.web.browser import ANIMATED, DESKTOP, PHONE, TALL, Held, Line, browsing, loaded, overflow, violations
from tests.web.courtisans_play import ASKED, FLYING, HELD, lay, own_turn, sit_down
from tests.web.people import GAMES, own_table

pytestmark = pytest.mark.browser

TAPS = 100


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.tables.hints.hint", partial(hint, budget=Budget(simulations=20), ends=2))


def send_a_turn(page: Page) -> None:
    """Draft three cards, spare all victims of assassins, and send the turn."""
    confirm, asked = page.locator("#confirm"), page.locator(ASKED)
    for number in range(3):
        lay(page)
        # Wait for the server's answer: possible victims, or the areas that are still open.
        done = page.locator("#areas .done").nth(number).or_(page.locator('#confirm[aria-disabled="false"]'))
        asked.or_(done).first.wait_for(state="attached")
        if asked.count():
            asked.click()
            expect(asked).to_have_count(0)
    confirm.click()


def play_a_turn(page: Page) -> None:
    """Play a turn of three cards, and wait for the next turn."""
    send_a_turn(page)
    own_turn(page)


@pytest.mark.long
def test_no_tap_during_an_animation_is_lost(chromium: Browser, site: str) -> None:
    luck = random.Random(5)
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        play_a_turn(page)
        page.evaluate("""() => {
          window.heard = 0;
          const look = () => { window.heard += 1; };
          new MutationObserver((changes) => changes.length && look())
            .observe(document.body, { attributes: true, attributeFilter: ["class"] });
        }""")
        held = page.locator(HELD).first.bounding_box()
        assert held is not None
        number = moving = 0
        while moving < TAPS / 2:
            if not page.locator(FLYING).count():
                page.evaluate("document.getElementById('replay').click()")
            # The pause makes the taps fall into different moments of the animation.
            page.wait_for_timeout(luck.randrange(60))
            moving += page.locator(FLYING).count() > 0
            page.mouse.click(
                held["x"] + luck.uniform(8, held["width"] - 8), held["y"] + luck.uniform(8, held["height"] - 8)
            )
            number += 1
            assert page.evaluate("document.querySelectorAll('[data-picked]').length") == number % 2
        assert page.evaluate("window.heard") == number


PLACE = '[data-place][data-id="below"]'


@pytest.mark.long
def test_no_tap_during_moves_of_other_players_is_lost(chromium: Browser, site: str) -> None:
    luck = random.Random(6)
    # The taps pick up a card, put it down, and then press its gap, which takes it back.
    spots = ((HELD, 1, 0), (PLACE, 0, 1), (f"{HELD}, .tray [data-hole]", 0, 0))
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        page.locator("#speed").click(click_count=3)
        for _ in range(4):
            send_a_turn(page)
            expect(page.locator(HELD)).to_have_count(3)
            for _ in range(TAPS // 4 // len(spots)):
                if not page.locator(FLYING).count():
                    page.evaluate("document.getElementById('replay').click()")
                for spot, picked, laid in spots:
                    # The pause makes the taps fall into different moments of the animation.
                    page.wait_for_timeout(luck.randrange(60))
                    tap(page, spot)
                    expect(page.locator("[data-picked]")).to_have_count(picked)
                    expect(page.locator(".stage [data-laid]")).to_have_count(laid)
            own_turn(page)


def tap(page: Page, spot: str) -> None:
    """Press the first matching element near its top left corner, even if something is in front of it."""
    box = page.locator(spot).first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + 8)


def test_sounds_are_off_by_default_and_the_switch_is_stored(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        page.add_init_script(
            "window.heard = []; document.addEventListener('courtly:sound', ({ detail }) => heard.push(detail));"
        )
        sit_down(page)
        lay(page)
        assert page.evaluate("heard") == []
        page.locator("#sound").click()
        expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
        lay(page)
        # The module of sounds is loaded when sound is switched on.
        page.wait_for_function("() => heard.length === 2")
        assert page.evaluate("heard") == ["call", "card"]
        page.reload()
        expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("heard") == []


OUTPUTS = """
window.outputs = new Set();
const { connect } = AudioNode.prototype;
AudioNode.prototype.connect = function (target, ...more) {
  if (target instanceof AudioDestinationNode) outputs.add(this);
  return connect.call(this, target, ...more);
};
"""
"""Records the nodes through which sounds leave a page."""


def test_the_volume_applies_immediately_and_is_stored(chromium: Browser, site: str) -> None:
    def expect_gains(gains: str) -> None:
        page.wait_for_function(
            # The policy of the page forbids to evaluate an expression later, but not to call a function.
            f"() => JSON.stringify([...outputs].map(({{ gain }}) => +gain.value.toFixed(3))) === '{gains}'"
        )

    with browsing(chromium, site, **ANIMATED) as page:
        page.add_init_script(OUTPUTS)
        sit_down(page)
        page.goto(f"{page.url}#pane-table")
        volume = page.get_by_role("slider", name="Volume")
        expect(volume).to_have_count(0)
        page.locator("#sound").click()
        expect(volume).to_have_value("50")
        expect_gains("[1]")
        volume.fill("80")
        expect_gains("[1.6]")
        volume.fill("0")
        expect_gains("[0]")
        page.reload()
        expect(volume).to_have_value("0")
        expect_gains("[]")
        volume.press("ArrowRight")
        expect_gains("[0.02]")
        page.locator("#sound").click()
        expect(volume).to_have_count(0)


def test_the_settings_in_the_drawer_are_in_the_order_of_the_page(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        page.goto(f"{page.url}#pane-table")
        expect(page.locator("#confirmation")).to_be_visible()
        parts = page.locator("#pane-table > *").filter(visible=True)
        tops = parts.evaluate_all("parts => parts.map((one) => one.getBoundingClientRect().top)")
        assert len(tops) > 4
        assert tops == sorted(tops)


def test_all_sounds_can_be_played(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        assert (
            page.evaluate("""async () => {
          const { TONES, play } = await import("/static/table-synth.js");
          for (const name of Object.keys(TONES)) play(name);
          return Object.keys(TONES).length;
        }""")
            == 12
        )
        assert faults == []


def test_only_the_switch_asks_for_permission_to_show_notifications(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED, permissions=["notifications"]) as page:
        page.add_init_script("""window.asked = 0;
          Notification.requestPermission = async () => { window.asked += 1; return "granted"; };""")
        sit_down(page)
        play_a_turn(page)
        assert page.evaluate("asked") == 0
        page.locator('.bar [href="#pane-table"]').click()
        page.locator("#notify").click()
        expect(page.locator("#notify")).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("asked") == 1


def test_the_switch_of_notifications_says_when_the_browser_does_not_allow_them(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        page.add_init_script("""Notification.requestPermission = async () => "denied";""")
        sit_down(page)
        page.locator('.bar [href="#pane-table"]').click()
        page.locator("#notify").click()
        expect(page.locator("#notices-refused")).to_be_visible()
        expect(page.locator("#notify")).to_have_attribute("aria-pressed", "false")


def test_a_hint_is_shown_in_three_steps(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        answer = Held(page, "**/hint?*")
        page.locator("#ask").click()
        answer.wait()
        expect(page.locator("#coach-thinks")).to_be_visible()
        answer.release()
        expect(page.locator(".tray [data-nudged]")).to_have_count(1)
        expect(page.locator("#coach-thinks")).to_be_hidden()
        expect(page.locator(".ghost")).to_have_count(0)
        page.locator("#coach-move").click()
        expect(page.locator(".ghost")).to_have_count(1)
        page.locator("#coach-why").click()
        expect(page.locator("#hint-best > ol > li")).to_have_count(3)
        assert violations(page) == []
        expect(page.locator("#coach-words")).to_have_text(re.compile(r" \(1/3\)$"))
        page.locator("#coach-do").click()
        expect(page.locator(".ghost, [data-nudged]")).to_have_count(0)
        # The whole turn is prepared.
        expect(page.locator(".tray [data-hole]")).to_have_count(3)
        expect(page.locator('#confirm[aria-disabled="false"]')).to_be_visible()


def test_without_a_network_a_hint_says_that_there_is_no_connection(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED, locale="fr") as page:
        sit_down(page)
        page.route("**/hint?*", lambda route: route.abort())
        page.locator("#ask").click()
        expect(page.locator("#notice")).to_contain_text("connexion")
        expect(page.locator("#coach")).to_be_hidden()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_hint_shows_a_card_where_it_will_lie(chromium: Browser, site: str, size: ViewportSize) -> None:
    with browsing(chromium, site, **ANIMATED, viewport=size) as page:
        sit_down(page)
        page.locator("#ask").click()
        page.locator("#coach-move").click()
        ghost = page.locator(".ghost").bounding_box()
        page.locator("#coach-do").click()
        expect(page.locator(".stage .cell [data-laid]")).to_have_count(3)
        expect(page.locator(FLYING)).to_have_count(0)
        laid = page.locator('.stage [data-laid="0"]').bounding_box()
        assert ghost is not None
        assert laid is not None
        assert [laid[side] for side in ("x", "y")] == pytest.approx([ghost[side] for side in ("x", "y")], abs=2)


def test_a_hint_takes_the_draft_into_account_and_can_be_hidden_without_a_reload(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        page.keyboard.press("1")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("[data-laid]")).to_have_count(1)
        with page.expect_response("**/hint?laid=play*"):
            page.locator("#ask").click()
        page.locator("#coach-why").click()
        page.evaluate("window.isSame = true")
        page.locator("#hide-hint").click()
        expect(page.locator("#hint, [data-nudged]")).to_have_count(0)
        expect(page.locator("[data-laid]")).to_have_count(1)
        assert page.evaluate("window.isSame")


@pytest.mark.parametrize(("key", "side"), [("+", "above"), ("-", "below")])
def test_a_sign_puts_the_card_above_or_below(chromium: Browser, site: str, key: str, side: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        expect(page.locator(f"#at-{side} kbd")).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press(key)
        expect(page.locator(f"#at-{side} [data-laid]")).to_have_count(1)


@pytest.mark.parametrize("viewport", [DESKTOP, TALL], ids=["desktop", "phone"])
def test_a_player_can_read_what_happened_since_the_last_turn(
    chromium: Browser, site: str, viewport: ViewportSize
) -> None:
    with browsing(chromium, site, **{**ANIMATED, "viewport": viewport}) as page:
        sit_down(page)
        play_a_turn(page)
        page.locator("#ask-news").click()
        lines = page.locator("#news li:visible")
        expect(lines.first).to_be_in_viewport()
        told = lines.all_inner_texts()
        log = page.locator("#log li").all_text_contents()
        assert len(told) >= 6  # two bots play three cards each
        assert log[-len(told) :] == told
        assert all(line.startswith(("Isaure", "Aldric")) for line in told)
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(lines.first).to_be_hidden()


def test_an_act_ends_the_animation_of_earlier_moves(chromium: Browser, site: str) -> None:
    half_speed = {"origins": [{"origin": site, "localStorage": [{"name": "courtly-speed", "value": "0.5"}]}]}
    with browsing(chromium, site, **ANIMATED, storage_state=half_speed) as page:
        sit_down(page)
        play_a_turn(page)
        # It takes some 20 seconds.
        page.evaluate("document.getElementById('replay').click()")
        expect(page.locator(".event-caption")).to_be_visible()
        lay(page)
        expect(page.locator(".event-caption")).to_be_hidden(timeout=5000)
        expect(page.locator(FLYING)).to_have_count(0)


def test_the_button_of_the_last_moves_does_not_change_the_height_of_a_phones_bar(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **{**ANIMATED, "viewport": TALL}) as page:
        sit_down(page)
        play_a_turn(page)
        expect(page.locator("#ask-news")).to_be_visible()
        height = "() => document.querySelector('.caption-bar').getBoundingClientRect().height"
        with_button = page.evaluate(height)
        page.evaluate("document.getElementById('ask-news').remove()")
        assert page.evaluate(height) == with_button


def test_notes_and_marks_are_stored_and_private(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page, browsing(chromium, site, **ANIMATED) as other:
        sit_down(page)
        page.evaluate("location.hash = '#pane-notes'")
        page.locator("#notes-text").fill("Isaure bluffs.")
        with page.expect_response("**/notes"):
            page.locator("#note-mark").click()
        page.locator('[data-place][data-id="domain:1"]').click(position={"x": 20, "y": 20})
        page.locator("#note-words").fill("a spy?")
        with page.expect_response("**/notes"):
            page.keyboard.press("Enter")
        expect(page.locator(".note-mark")).to_have_text("a spy?")
        assert violations(page) == []
        page.reload()
        expect(page.locator(".note-mark")).to_have_text("a spy?")
        expect(page.locator("#notes-text")).to_have_value("Isaure bluffs.")
        other.goto(page.url.split("#")[0])
        assert "bluffs" not in other.content()
        notes = f"/api{page.url.split(site)[1].split('#')[0]}/notes"
        assert other.evaluate("async (address) => (await (await fetch(address)).text())", notes).find("bluffs") < 0


@pytest.mark.parametrize("game", GAMES)
def test_a_press_that_marks_the_table_or_closes_the_note_is_no_act(
    chromium: Browser, client: httpx.Client, site: str, game: str
) -> None:
    with own_table(chromium, client, site, game) as (page, commands):
        loaded(page)
        place = page.locator(f"main :is({MARKABLE[game]})").first
        page.evaluate("location.hash = '#pane-notes'")
        page.locator("#note-mark").click()
        place.click(position={"x": 12, "y": 12})
        expect(page.locator("#note-box")).to_be_visible()
        expect(page.locator("#undo, .dial, :popover-open:not(.flight, .note-box)").filter(visible=True)).to_have_count(
            0
        )
        place.click(position={"x": 12, "y": 12})
        expect(page.locator("#note-box")).to_be_hidden()
        expect(page.locator("#undo, .dial, :popover-open:not(.flight)").filter(visible=True)).to_have_count(0)
        assert commands == []
        place.click(position={"x": 12, "y": 12})
        expect(page.locator(OPENED[game]).first).to_be_visible()


MARKABLE = {
    "courtisans": ".hand [data-piece] label",
    "cursed_court": "#at-region-opera label",
    "monarch": ".offer:has(.buy)",
}
"""Elements of the table whose press does something: it picks up, bets, or opens details."""
OPENED = {"courtisans": "[data-picked]", "cursed_court": ".dial", "monarch": ".offer [popover]:popover-open"}


def test_notes_that_could_not_be_fetched_are_fetched_when_the_browser_is_online(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        page.route("**/notes", lambda route: route.abort(), times=1)
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/notes")):
            sit_down(page)
        expect(page.locator("#own-notes")).to_have_attribute("hidden", "")
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("#own-notes:not([hidden])")).to_be_attached()


def test_while_offline_the_table_is_disabled_and_the_bar_says_so(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED, viewport=PHONE, locale="fr") as page:
        line = Line(page)
        sit_down(page)
        expect(page.locator("#connection:not(.is-down):not([hidden])")).to_be_attached()
        line.cut()
        expect(page.locator("#connection.is-down")).to_be_visible()
        for other in ("#facts", ".title", ".tools"):
            assert not page.evaluate(OVERLAP, ["#connection", other]), other
        assert overflow(page) == 0
        expect(page.locator("#ask")).to_be_disabled()
        page.keyboard.press("1")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("connexion")
        expect(page.locator("[data-laid]")).to_have_count(0)


OVERLAP = """(names) => {
  const [one, other] = names.map((name) => document.querySelector(name).getBoundingClientRect());
  const isThere = one.width && other.width;
  return isThere && one.left < other.right - 1 && other.left < one.right - 1;
}"""


def test_an_error_is_shown_next_to_the_place_that_it_is_about(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        page.route("**/draft*", lambda route: route.continue_(post_data={**route.request.post_data_json, "turn": 99}))
        page.locator(HELD).first.click()
        page.locator('[data-place][data-id="below"]').click(position={"x": 200, "y": 8})
        page.wait_for_function(BESIDE)


BESIDE = """() => {
  const names = ["#notice", '[data-place][data-id="below"]'];
  const [one, other] = names.map((name) => document.querySelector(name).getBoundingClientRect());
  return one.height > 0 && Math.max(other.top - one.bottom, one.top - other.bottom) < 24;
}"""


def test_the_caption_shows_what_a_picked_card_is_and_over_a_place_its_effect_there(
    chromium: Browser, site: str
) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        acts = page.evaluate("JSON.parse(document.getElementById('acts-data').textContent)")
        act = next(act for act in acts if act["changes"] and not act["why_not"])
        told = page.locator("p.event-caption")
        page.keyboard.press("Escape")
        piece = page.locator(f'[data-piece][data-id="{act["source"]}"]')
        piece.click()
        asked = f"{(piece.locator('label').get_attribute('title') or '').removesuffix('.')}. Choose a place."
        expect(told).to_have_text(asked)
        page.locator(f'[data-place][data-id="{act["target"]}"]').hover()
        expect(told).to_have_text(act["changes"])
        page.mouse.move(1, 1)
        expect(told).to_have_text(asked)
        page.keyboard.press("Escape")
        expect(told).to_be_hidden()
