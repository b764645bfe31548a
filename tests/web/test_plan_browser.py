"""Plans in Courtisans: a player prepares a turn while the other moves. Nothing is sent before Confirm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.web.browser import SCRIPTED, Held, ready
from tests.web.friends import begin, choose, friends, whose

pytestmark = pytest.mark.browser

PLANNED = ".flight > [data-laid]"
PLAIN, ASSASSIN = "1", "6"
"""Seeds of deals in which the guest moves first. The host has no assassin, or one as the second card."""


class Two(NamedTuple):
    """Two players at a table: the player to move, and the player who plans, with the POST requests of the planner."""

    mover: Page
    planner: Page
    posts: list[str]

    @property
    def acts(self) -> list[str]:
        """The requests of the planner that play moves."""
        return [url for url in self.posts if url.endswith("/acts")]


@contextmanager
def sitting(chromium: Browser, site: str, seed: str) -> Iterator[Two]:
    """Open a table of two players in two browsers."""
    with friends(chromium, site, SCRIPTED, SCRIPTED, seed=seed) as pages:
        begin(*pages)
        mover, planner = whose(*pages)
        posts: list[str] = []
        planner.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
        may_plan(planner)
        yield Two(mover, planner, posts)


@pytest.fixture
def two(chromium: Browser, site: str) -> Iterator[Two]:
    """A table of two players; the hand of the planner has no assassin."""
    with sitting(chromium, site, PLAIN) as made:
        yield made


def may_plan(page: Page) -> None:
    """Wait until a page offers a plan and is connected, so that it takes keys and taps."""
    ready(page)
    expect(page.locator("body.can-plan #plan-data:not(:empty)")).to_be_attached()


def plan(page: Page, card: int, area: str) -> None:
    """Put a card on an area with two taps, while another player moves."""
    held, laid = page.locator(".held-card").nth(card), page.locator(PLANNED).count()
    held.click()
    expect(page.locator(f'[data-id="{area}"][data-open]')).to_have_count(1)
    page.locator(f'[data-place][data-id="{area}"]').click(position={"x": 200, "y": 8})
    expect(held).to_have_attribute("data-hole", str(laid))


def own_area(page: Page) -> str:
    """Return the id of the player's own domain."""
    return f"domain:{(page.locator('.hand').get_attribute('data-id') or '').removeprefix('hand:')}"


def plan_three(two: Two) -> None:
    """Plan the three cards: at the Queen's table, in the own domain, and in the domain of the other player."""
    for card, area in enumerate(["above", own_area(two.planner), own_area(two.mover)]):
        plan(two.planner, card, area)


SHIFT = """area => {
  const wanted = [".flight > [data-laid]", `[data-id="${area}"]`];
  const [one, other] = wanted.map((name) => document.querySelector(name).getBoundingClientRect());
  return (one.x - other.x) / other.width;
}"""
"""Returns how far a planned card is from the start of its area, as a share of the area's width."""


def test_a_planned_card_stays_in_its_column_when_the_drawer_opens(two: Two) -> None:
    plan(two.planner, 0, "above")
    before = two.planner.evaluate(SHIFT, "above")
    two.planner.locator('.bar [href="#pane-log"]').click()
    expect(two.planner.locator("#pane-log")).to_be_visible()
    two.planner.wait_for_function(f"before => Math.abs(({SHIFT})('above') - before) < 0.01", arg=before, timeout=5000)


def test_the_page_offers_a_plan_until_it_has_one(two: Two) -> None:
    offer = two.planner.get_by_text("You may prepare your turn")
    expect(offer).to_be_visible()
    expect(two.mover.get_by_text("You may prepare your turn")).to_be_hidden()
    plan(two.planner, 0, "above")
    expect(offer).to_be_hidden()


def test_the_page_offers_a_plan_only_when_it_can_take_one(two: Two) -> None:
    plans = Held(two.planner, "**/table-plan.js*")
    two.planner.reload()
    ready(two.planner)
    plans.wait()
    expect(two.planner.get_by_text("You may prepare your turn")).to_be_hidden()
    plans.release()
    expect(two.planner.get_by_text("You may prepare your turn")).to_be_visible()


def test_a_planned_card_lies_in_its_column(two: Two) -> None:
    plan_three(two)
    cards = two.planner.locator(".held-card")
    for number in range(3):
        column = two.planner.locator(f"#column-{cards.nth(number).get_attribute('data-column')}").bounding_box()
        copy = two.planner.locator(f'.flight > [data-laid="{number}"]').bounding_box()
        assert column
        assert copy
        assert abs(copy["x"] + copy["width"] / 2 - column["x"] - column["width"] / 2) < 1


