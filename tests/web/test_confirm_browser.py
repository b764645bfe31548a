"""Confirm: no act is sent without it, it is gold only for a complete turn, and players can switch it off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.helpers import begin
from tests.web.test_browser import browsing
from tests.web.test_four_browsers import GAMES, Person
from tests.web.test_table_script import sent

pytestmark = pytest.mark.browser

BUTTONS = "[form=acts][name=move]:visible:not([data-sends])"
PIECES = ".tray [data-piece][data-open]"
PLACES = "[data-place][data-open]"
IS_GOLD = """button => {
  const gold = document.createElement("i");
  gold.style.backgroundColor = "var(--cloth-gold)";
  button.append(gold);
  const [wanted, found] = [gold, button].map(one => getComputedStyle(one).backgroundColor);
  gold.remove();
  return wanted === found;
}"""

TURNS = 2
"""Number of turns whose acts are tried."""

Way = tuple[Locator, ...]
"""Elements to press, one after another, for one act."""


@contextmanager
def own_table(chromium: Browser, client: httpx.Client, site: str, game: str) -> Iterator[tuple[Page, list[list[str]]]]:
    """Open a table against bots; yield the page on the viewer's turn, and the moves of each command that it sends."""
    url = begin(client, game=game, players="2", seed="7", **GAMES[game].fields)
    with browsing(chromium, site, java_script_enabled=True) as page:
        page.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": site} for one in client.cookies.jar]
        )
        commands = sent(page)
        page.goto(url)
        expect(page.locator("#acts-data.asks, body.final")).to_have_count(1)
        expect(page.locator("#speed")).to_be_visible()
        yield page, commands


def ways(page: Page) -> Iterator[Way]:
    """Yield the ways to lay one more act, except amounts on a slider, whose button is gold."""
    buttons, pieces, places = (page.locator(what) for what in (BUTTONS, PIECES, PLACES))
    for number in range(buttons.count()):
        yield (buttons.nth(number),)
    for piece in range(pieces.count()):
        pieces.nth(piece).click()
        number = places.count()
        page.keyboard.press("Escape")
        for place in range(number):
            yield pieces.nth(piece), places.nth(place)
    if not pieces.count():
        for place in range(places.count()):
            yield (places.nth(place),)


def lay(page: Page, way: Way) -> bool:
    """Lay an act, and return whether no further act can follow. Confirm is gold only then."""
    laid = int(page.locator("#undo").get_attribute("data-acts") or 0)
    with page.expect_response("**/draft?*") as answered:
        for wanted in way:
            # Cards overlap, but their left edges are visible, and so are the upper edges of places.
            wanted.click(position={"x": 4, "y": 14} if wanted == way[0] else {"x": 20, "y": 8})
    expect(page.locator("#undo")).to_have_attribute("data-acts", str(laid + 1))
    is_complete = all(act["why_not"] for act in answered.value.json()["acts"])
    confirm = page.locator("#confirm")
    expect(confirm).to_have_attribute("aria-disabled", str(not is_complete).lower())
    assert confirm.evaluate(IS_GOLD) == is_complete
    return is_complete


def undo(page: Page, left: int) -> None:
    """Take back acts until `left` of them are laid."""
    for number in range(int(page.locator("#undo").get_attribute("data-acts") or 0), left, -1):
        page.locator("#undo").click()
        expect(page.locator("#undo")).to_have_attribute("data-acts", str(number - 1))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_act_is_sent_without_confirm(chromium: Browser, client: httpx.Client, site: str, game: str) -> None:
    with own_table(chromium, client, site, game) as (page, commands):
        person, turns, walked = Person(page, "Camille"), 0, 0
        while page.locator("#acts-data.asks").count() and turns < TURNS:
            laid, is_complete = 0, False
            while not is_complete and (found := list(ways(page))):
                for way in found:
                    lay(page, way)
                    undo(page, laid)
                    walked += 1
                    assert len(commands) == turns
                is_complete, laid = lay(page, found[0]), laid + 1
            undo(page, 0)
            person.play(GAMES[game].choices)
            turns += 1
            assert len(commands) == turns
        assert walked > 10


def set_confirmation(page: Page, when: str) -> None:
    """Choose in the panel of the table which turns wait for Confirm; a reload keeps the choice."""
    page.evaluate("location.hash = '#pane-table'")
    page.get_by_label("Confirm my turn").select_option(when)
    page.reload()
    page.evaluate("location.hash = '#pane-table'")
    expect(page.get_by_label("Confirm my turn")).to_have_value(when)
    page.evaluate("location.hash = ''")


# The last bet of a turn with coins reveals nothing. Buying a card in Monarch reveals the next one.
@pytest.mark.parametrize(
    "case",
    [
        ("cursed_court", ".marks button", "always", False),
        ("cursed_court", ".marks button", "reveals", True),
        ("cursed_court", ".marks button", "never", True),
        ("monarch", "button[value^=buy]", "always", False),
        ("monarch", "button[value^=buy]", "reveals", False),
        ("monarch", "button[value^=buy]", "never", True),
        ("monarch", "button.take", "never", False),
    ],
)
def test_a_player_chooses_which_turns_wait_for_confirm(
    chromium: Browser, client: httpx.Client, site: str, case: tuple[str, str, str, bool]
) -> None:
    game, button, when, is_sent = case
    with own_table(chromium, client, site, game) as (page, commands):
        set_confirmation(page, when)
        if game == "cursed_court":
            page.locator(".region[data-open] > label").first.click()
        if is_sent:
            with page.expect_request("**/acts"):
                page.locator(button).first.click()
        else:
            page.locator(button).first.click()
            expect(page.locator("#undo")).to_be_visible()
            assert commands == []


def test_no_button_of_monarch_moves_within_a_turn(chromium: Browser, client: httpx.Client, site: str) -> None:
    with own_table(chromium, client, site, "monarch") as (page, _):
        buttons = page.locator("#ask, #undo, #confirm")
        places = [[one.bounding_box() for one in buttons.all()]]
        for act, acts in (("#my-acts .harvest", 1), ("#my-rest .end", 2)):
            page.locator(act).click()
            expect(page.locator(f"#undo[data-acts='{acts}']")).to_be_visible()
            expect(page.locator(act)).to_have_count(0)
            places.append([one.bounding_box() for one in buttons.all()])
        assert places[0] == places[1] == places[2]
