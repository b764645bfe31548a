"""Confirm: no act is sent without it, it is gold only for a complete turn, and players can switch it off."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.web.browser import DESKTOP, PHONE, ready
from tests.web.people import GAMES, Person, own_table

pytestmark = pytest.mark.browser

BUTTONS = "[form=acts][name=move]:visible:not([data-sends], [data-amount-is])"
PIECES = ".tray [data-piece][data-open]"
PLACES = "[data-place][data-open]"
# Colours change with a transition.
IS_GOLD = """button => {
  for (const transition of button.getAnimations()) transition.finish();
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
    ready(page)
    expect(page.get_by_label("Confirm my turn")).to_have_value(when)
    page.evaluate("location.hash = ''")


REGION, BUY, HARVEST = ".region[data-open] > label", "button[value^=buy]", "button.take.harvest"


# A bet in The Coinless Court reveals nothing. Buying a card reveals the next one. After a harvest, other acts follow.
@pytest.mark.parametrize(
    "case",
    [
        ("cursed_court", REGION, "always", False),
        ("cursed_court", REGION, "reveals", True),
        ("cursed_court", REGION, "never", True),
        ("monarch", BUY, "always", False),
        ("monarch", BUY, "reveals", False),
        ("monarch", BUY, "never", True),
        ("monarch", HARVEST, "never", False),
    ],
)
def test_a_player_chooses_which_turns_wait_for_confirm(
    chromium: Browser, client: httpx.Client, site: str, case: tuple[str, str, str, bool]
) -> None:
    game, act, when, is_sent = case
    options = {"coinless": "true"} if game == "cursed_court" else {}
    with own_table(chromium, client, site, game, **options) as (page, commands):
        set_confirmation(page, when)
        if is_sent:
            with page.expect_request("**/acts"):
                page.locator(act).first.click()
        else:
            page.locator(act).first.click()
            expect(page.locator("#undo")).to_be_visible()
            assert commands == []


def test_no_button_of_monarch_moves_within_a_turn(chromium: Browser, client: httpx.Client, site: str) -> None:
    with own_table(chromium, client, site, "monarch") as (page, _):
        buttons = page.locator("#ask, #undo, #confirm")
        places = [[one.bounding_box() for one in buttons.all()]]
        for acts, act in enumerate((HARVEST, BUY), start=1):
            page.locator(act).first.click()
            expect(page.locator(f"#undo[data-acts='{acts}']")).to_be_visible()
            places.append([one.bounding_box() for one in buttons.all()])
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")
        assert places[0] == places[1] == places[2]


def test_a_press_on_a_card_of_the_market_opens_its_details_and_buys_nothing(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with own_table(chromium, client, site, "monarch") as (page, commands):
        card = page.locator(".offer:has(.buy)").first
        for part in ("h3", ".scene", ".cost", ".worth", ".says"):
            box = card.locator(f":scope > {part}, :scope > header > {part}").bounding_box()
            assert box
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            expect(card.locator("[popover]")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator(":popover-open:not(.flight)")).to_have_count(0)
        expect(page.locator("#undo")).to_be_hidden()
        card.locator(".buy").click()
        expect(page.locator("#undo")).to_be_visible()
        assert commands == []


SENT_LATER = ("Sent when you end your turn", "Envoyé à la fin du tour", "Wird am Zugende gesendet")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_place_of_confirm_says_when_an_income_is_sent(
    chromium: Browser, client: httpx.Client, site: str, size: ViewportSize
) -> None:
    with own_table(chromium, client, site, "monarch") as (page, commands):
        page.set_viewport_size(size)
        tray = page.locator("#tray").bounding_box()
        page.locator(HARVEST).click()
        confirm = page.locator("#confirm")
        expect(page.locator("#confirm-words")).to_have_text(SENT_LATER[0])
        expect(confirm).to_be_visible()
        expect(confirm).to_have_attribute("aria-disabled", "true")
        expect(page.locator("#asked")).to_contain_text("You harvest 4 food. Your turn: choose an action.")
        for text in SENT_LATER:
            page.locator("#confirm-words").evaluate("(one, text) => (one.textContent = text)", text)
            assert confirm.evaluate(
                "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
            ) == [0, 0]
        assert page.locator("#tray").bounding_box() == tray
        page.locator("#confirm-when").evaluate("one => (one.value = 'never')")
        expect(confirm).to_be_hidden()
        assert commands == []
        page.locator("#undo").click()
        expect(page.locator("#undo")).to_be_hidden()


def test_the_gold_button_that_ends_a_turn_sends_the_whole_turn(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with own_table(chromium, client, site, "monarch") as (page, commands):
        expect(page.locator("#my-rest .end.main")).to_have_count(0)
        page.locator(HARVEST).click()
        end = page.locator("#my-rest .end.main")
        expect(end).to_be_visible()
        assert end.evaluate(IS_GOLD)
        with page.expect_request("**/acts"):
            end.click()
        assert commands == [["harvest", "end"]]


def test_the_page_asks_nothing_while_a_turn_is_being_sent(chromium: Browser, client: httpx.Client, site: str) -> None:
    with own_table(chromium, client, site, "monarch") as (page, _):
        page.route("**/acts", lambda _: None)
        page.locator(HARVEST).click()
        expect(page.locator("#undo")).to_be_visible()
        expect(page.locator("#asked")).to_be_visible()
        page.locator("#my-rest .end").click()
        expect(page.locator("#undo")).to_be_hidden()
        expect(page.locator("#asked")).to_be_hidden()


def test_a_bet_that_waits_for_confirm_moves_to_another_region(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with own_table(chromium, client, site, "cursed_court", coinless="true") as (page, commands):
        for noble in ("king", "queen"):
            page.locator(f"#at-region-{noble} .tile").click()
            expect(page.locator(f"#at-region-{noble} [data-laid]")).to_be_visible()
            expect(page.locator("[data-laid]")).to_have_count(1)
        with page.expect_request("**/acts"):
            page.locator("#confirm").click()
        assert commands == [["bet queen"]]


def test_a_button_of_a_notable_stake_sets_the_amount_and_the_gold_button_sends_it(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with own_table(chromium, client, site, "cursed_court") as (page, commands):
        page.locator(".region[data-open] > label").first.click()
        expect(page.locator(".marks button")).not_to_have_count(0)
        for button in page.locator(".marks button").all():
            button.click()
            expect(page.locator(".slide .primary")).to_have_text(f"Bet {button.locator('strong').inner_text()}")
        assert commands == []
        with page.expect_request("**/acts"):
            page.locator(".slide .primary").click()


def test_the_gold_button_names_the_bet_whether_or_not_there_is_a_choice_of_coins(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with own_table(chromium, client, site, "cursed_court") as (page, _):
        turn = page.locator('#acts [name="turn"]')
        first = turn.input_value()
        page.locator(".region[data-open] > label").first.click()
        page.locator("#amount").fill("20")
        expect(page.locator(".slide .primary")).to_have_text("Bet 20")
        page.locator(".slide .primary").click()
        expect(turn).not_to_have_value(first)
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        page.locator(".region[data-open] > label").first.click()
        expect(page.get_by_role("button", name="Bet 0", exact=True)).to_have_id("confirm")
        expect(page.locator("#asked")).to_have_text("Bet 0, or undo.")
        page.locator("#undo").click()
        expect(page.locator("#confirm-words")).to_have_text("Confirm")


def test_a_complete_draft_offers_only_confirm_and_undo(chromium: Browser, client: httpx.Client, site: str) -> None:
    with own_table(chromium, client, site, "monarch") as (page, _):
        page.locator(BUY).first.click()
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")
        expect(page.locator(".tray [form=acts]:visible")).to_have_count(0)
        expect(page.locator("#main .is-decides")).to_have_count(0)
        page.locator("#undo").click()
        expect(page.locator("#my-rest .end")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_end_of_the_turn_stays_visible_before_confirm_and_says_when_it_comes(
    chromium: Browser, client: httpx.Client, site: str, size: ViewportSize
) -> None:
    with own_table(chromium, client, site, "monarch") as (page, commands):
        page.set_viewport_size(size)
        page.locator(BUY).first.click()
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")
        end = page.locator("#my-rest .end")
        assert not end.evaluate(IS_GOLD)
        end.click()
        expect(page.locator("#sure")).to_be_in_viewport(ratio=1)
        expect(page.locator("#sure")).to_have_text("Confirm first. Your turn goes on until you end it.")
        page.keyboard.press("Escape")
        page.locator("#confirm").click()
        expect(page.locator("#my-rest .end.shut")).to_have_count(0)
        expect(end).to_be_visible()
        assert len(commands) == 1
