"""Cursed Court in a real browser: matches without script, betting by touch and keys, narrow screens, and axe."""

from __future__ import annotations

import json
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import courtly
from courtly.games.cursed_court.components import components
from tests.games.cursed_court.own_regions import printed_file
from tests.web.browser import DESKTOP, PHONE, SCRIPTED, at_once, browsing, overflow, ready, sent, violations
from tests.web.browser import press as send
from tests.web.cursed_court_positions import COINLESS, STAKED, VARIANTS
from tests.web.friends import sit_with_a_program
from tests.web.helpers import TIMEOUT_SECONDS

pytestmark = pytest.mark.browser

GOLD = '#confirm[aria-disabled="false"]'

WORDS = {
    "en": {"asked": "Your turn: choose a region to bet on.", "totals": "Totals"},
    "fr": {"asked": "À vous\u202f: choisissez une région où parier.", "totals": "Totaux"},
}
MATCHES: dict[str, ViewportSize] = {"cash together": PHONE, "coinless": DESKTOP}
"""Variants and windows. `test_cursed_court` plays a match of every variant with the forms of its pages."""


def begin(page: Page, players: int, *, name: str = "Camille", **options: str) -> None:
    """Choose the game, fill in the form of a new match and send it."""
    page.locator(".game", has_text="Cursed Court").click()
    page.locator("#name").fill(name)
    for option, value in {"players": str(players), **options}.items():
        if option == "years":
            page.locator("#years").fill(value)
        else:
            page.locator(f"#{option}-{value}").check(force=True)
    page.locator(".advanced summary").click()
    page.locator("#seed").fill("7")
    send(page, page.locator(".new-match .primary"))
    expect(page.locator("#stage")).to_be_visible()


