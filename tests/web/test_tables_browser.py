"""Tables with friends in real browsers: two people at one table, pages that follow it, and axe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, ViewportSize, expect

import courtly
from courtly.engine.play.match import Match
from courtly.web.forms import NAME_LENGTH
from tests.web.browser import DESKTOP, PHONE, SCRIPTED, Line, browsing, connected, loaded, overflow, ready, violations
from tests.web.friends import begin, choose, first_choice, friends, whose
from tests.web.shown import show

pytestmark = pytest.mark.browser

LONG = "W" * NAME_LENGTH
ROOM: ViewportSize = {"width": 1920, "height": 1080}

SMALL_TEXTS = """() => {
  const found = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const one = words.currentNode.parentElement, text = words.currentNode.textContent.trim()
    const isSeen = text && !one.closest("svg, .visually-hidden") && one.checkVisibility({ visibilityProperty: true })
    if (isSeen && one.offsetWidth > 1 && parseFloat(getComputedStyle(one).fontSize) < 13) found.push(text)
  }
  return found
}"""
"""Returns the visible texts below 13 px."""


def mid_match(game: str, players: int, moves: int = 30) -> Match:
    """Return a position of a random match."""
    match, dice = courtly.new_match(game, players=players, seed=3), Random(3)
    for _ in range(moves):
        match.play(dice.choice(match.legal_moves()))
    return match


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_no_text_of_a_table_in_a_large_window_is_small(table: Page, game: str, players: int) -> None:
    match = mid_match(game, players)
    show(table, (match, match.to_move), "fr", ROOM)
    assert table.evaluate(SMALL_TEXTS) == []


@contextmanager
def held_answers(page: Page, address: str) -> Iterator[list[tuple[Route, APIResponse]]]:
    """Deliver requests to an address, but hold back their answers until the context ends; yield the held answers."""
    answers: list[tuple[Route, APIResponse]] = []
    is_held = True

    def hold(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        if is_held:
            answers.append((route, answer))
        else:
            route.fulfill(response=answer)

    page.route(address, hold)
    yield answers
    is_held = False
    for route, answer in answers:
        route.fulfill(response=answer)


def test_a_press_during_a_request_is_not_lost(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED, seed="7") as pages:
        begin(*pages)
        mover, _ = whose(*pages)
        with held_answers(mover, "**/draft*"):
            with mover.expect_request("**/draft*"):
                first_choice(mover).click()
            mover.locator(".held-card input").nth(1).check()
            mover.locator(".zone").last.click()
        expect(mover.locator("#undo[data-acts='2']")).to_be_visible()
        expect(mover.locator("#notice")).to_be_hidden()


def test_two_lines_can_be_sent_in_a_row(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as (one, other):
        with held_answers(one, "**/lines"):
            one.locator("#say").fill("a sentence")
            one.locator("#talk-say button").click()
            for _ in range(2):
                one.locator("#talk-phrases button").first.click()
            one.locator("#talk-phrases button").last.click()
            one.locator("#say").fill("half a sen")
        expect(other.locator("#talk-lines li")).to_have_count(3)
        expect(one.locator("#talk-lines li")).to_have_count(3)
        expect(one.locator("#say")).to_have_value("half a sen")


def test_a_page_shows_other_players_moves_automatically(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        mover, other = whose(*pages)
        other.evaluate("window.stays = true")
        before = other.locator(".facts").inner_text()
        while mover.locator("#acts-data.asks").count():
            choose(mover)
        expect(other.locator("#acts-data.asks")).to_have_count(1)
        expect(other).to_have_title("Your turn · Courtly")
        expect(other.locator("#caption")).to_contain_text("Play a card")
        assert other.locator(".facts").inner_text() != before
        assert other.evaluate("window.stays")


def test_typed_text_and_choices_stay_while_other_players_talk(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        mover, other = whose(*pages)
        mover.locator(".held-card input").nth(1).check()
        for page in pages:
            page.locator('.bar [href="#pane-talk"]').click()
        mover.locator("#say").fill("half a sen")
        for text in ("One moment, please.", "Thank you."):
            other.get_by_role("button", name=text).click()
            expect(mover.locator("#talk-lines")).to_contain_text(text)
        expect(mover.locator("#say")).to_have_value("half a sen")
        expect(mover.locator(".held-card input").nth(1)).to_be_checked()
        mover.locator("#say").fill("a sentence")
        mover.locator("#talk-say button").click()
        expect(other.locator("#talk-lines")).to_contain_text("a sentence")
        expect(mover.locator("#say")).to_have_value("")
        mover.locator("#say").fill("another")
        mover.locator("#talk-say button").click()
        expect(other.locator("#talk-lines")).to_contain_text("another")


def test_the_waiting_room_follows_arrivals_and_departures(
    chromium: Browser, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A page without a connection counts as here for a while after its request; usually for 20 seconds.
    monkeypatch.setattr("courtly.web.table_pages.here_for", lambda _frame: 0.1)
    with friends(chromium, site, SCRIPTED, SCRIPTED) as (host, friend):
        expect(host.locator("#seat-1")).to_contain_text("Bo 0")
        expect(host.locator("#word")).to_be_hidden()
        host.locator("#own-word summary").click()
        host.locator("#word").fill("lantern")
        friend.get_by_role("button", name="Leave seat").click()
        expect(host.locator("#waiting-room-state")).to_contain_text("Waiting for 1 more player")
        friend.get_by_role("button", name="Sit here").click()
        expect(host.locator("#seat-1 .what")).to_have_text("here")
        connected(friend)
        friend.goto("/credits")
        expect(host.locator("#seat-1")).to_contain_text("away")
        expect(host.locator("#word")).to_have_value("lantern")


def test_a_rejection_is_shown_and_the_page_is_corrected(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED, seed="7") as pages:
        begin(*pages)
        mover, _ = whose(*pages)
        mover.route("**/draft*", lambda route: route.continue_(post_data={**route.request.post_data_json, "turn": 7}))
        mover.locator(".held-card input").first.check()
        mover.locator(".zone").first.click()
        expect(mover.locator("#notice")).to_contain_text("the table is now at match 1, turn 0")
        expect(mover.locator(".tray")).to_be_visible()


WATCH_CONNECTION = """() => {
  const sign = document.querySelector("#connection");
  window.wasDown = false;
  const watch = () => { window.wasDown ||= sign.classList.contains("is-down"); };
  new MutationObserver(watch).observe(sign, { attributes: true });
}"""


def test_a_lost_connection_is_shown_and_reconnects(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        mover, other = whose(*pages)
        line = Line(other)
        other.reload()
        ready(other)
        line.cut()
        expect(other.locator("#connection")).to_have_class("connection is-down")
        expect(other.locator("#connection")).to_contain_text("No connection")
        expect(other.locator("#talk-phrases button").first).to_be_disabled()
        while mover.locator("#acts-data.asks").count():
            choose(mover)
        line.mend()
        expect(other.locator("#acts-data.asks")).to_have_count(1)
        expect(other.locator("#connection")).to_have_class("connection")
        expect(other.locator("#talk-phrases button").first).to_be_enabled()


def test_a_page_reconnects_to_a_restarting_server_without_showing_it(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        mover, other = whose(*pages)
        line = Line(other)
        other.reload()
        ready(other)
        other.evaluate(WATCH_CONNECTION)
        line.restart()
        while mover.locator("#acts-data.asks").count():
            choose(mover)
        expect(other.locator("#acts-data.asks")).to_have_count(1)
        assert not other.evaluate("window.wasDown")


def test_a_page_shows_going_offline_and_catches_up_afterwards(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        mover, other = whose(*pages)
        loaded(other)
        other.context.set_offline(True)
        expect(other.locator("#connection")).to_have_class("connection is-down")
        while mover.locator("#acts-data.asks").count():
            choose(mover)
        other.context.set_offline(False)
        expect(other.locator("#acts-data.asks")).to_have_count(1)
        expect(other.locator("#connection")).to_have_class("connection")


def test_without_script_a_waiting_page_refreshes_itself(chromium: Browser, site: str) -> None:
    with friends(chromium, site, {}, {}) as (host, friend):
        friend.locator("#go .primary").click()
        host.locator("#go .primary").click()
        expect(friend.locator("#tray")).to_be_visible()
        mover, other = whose(host, friend)
        while mover.locator("#acts-data.asks").count():
            choose(mover)
        expect(other.locator("#acts-data.asks")).to_have_count(1)


def test_a_spectator_sees_the_table_and_no_hand(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages, browsing(chromium, site, **SCRIPTED) as onlooker:
        onlooker.goto(pages[0].locator("#link-watch").get_attribute("value") or "")
        onlooker.locator("main .primary").click()
        begin(*pages)
        expect(onlooker.locator("#tray")).to_be_visible()
        mover, _ = whose(*pages)
        choose(mover)
        expect(onlooker.locator("#all-moves li")).not_to_have_count(0)
        assert onlooker.locator(".held-card, .zone, [name=move]").count() == 0


def test_the_log_of_an_open_page_equals_the_log_after_a_reload(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        for _ in range(2):
            mover, other = whose(*pages)
            while mover.locator("#acts-data.asks").count():
                choose(mover)
            expect(other.locator("#acts-data.asks")).to_have_count(1)
        for page in pages:
            expect(page.locator("#log > h2")).to_have_count(2)
            stayed = children(page)
            page.reload()
            assert children(page) == stayed


def children(page: Page) -> list[list[str]]:
    """Return the log: each heading and each list, with the text and class of each line."""
    found: list[list[str]] = page.locator("#log").evaluate(
        "log => [...log.children].map(one => [one.localName, ...(one.children.length"
        " ? [...one.children].map(line => line.className + line.textContent) : [one.textContent])])"
    )
    return found


SELECT_FITS = """(select) => {
  const copy = select.cloneNode(false), width = select.offsetWidth;
  copy.append(select.selectedOptions[0].cloneNode(true));
  copy.style.cssText = "flex: none; width: max-content; max-width: none";
  select.replaceWith(copy);
  return copy.offsetWidth <= width;
}"""
"""Returns whether a list is wide enough for the name of its selected option; it replaces the list by a copy."""


@pytest.mark.parametrize("viewport", [{"width": 1366, "height": 768}, PHONE], ids=["laptop", "phone"])
def test_the_waiting_room_shows_all_options_and_the_whole_name_of_a_bot(
    chromium: Browser, site: str, viewport: ViewportSize
) -> None:
    with browsing(chromium, site, **SCRIPTED, viewport=viewport) as host:
        host.locator("#bot-2").select_option("open")
        host.locator(".new-match .primary").click()
        host.locator("#seats .menu > summary").click()
        assert host.locator("#about").evaluate("(one) => one.scrollHeight <= one.clientHeight || !one.clientHeight")
        host.locator("#seats select").select_option("courtier")
        assert host.locator("#seats select").evaluate(SELECT_FITS)
        names = [text.strip() for text in host.locator("#seats .menu :is(summary, button)").all_inner_texts()]
        assert names == ["Add bot", "Add this bot"]


@pytest.mark.parametrize(("lang", "chosen"), [("en", ""), ("fr", "?game=cursed_court&masquerade=true&years=2")])
def test_the_chat_of_the_waiting_room_is_whole_on_a_laptop(
    chromium: Browser, site: str, lang: str, chosen: str
) -> None:
    with browsing(chromium, site, **SCRIPTED, viewport={"width": 1366, "height": 768}, locale=lang) as host:
        host.goto(f"/new{chosen}")
        host.locator("#bot-2").select_option("open")
        host.locator(".new-match .primary").click()
        host.wait_for_url("**/tables/*")
        host.wait_for_load_state()
        phrases, ready = host.locator("#talk-phrases").bounding_box(), host.locator(".side > .go").bounding_box()
        assert phrases is not None
        assert ready is not None
        assert phrases["y"] + phrases["height"] <= ready["y"]


def test_one_click_copies_the_link(chromium: Browser, site: str) -> None:
    with friends(chromium, site, {**SCRIPTED, "permissions": ["clipboard-read", "clipboard-write"]}, SCRIPTED) as (
        host,
        _,
    ):
        host.get_by_role("button", name="Copy").first.click()
        expect(host.get_by_role("button", name="Copied")).to_be_visible()
        assert host.evaluate("navigator.clipboard.readText()") == host.locator("#link-join").input_value()


@pytest.mark.long
@pytest.mark.parametrize(
    ("scheme", "viewport", "lang"),
    [("light", PHONE, "fr"), ("dark", PHONE, "en"), ("light", DESKTOP, "en"), ("dark", DESKTOP, "fr")],
    ids=["light-phone-fr", "dark-phone-en", "light-desktop-en", "dark-desktop-fr"],
)
def test_axe_finds_no_violations_and_nothing_is_too_wide(
    chromium: Browser, site: str, scheme: str, viewport: ViewportSize, lang: str
) -> None:
    own = {**SCRIPTED, "color_scheme": scheme, "viewport": viewport, "locale": lang}
    found: dict[str, object] = {}

    def check(name: str, page: Page) -> None:
        found[name] = (violations(page), max(0, overflow(page)))

    with friends(chromium, site, own, own, own, name=LONG, friend="V" * NAME_LENGTH, clock="days-3") as pages:
        host, friend, _ = pages
        for drawer in host.locator("details > summary").all():
            drawer.click()
        host.locator("#talk-phrases button").first.click()
        expect(host.locator("#talk-lines li")).to_have_count(1)
        check("waiting room", host)
        check("waiting room of a friend", friend)
        begin(*pages)
        expect(host.locator(".company .is-decides")).to_have_count(1)
        host.locator('.bar [href="#pane-table"]').click()
        check("table with its affairs", host)
        host.locator('.tabs [href="#pane-talk"]').click()
        host.locator("#talk-phrases button").first.click()
        expect(host.locator("#talk-lines li")).to_have_count(2)
        check("table", host)
        friend.locator('.bar [href="#pane-table"]').click()
        back = friend.locator("#table-controls form:has([value=return])")
        for button, count in (("mind", 1), ("return", 0)):
            friend.locator(f"#table-controls form:has([value={button}]) button").first.click()
            expect(back).to_have_count(count)
            check(f"table after {button}", friend)
        for name in ("/tables", "/me", "/"):
            host.goto(name)
            check(name, host)
    assert {name: what for name, what in found.items() if what != ([], 0)} == {}