def test_nothing_of_a_plan_is_sent_to_the_server_or_to_another_player(two: Two) -> None:
    frames: list[str | bytes] = []
    sockets: list[WebSocket] = []

    def hear(socket: WebSocket) -> None:
        sockets.append(socket)
        socket.on("framesent", lambda frame: frames.append(frame))  # noqa: PLW0108 - a method cannot be a handler

    two.planner.on("websocket", hear)
    two.planner.reload()
    may_plan(two.planner)
    shown = [two.mover.locator(part).inner_html() for part in ("#stage", "#tray", "#log")]
    plan_three(two)
    expect(two.planner.locator("#confirm .on-plan")).to_be_visible()
    expect(two.planner.locator("#confirm .on-turn")).to_be_hidden()
    expect(two.planner.locator("#confirm")).to_have_attribute("aria-disabled", "true")
    two.planner.locator("#confirm").click(force=True)
    two.planner.keyboard.press("Enter")
    expect(two.planner.locator(PLANNED)).to_have_count(3)
    # A line of talk arrives after everything that the planner sent before it.
    two.planner.evaluate("document.querySelector('#talk-phrases button').click()")
    expect(two.mover.locator("#talk-lines li")).to_have_count(1)
    assert sockets
    assert {json.loads(frame)["type"] for frame in frames} <= {"shown"}
    assert [url.rsplit("/")[-1] for url in two.posts] == ["lines"]
    assert [two.mover.locator(part).inner_html() for part in ("#stage", "#tray", "#log")] == shown


def test_a_turn_that_begins_before_the_script_of_plans_has_loaded_is_not_disturbed(two: Two) -> None:
    plans = Held(two.planner, "**/table-plan.js*")
    two.planner.reload()
    ready(two.planner)
    choose(two.mover)
    expect(two.planner.locator("#acts-data.asks")).to_have_count(1)
    drafts = Held(two.planner, "**/draft?*")
    for key in ("1", "ArrowDown", "Enter"):
        two.planner.keyboard.press(key)
    drafts.wait()
    address = plans.wait()
    plans.release()
    two.planner.evaluate("address => import(address)", address)
    drafts.release()
    expect(two.planner.locator("[data-laid]")).to_have_count(1)
    assert two.acts == []


@pytest.mark.parametrize("when", ["always", "never"])
def test_a_plan_becomes_the_draft_and_waits_for_confirm(two: Two, when: str) -> None:
    two.planner.evaluate("when => { document.querySelector('#confirm-when').value = when }", when)
    plan_three(two)
    choose(two.mover)
    expect(two.planner.locator("#undo")).to_have_attribute("data-acts", "3")
    expect(two.planner.locator("#confirm[aria-disabled=false] .on-turn")).to_be_visible()
    expect(two.planner.locator("#notice")).to_be_hidden()
    assert two.acts == []
    two.planner.locator("#confirm").click()
    expect(two.mover.locator("#acts-data.asks")).to_have_count(1)
    assert len(two.acts) == 1


def test_an_assassin_in_a_plan_asks_on_the_turn(chromium: Browser, site: str) -> None:
    with sitting(chromium, site, ASSASSIN) as two:
        for card, area in ((1, "above"), (0, own_area(two.planner)), (2, own_area(two.mover))):
            plan(two.planner, card, area)
        choose(two.mover)
        # The cards after the assassin follow the answer.
        expect(two.planner.locator("#undo")).to_have_attribute("data-acts", "1")
        two.planner.locator("#spare").click()
        expect(two.planner.locator("#undo")).to_have_attribute("data-acts", "4")
        expect(two.planner.locator("#confirm")).to_have_attribute("aria-disabled", "false")
        assert two.acts == []


def test_a_plan_survives_the_moves_of_others_and_is_lost_with_the_page(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED, SCRIPTED, seed="7") as pages:
        begin(*pages)
        mover, *_ = whose(*pages)
        following = pages[(pages.index(mover) + 1) % 3]
        planner = pages[(pages.index(mover) + 2) % 3]
        may_plan(planner)
        plan(planner, 0, "below")
        choose(mover)
        expect(following.locator("#acts-data.asks")).to_have_count(1)
        expect(planner.locator(".company .is-decides")).to_have_attribute("data-seat", str(pages.index(following)))
        expect(planner.locator(PLANNED)).to_have_count(1)
        planner.reload()
        may_plan(planner)
        expect(planner.locator(PLANNED)).to_have_count(0)


def test_a_plan_can_be_changed_and_taken_back_with_keys(two: Two) -> None:
    page = two.planner
    for key in ("1", "c", "1", "b", "2", "b"):
        page.keyboard.press(key)
    # The second card has taken the place of the first in the domain of the other player.
    expect(page.locator(".held-card").nth(1)).to_have_attribute("data-hole", "0")
    expect(page.locator(PLANNED)).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(PLANNED)).to_have_count(0)
    expect(page.locator("#confirm")).to_be_hidden()
    assert two.posts == []