def choose(page: Page) -> None:
    """Make one choice with the mouse: a region and a crown, a number of coins, or to buy no more chips."""
    if page.locator(".crowns-to-place").count():
        regions = page.locator(".region:not(.closed) > label")
        regions.nth(regions.count() // 2).click()
        send(page, page.locator(".bets button").last)
    elif page.locator(".marks").count():
        send(page, page.locator(".marks button").first)
    else:
        send(page, page.locator(".bets button").last)


def play_to_the_end(page: Page) -> dict[str, int]:
    """Play until the scoring is shown, and return the overflow of each page."""
    wide = dict[str, int]()
    while page.locator("#acts").count():
        wide[f"choice {len(wide)}"] = overflow(page)
        choose(page)
    return {**wide, "final": overflow(page)}


@pytest.mark.long
@pytest.mark.parametrize("name", MATCHES)
def test_a_whole_match_can_be_played_without_script(chromium: Browser, site: str, name: str) -> None:
    variant, words = VARIANTS[name], WORDS[VARIANTS[name].lang]
    with browsing(chromium, site, locale=variant.lang, viewport=MATCHES[name]) as page:
        begin(page, variant.players, name=variant.names[0], **variant.fields)
        expect(page.locator("#asked")).to_contain_text(words["asked"])
        wide = play_to_the_end(page)
        expect(page.locator("#totals-title")).to_have_text(words["totals"])
        with page.expect_download() as download:
            page.locator("main [download]").click()
        match = courtly.read_record(json.loads(download.value.path().read_text(encoding="utf-8")))
        shown = page.locator(".totals .score").all_inner_texts()
        assert [int(text.replace("−", "-")) for text in shown] == match.scores()
    assert {moment: pixels for moment, pixels in wide.items() if pixels > 0} == {}


def test_a_selected_region_shows_what_a_crown_there_needs_and_costs(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 4)
        expect(page.locator(".prompt")).to_be_visible()
        page.locator("#at-region-opera label").click()
        expect(page.locator(".prompt")).to_be_hidden()
        expect(page.locator(".about:visible")).to_have_count(1)
        expect(page.locator(".about:visible h3")).to_have_text("Opera")
        expect(page.locator(".about:visible")).to_contain_text("4 points if the Courtesan")
        expect(page.locator(".about:visible")).to_contain_text("to score")


def test_the_button_for_a_crown_appears_once_a_region_is_selected_and_moves_no_other(
    chromium: Browser, site: str
) -> None:
    with browsing(chromium, site) as page:
        begin(page, 4)
        expect(page.locator(".bets button")).to_be_hidden()
        before = page.locator("#ask").bounding_box()
        assert before is not None
        page.locator("#at-region-opera label").click()
        expect(page.locator(".bets button")).to_be_visible()
        after = page.locator("#ask").bounding_box()
        assert after is not None
        assert after["x"] == before["x"]


def test_any_number_of_coins_can_be_staked(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 4)
        page.locator("#at-region-sorceress label").click()
        send(page, page.locator(".bets button"))
        page.locator("#stake").fill("21")
        page.locator(".exact button").click()
        expect(page.locator("#stake")).to_be_visible()
        page.locator("#stake").fill("13")
        send(page, page.locator(".exact button"))
        expect(page.get_by_role("img", name="Camille’s crown, 13 coins").first).to_be_visible()


def test_chances_can_be_switched_off(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 4)
        page.goto(f"{page.url}#pane-notes")
        send(page, page.get_by_role("button", name="Hide chances"))
        expect(page.locator(".average")).to_have_count(0)
        choose(page)
        expect(page.locator(".average")).to_have_count(0)
        page.goto(f"{page.url}#pane-notes")
        send(page, page.get_by_role("button", name="Show chances"))
        expect(page.locator(".average")).to_have_count(27)


def test_without_script_the_filter_dims_regions_without_a_noble(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 4)
        page.locator("#funnel").click()
        page.locator("label:has(#filter-queen)").click()
        page.keyboard.press("Escape")
        fades = "one => getComputedStyle(one.querySelector('.name')).opacity < 1"
        faded = page.locator(".region").evaluate_all(f"all => all.filter({fades}).map(one => one.dataset.id)")
    nobles = {str(entry["id"]): {str(entry["id"])} for entry in components()["noble"]}
    needed = nobles | {str(entry["id"]): set(entry["nobles"]) for entry in components()["region"]}
    assert set(faded) == {f"region:{region}" for region, needs in needed.items() if "queen" not in needs}


def test_without_script_a_seats_popover_shows_what_the_seat_knows(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 4)
        page.locator(".ask-seat").first.click()
        expect(page.locator(".clues:popover-open")).to_contain_text("you see it too")
        expect(page.locator(".clues:popover-open")).to_contain_text("hidden from you")
        page.keyboard.press("Escape")
        expect(page.locator(".clues:popover-open")).to_have_count(0)


TOUCH: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "java_script_enabled": True}


def is_my_turn(page: Page) -> bool:
    """Wait until the page asks for a crown or chips, or the match is over; return whether the match goes on."""
    # On phones, the two buttons of The Royal Masquerade are hidden until a region is selected.
    expect(page.locator(".bets:visible, .board:has(.feints) #asked, #totals-title").first).to_be_visible(
        timeout=1000 * TIMEOUT_SECONDS
    )
    return not page.locator("#totals-title").count()


