"""Copies of pieces: after each move of a whole match, none is left, and none shows a piece that the page shows."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.web.api.helpers import two_at_a_table
from tests.web.browser import ANIMATED, FLYING, SLOW, browsing, ready
from tests.web.helpers import begin
from tests.web.people import GAMES, Person

pytestmark = pytest.mark.browser

WATCH = """() => {
  const count = (what) => document.querySelectorAll(what).length;
  const look = () => {
    requestAnimationFrame(look);
    const laid = count(".flight > [data-laid]");
    if (laid > 1) fault("several copies");
    if (laid && !count('#confirm[aria-disabled="false"]')) fault("a copy although the server shows the piece");
    if (count(".stage [data-hole]:not([data-id])")) fault("a copy where the stage shows what is left");
    for (const one of document.querySelectorAll(".flight, .flight *")) {
      if (getComputedStyle(one).listStyleType !== "none") fault("a list bullet");
    }
  };
  look();
}"""
"""Reports the faults of every frame."""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_copy_of_a_piece_is_left_after_a_move(chromium: Browser, client: httpx.Client, site: str, game: str) -> None:
    played = GAMES[game]
    url = begin(client, game=game, players="3", seed="7", **played.fields)
    with browsing(chromium, site, **ANIMATED) as page:
        page.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar]
        )
        page.goto(url)
        faults: set[str] = set()
        page.expose_function("fault", lambda fault: faults.add(fault))  # noqa: PLW0108 (a bound method of a set takes no mark)
        page.evaluate(WATCH)
        person, asked = Person(page, "Camille"), page.locator("#acts-data.asks")
        ready(page)
        expect(asked).to_have_count(1)
        while asked.count():
            page.keyboard.press("Escape")
            expect(page.locator(f"{FLYING}, [data-laid], [data-hole]")).to_have_count(0)
            person.play(played.choices)
            expect(page.locator("#acts-data.asks, body.final")).to_have_count(1)
            assert faults == set()


WATCH_BET = """() => {
  const layer = document.querySelector(".flight");
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  const shown = (what) => [...layer.querySelectorAll(what)].some(isShown);
  const look = () => {
    if (shown(".coin")) document.body.dataset.coins = "fly";
    if (shown(".stake .coin")) document.body.dataset.crown = "has coins";
  };
  new MutationObserver(look).observe(layer, { childList: true });
}"""
"""Notes whether coins fly, and whether a flying crown has coins too."""


def test_the_coins_of_a_bet_fly_once(chromium: Browser, client: httpx.Client, site: str) -> None:
    *players, table = two_at_a_table(client, game="cursed_court", listed=True)
    with browsing(chromium, site, **ANIMATED) as page:
        page.goto(f"/tables/{table}")
        expect(page.locator("#connection [data-state=up]")).to_be_visible()
        expect(page.locator(".flight")).to_be_attached()
        page.evaluate(WATCH_BET)
        shown = players[0].table(table)
        players[shown["to_move"]].move(table, shown, "bet king", "stake 3")
        expect(page.locator("body")).to_have_attribute("data-coins", "fly")
        expect(page.locator("body:not([data-crown])")).to_have_count(1)


def test_a_crown_is_on_the_board_only_after_its_own_flight(chromium: Browser, client: httpx.Client, site: str) -> None:
    *players, table = two_at_a_table(client, game="cursed_court", listed=True)
    with browsing(chromium, site, **ANIMATED) as page:
        page.goto(f"/tables/{table}")
        ready(page)
        page.evaluate(SLOW)
        crowns = []
        for moves in (["bet king", "stake 1"], ["bet queen"]):
            shown = players[0].table(table)
            players[shown["to_move"]].move(table, shown, *moves)
            crowns.append(page.locator(f"[data-id='crown:{moves[0].removeprefix('bet ')}/{shown['to_move']}']"))
        # The second crown waits for its coins, and its bet waits until the first bet has been shown.
        expect(crowns[1]).to_be_attached()
        for crown in crowns:
            expect(crown).to_have_css("opacity", "0")
        page.keyboard.press("Escape")
        for crown in crowns:
            expect(crown).to_have_css("opacity", "1")


def test_a_crown_that_waits_for_its_coins_does_not_fly_again(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    *players, table = two_at_a_table(client, game="cursed_court", listed=True)
    with browsing(chromium, site, **ANIMATED) as page:
        page.goto(f"/tables/{table}")
        ready(page)
        first = players[0].table(table)
        players[first["to_move"]].move(table, first, "bet king")
        expect(page.locator("#acts [name=turn]")).to_have_value(str(first["turn"] + 1))
        crown = page.locator(f"[data-id='crown:king/{first['to_move']}']")
        expect(crown).to_be_visible()
        page.evaluate(SLOW)
        players[first["to_move"]].move(table, players[0].table(table), "stake 3")
        expect(page.locator(".flight .coin")).to_have_count(1)
        expect(page.locator(".flight .crown")).to_have_count(0)
        assert crown.evaluate("one => getComputedStyle(one).opacity") == "1"


def test_the_coins_of_a_crown_that_bumps_are_hidden_until_they_arrive(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    *players, table = two_at_a_table(client, game="cursed_court", listed=True)
    with browsing(chromium, site, **ANIMATED) as page:
        page.goto(f"/tables/{table}")
        ready(page)
        for stake in (3, 6):
            expect(page.locator(FLYING)).to_have_count(0)
            page.evaluate(SLOW)
            shown = players[0].table(table)
            players[shown["to_move"]].move(table, shown, "bet king", f"stake {stake}")
            expect(page.locator(FLYING)).not_to_have_count(0)
            coins = page.locator("[data-id='coins:king']")
            expect(coins).to_have_text(str(stake))
            assert coins.evaluate("one => getComputedStyle(one).opacity") == "0"
            page.keyboard.press("Escape")


def test_a_dragged_crown_leaves_the_others_in_the_hand(chromium: Browser, client: httpx.Client, site: str) -> None:
    url = begin(client, game="cursed_court", players="2", seed="7", **GAMES["cursed_court"].fields)
    with browsing(chromium, site, **ANIMATED) as page:
        page.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar]
        )
        page.goto(url)
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        expect(page.locator("#speed")).to_be_visible()
        expect(page.locator(FLYING)).to_have_count(0)
        box = page.locator(".me .pool .crown").first.bounding_box()
        region = page.locator("#at-region-queen").bounding_box()
        assert box
        assert region
        page.mouse.move(box["x"] + 5, box["y"] + 12)
        page.mouse.down()
        page.mouse.move(region["x"] + 20, region["y"] + 20, steps=8)
        expect(page.locator(".flight .crown:visible")).to_have_count(1)
        page.mouse.up()