def bet_by_touch(page: Page) -> None:
    """Tap a region, then the gold button, which bets the minimum of coins; wait until the turn has been played."""
    turn = page.locator('#acts [name="turn"]').input_value()
    places = page.locator(".region[data-open] > label")
    places.nth(places.count() // 2).tap()
    expect(page.locator(".marks button, #confirm:visible").first).to_be_visible()
    page.locator(f'[name="of-amount"], {GOLD}').first.tap()
    page.wait_for_function("turn => document.querySelector('#acts [name=turn]')?.value !== turn", arg=turn)


@pytest.mark.long
def test_a_match_by_touch_sends_each_turn_as_one_command(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **TOUCH) as page:
        sent = list[Any]()
        page.on("request", lambda one: sent.append(one.post_data_json) if one.url.endswith("/acts") else None)
        begin(page, 3, years="1")
        while is_my_turn(page):
            bet_by_touch(page)
        turns = [act["moves"] for act in sent]
    assert all(moves[0].startswith("bet ") for moves in turns)
    assert {len(moves) for moves in turns} <= {1, 2}
    assert sum(len(moves) == 2 for moves in turns) >= 3


LINES = "all => all.map((one) => `${one.tagName} ${one.className} ${one.textContent.trim()}`)"


def test_the_log_of_an_open_page_has_the_headings_and_marks_of_a_new_page(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **at_once(site), **TOUCH) as page:
        begin(page, 2)
        for _ in range(3):
            assert is_my_turn(page)
            bet_by_touch(page)
        assert is_my_turn(page)
        lines = page.locator("#log :is(h2, li)")
        shown = lines.evaluate_all(LINES)
        page.reload()
        assert lines.evaluate_all(LINES) == shown
        assert {"H2  Year 1 · Spring", "H2  Year 1 · Summer"} <= set(shown)
        assert any(one.startswith("LI mine You bet") for one in shown)
        assert any(one.startswith("LI  Summer: ") for one in shown)


def test_a_drafted_crown_can_be_moved_by_a_tap_and_taken_back(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **TOUCH) as page:
        begin(page, 4)
        page.locator("#at-region-opera label").tap()
        expect(page.locator("#at-region-opera .waits [data-laid]")).to_be_visible()
        page.locator("#at-region-feast label").tap()
        expect(page.locator(".region:has(.waits)")).to_have_id("at-region-feast")
        page.locator("[data-amount-by='1']").tap()
        expect(page.locator("output.amount")).to_have_text("1")
        page.locator("#amount").fill("20")
        expect(page.locator("output.amount")).to_have_text("20")
        expect(page.locator(".means")).to_have_text("Safe all year: no one can bump you.")
        page.locator("#undo").tap()
        expect(page.locator(".waits, .dial")).to_have_count(0)


def test_only_the_region_of_a_draft_is_marked(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        begin(page, 4)
        # A region that the player has looked at before.
        page.locator("#at-region-feast input").evaluate("one => (one.checked = true)")
        page.locator("#at-region-opera label").click()
        expect(page.locator("#at-region-opera input")).to_be_checked()
        expect(page.locator(".region input:checked")).to_have_count(1)
        page.locator("#undo").click()
        expect(page.locator(".waits, .dial")).to_have_count(0)
        expect(page.locator(".region input:checked")).to_have_count(0)


def test_the_amount_can_be_closed_to_compare_regions(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        begin(page, 4)
        page.locator("#at-region-opera label").click()
        expect(page.locator(".dial")).to_be_visible()
        page.locator(".dial-close").click()
        expect(page.locator(".waits, .dial")).to_have_count(0)


SEED_OF_SEAT_0 = 1
"""A seed with which seat 0 of two begins."""


@pytest.mark.parametrize(("chosen", "kept"), [(5, 5), (1, 2)])
def test_a_drafted_crown_that_is_moved_keeps_the_chosen_coins(
    chromium: Browser, client: httpx.Client, site: str, chosen: int, kept: int
) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        program, table = sit_with_a_program(page, client, "cursed_court", seed=SEED_OF_SEAT_0)
        program.move(table, program.table(table), "bet king", "stake 1")
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        page.locator("#at-region-opera label").click()
        page.locator("#amount").fill(str(chosen))
        page.locator("#at-region-king label").click()
        expect(page.locator(".region:has(.waits)")).to_have_id("at-region-king")
        expect(page.locator("#amount")).to_have_value(str(kept))
        expect(page.locator("output.amount")).to_have_text(str(kept))


def test_coins_that_the_player_has_not_chosen_start_at_the_minimum_of_the_next_region(
    chromium: Browser, client: httpx.Client, site: str
) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        program, table = sit_with_a_program(page, client, "cursed_court", seed=SEED_OF_SEAT_0)
        program.move(table, program.table(table), "bet king", "stake 4")
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        for region, least in (("king", 8), ("opera", 0), ("king", 8)):
            page.locator(f"#at-region-{region} label").click()
            expect(page.locator(".region:has(.waits)")).to_have_id(f"at-region-{region}")
            expect(page.locator("output.amount")).to_have_text(str(least))
            expect(page.locator("#amount")).to_have_value(str(least))


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_closed_region_can_be_reached_by_keyboard_and_says_why_but_takes_no_crown(
    chromium: Browser, site: str, key: str
) -> None:
    with browsing(chromium, site, **SCRIPTED) as page:
        begin(page, 2, masquerade="true")
        ready(page)
        turn = page.locator('#acts [name="turn"]')
        page.locator("#at-region-king input").focus()
        page.keyboard.press("Enter")
        first = turn.input_value()
        page.locator("[name=of-amount]").click()
        expect(turn).not_to_have_value(first)
        assert is_my_turn(page)
        moves = sent(page)
        page.locator("#at-region-queen input").focus()
        page.locator("#at-region-king input").focus()
        king = page.get_by_role("radio", name="King (")
        expect(king).to_be_focused()
        expect(king).to_be_disabled()
        expect(page.locator(".about-0, .about-2").filter(visible=True)).to_contain_text("Closed: your crown.")
        page.keyboard.press(key)
        expect(page.locator("#notice")).to_be_visible()
        expect(page.locator(".crowns-to-place > button:visible")).to_have_count(0)
        page.locator("#acts").evaluate("form => form.requestSubmit()")
        expect(page.locator(".waits, .dial")).to_have_count(0)
        assert moves == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 664), (390, 844)])
def test_on_a_phone_a_complete_bet_leaves_room_for_the_own_crowns(
    chromium: Browser, site: str, width: int, height: int
) -> None:
    with browsing(chromium, site, **TOUCH | {"viewport": {"width": width, "height": height}}) as page:
        begin(page, 3)
        page.locator(".region[data-open] > label").first.tap()
        page.locator(".markup").last.tap()
        turn = page.locator('#acts [name="turn"]')
        first = turn.input_value()
        page.locator('[name="of-amount"]').tap()
        expect(turn).not_to_have_value(first)
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        page.locator(".region[data-open] > label").last.tap()
        expect(page.locator(GOLD)).to_be_visible()
        expect(page.locator(".prompt:visible")).to_have_count(0)
        me, buttons = (page.locator(each).bounding_box() for each in (".me", "#turn-buttons"))
        assert me is not None
        assert buttons is not None
        assert me["x"] + me["width"] <= buttons["x"]
        assert buttons["x"] + buttons["width"] <= width


def test_a_second_tap_on_a_region_is_no_bet_and_a_tap_on_a_closed_region_says_why(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **TOUCH) as page:
        begin(page, 2)
        page.locator("#at-region-opera label").tap()
        expect(page.locator(".dial")).to_be_visible()
        page.locator("#at-region-opera").tap(position={"x": 8, "y": 8})
        expect(page.locator("#undo")).to_have_attribute("data-acts", "1")
        expect(page.locator(".dial")).to_be_visible()
        turn = page.locator('#acts [name="turn"]')
        first = turn.input_value()
        page.locator("[name=of-amount]").tap()
        expect(turn).not_to_have_value(first)
        assert is_my_turn(page)
        closed = page.locator(".region.closed[data-shut]").first
        closed.tap(position={"x": 8, "y": 8})
        expect(closed).to_have_attribute("title", "you already have a crown there")
        expect(page.locator("#notice")).to_contain_text("you already have a crown there")


def test_a_custom_list_can_be_uploaded_and_corrected(chromium: Browser, site: str) -> None:
    own = printed_file()
    with browsing(chromium, site) as page:
        page.locator(".game", has_text="Cursed Court").click()
        page.locator(".option-regions summary").click()
        bad = own.replace('"king"', '"kign"', 1).encode()
        page.locator("#regions-file").set_input_files({"name": "b.json", "mimeType": "application/json", "buffer": bad})
        page.locator(".new-match .primary").click()
        expect(page.locator(".problems")).to_contain_text("there is no noble 'kign'")
        page.locator("#regions").fill(own.replace('"Affair"', '"Tryst"', 1))
        page.locator(".new-match .primary").click()
        expect(page.get_by_role("radio", name="Tryst")).to_be_visible()


def test_only_the_bots_of_the_chosen_seats_are_shown(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        page.locator(".game", has_text="Cursed Court").click()
        for players in (2, 3, 4, 5, 6):
            page.locator(f"#players-{players}").check(force=True)
            expect(page.locator(".bot:visible")).to_have_count(players - 1)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_names_of_all_bots_fit_their_menus(chromium: Browser, site: str, lang: str) -> None:
    with browsing(chromium, site, viewport={"width": 1366, "height": 768}, locale=lang, **SCRIPTED) as page:
        page.goto("/new?game=cursed_court")
        menus = page.locator(".bot select")
        given = menus.first.evaluate("menu => menu.offsetWidth")
        assert menus.first.evaluate("menu => (menu.style.width = 'auto', menu.offsetWidth)") <= given


@pytest.mark.parametrize("masquerade", ["true", "false"])
@pytest.mark.parametrize("key", ["Enter", " "])
def test_keys_act_on_what_has_the_focus(chromium: Browser, site: str, key: str, masquerade: str) -> None:
    with browsing(chromium, site, **SCRIPTED) as page:
        begin(page, 4, masquerade=masquerade)
        ready(page)
        page.keyboard.press("ArrowDown")
        page.locator("#at-region-king input").focus()
        page.keyboard.press(key)
        expect(page.locator(".region:has(.waits)")).to_have_id("at-region-king")
        page.locator("[data-amount-by='1']").focus()
        page.keyboard.press(key)
        expect(page.locator("output.amount")).to_have_text("1")
        page.keyboard.press("Escape")
        expect(page.locator(".waits, .dial")).to_have_count(0)
        page.locator("#funnel").focus()
        page.keyboard.press(key)
        expect(page.locator("#filter")).to_be_visible()


def test_the_cursor_of_the_arrow_keys_is_visible_and_follows_the_focus(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **SCRIPTED) as page:
        begin(page, 4)
        ready(page)
        page.keyboard.press("ArrowDown")
        expect(page.locator("[data-cursor] > .tile")).to_have_css("outline-style", "solid")
        page.locator("#at-region-king input").focus()
        expect(page.locator("[data-cursor]")).to_have_id("at-region-king")
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-cursor] > input")).to_be_focused()
        page.locator("#funnel").focus()
        expect(page.locator("[data-cursor]")).to_have_count(0)


WALKS: list[tuple[ViewportSize, str]] = [
    (
        DESKTOP,
        "Right courtesan, Right merchant, Right king, Right feast, Right feast, Down regicide, Left duke, Up king",
    ),
    (
        PHONE,
        "Down courtesan, Right merchant, Up salon, Up masquerade, Left opera, Left opera, End duel, Home courtesan",
    ),
]


@pytest.mark.parametrize(("size", "walk"), WALKS, ids=["desktop", "phone"])
def test_arrow_keys_go_to_the_neighbour_on_the_board(
    chromium: Browser, site: str, size: ViewportSize, walk: str
) -> None:
    with browsing(chromium, site, viewport=size, **SCRIPTED) as page:
        begin(page, 4)
        ready(page)
        for step in walk.split(", "):
            way, region = step.split()
            page.keyboard.press(way if way in {"Home", "End"} else f"Arrow{way}")
            place = page.locator(f"#at-region-{region} input")
            expect(place).to_be_focused()
            expect(place).to_be_checked()


def test_the_focus_goes_to_the_amount_and_back_to_the_board(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **SCRIPTED) as page:
        begin(page, 4, masquerade="true")
        ready(page)
        king = page.locator("#at-region-king input")
        king.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#amount")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.locator("output.amount")).to_have_text("1")
        page.locator("#undo").click()
        expect(king).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#amount")).to_be_focused()
        page.locator("#bet-words").click()
        # The King is closed now.
        expect(king).to_be_focused()
        expect(page.locator("#asked:visible")).to_be_attached()
        page.keyboard.press("ArrowDown")
        expect(page.locator("#at-region-duke input")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#amount")).to_be_focused()


def test_a_complete_turn_gives_the_focus_to_confirm_and_undo_gives_it_back(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **SCRIPTED) as page:
        begin(page, 4, coinless="true")
        ready(page)
        king = page.locator("#at-region-king input")
        king.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#confirm")).to_be_focused()
        page.keyboard.press("Escape")
        expect(king).to_be_focused()


def test_a_bet_can_be_made_by_keyboard(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        begin(page, 4)
        page.locator(".region > input").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        expect(page.locator(".region > input:checked")).to_have_count(1)
        page.locator(".bets button").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#stake")).to_be_visible()


def draft_view(page: Page) -> None:
    """Draft a crown at a region with the mouse; if there is a choice, draft the feint. Nothing is sent."""
    places = page.locator(".region[data-open] > label")
    if not places.count():
        page.locator(".me [data-piece][data-open]").last.click()
    places.nth(places.count() // 2).click()
    expect(page.locator(".marks button, #confirm:visible").first).to_be_visible()


def in_both_schemes(page: Page) -> list[str]:
    """Return the violations that axe finds on a page in the light and the dark theme."""
    found = list[str]()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += violations(page)
    return found


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_form_of_a_new_match_fits_its_window_and_axe_finds_no_violations(
    chromium: Browser, site: str, viewport: ViewportSize, lang: str
) -> None:
    with browsing(chromium, site, viewport=viewport, locale=lang, java_script_enabled=True) as page:
        page.goto("/new?game=cursed_court")
        assert overflow(page) <= 0
        assert in_both_schemes(page) == []


@pytest.mark.parametrize(
    ("viewport", "players", "options"),
    [(PHONE, 6, STAKED), (DESKTOP, 3, STAKED), (DESKTOP, 4, COINLESS)],
    ids=["phone", "desktop", "desktop-coinless"],
)
def test_axe_finds_no_violations_before_and_after_a_crown_is_laid(
    chromium: Browser, site: str, viewport: ViewportSize, players: int, options: dict[str, str | int | bool]
) -> None:
    fields = {name: str(value).lower() for name, value in options.items()}
    with browsing(chromium, site, **at_once(site), viewport=viewport, java_script_enabled=True) as page:
        begin(page, players, **fields)
        assert is_my_turn(page)
        found = {"ring": in_both_schemes(page)}
        draft_view(page)
        assert page.locator(".marks").count() == (0 if "coinless" in options else 1)
        found["laid"] = in_both_schemes(page)
    assert found == {"ring": [], "laid": []}


def test_a_chosen_option_disables_the_option_that_it_excludes(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        page.goto("/new?game=cursed_court")
        conflict = page.get_by_text("Cannot be combined with: The Coinless Court.")
        expect(conflict).to_be_hidden()
        page.locator("#coinless-true").check(force=True)
        expect(page.locator("#great_exchange-cash")).to_be_disabled()
        expect(conflict).to_be_visible()
        assert violations(page) == []
        page.locator("#coinless-false").check(force=True)
        expect(page.locator("#great_exchange-cash")).to_be_enabled()
        expect(conflict).to_be_hidden()


def test_axe_finds_no_violations_in_a_rejected_form(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, java_script_enabled=True) as page:
        page.route("**/options.js*", lambda route: route.abort())
        page.goto("/new?game=cursed_court")
        page.locator("#coinless-true").check(force=True)
        page.locator("#great_exchange-cash").check(force=True)
        page.locator(".new-match .primary").click()
        expect(page.locator(".problem")).to_contain_text("cannot be combined")
        assert violations(page) == []
        assert overflow(page) <= 0
