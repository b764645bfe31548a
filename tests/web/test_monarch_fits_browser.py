"""The table of Monarch in a real browser at all sizes: with full courts, nothing overlaps, scrolls or is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import courtly
from tests.games.monarch.builders import begin, ids, run, told
from tests.web.captions import captions_of
from tests.web.helpers import page_of
from tests.web.monarch_positions import SCENES, position
from tests.web.shown import SIZES, resize, show, show_in_two_parts, window

pytestmark = pytest.mark.browser

DESKTOP, PHONE, NARROW = SIZES[0], SIZES[6], SIZES[7]
DESKTOPS = SIZES[:5]
LONG_NAME = "Galerie des bibliothécaires"
"""A name with one of the widest words of the names in the card set."""
LOW: ViewportSize = {"width": 360, "height": 640}

Mixed = tuple[str, ViewportSize, str, int, bool]
"""A scene, a window size, a language, the number of sisters, and whether there are banners."""


def mixed() -> Iterator[Mixed]:
    """Yield every scene at four of the sizes, with alternating languages, numbers of players and banners."""
    for number, (name, size) in enumerate(product(SCENES, SIZES)):
        needs = SCENES[name][1]
        turn = number + number // len(SIZES)
        if turn % 2:
            continue
        turn //= 2
        players = 4 if "many" in needs else 2 + turn % 3
        yield name, size, ("en", "fr")[turn % 2], players, "banners" in needs or turn % 4 < 2


PROBLEMS = """() => {
  const found = []
  const all = (query) => [...document.querySelectorAll(query)].filter(each =>
    each.checkVisibility() && box(each).width > 1 && !each.closest('.visually-hidden, [popover]'))
  const box = (each) => each.getBoundingClientRect()
  const name = (each) => `${each.tagName}.${each.getAttribute('class')} ${each.textContent.trim().slice(0, 30)}`
  const tell = (what, each, ...figures) => found.push(`${what}: ${name(each)} ${figures.map(Math.round)}`)
  const pairs = (list) => list.forEach((one, i) => list.slice(i + 1).forEach(other => {
    const a = box(one), b = box(other)
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (across > 1.5 && down > 1.5) found.push(`overlap: ${name(one)} | ${name(other)}`)
  }))
  const apart = (each) => each.checkVisibility() && box(each).width > 1
    && !each.matches('.visually-hidden, [popover], .scene, .cost, .worth, .more, .held > .path')
  const inside = (query) => all(query).forEach(each => pairs([...each.children].filter(apart)))

  const frames = '#stage, .leaf, .market > ol, .lands, .banners, .race, .moon, .pledges, .places, .acts'
  for (const each of [document.documentElement, ...all(frames)]) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (wide > 1.5 || high > 1.5) tell('scrolls', each, wide, high)
  }
  const pages = document.querySelector('.leaves')
  if (pages.scrollHeight - pages.clientHeight > 1.5) tell('scrolls down', pages)
  pairs(all('.bar, #stage, .caption-bar, #tray'))
  pairs(all('.title, .facts, .tool'))
  inside('.summaries, .summary > button')
  pairs(all('.me, .my-court, .my-side, .acts, .rest, .turn-buttons > * > *'))
  inside('.leaf, .market > ol, .offer, .offer > footer, .lands, .board-leaf, .lands-side, .banners, .flag, .race')
  inside('.moon, .outcome, .deckside, .dial')
  inside('.lane, .sister, .sister > header, .places, .held, .me, .me > header, .heaps, .acts, .pledges')
  const within = (around, query) => all(around).forEach(one => pairs(all(query).filter(each => one.contains(each))))
  within('.hold', '.purse-of, .income-of, .guests, .flown-at')
  within('.offer', '.cost, .worth, .more')
  within('.land', '.yields, .land > .path, .land > .adds')
  const whole = '.offer footer, .buy, .state, .cost, .worth, .sweep, .yields, .flag h3, .needs, .fly, .hold, .take, .b'
  const more = '.heap, .outcome, .pledger, .leaf-tabs a, .caption, .facts p, .lane, .waits h3, .adds, .power'
  const last = '.bonus, .deckside, .title span, .moon h2, .moon > header, .summary > button, .places .name, .alarm'
  for (const each of all(`${whole}, ${more}, ${last}`)) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (getComputedStyle(each).display !== 'inline' && (wide > 1.5 || high > 3)) tell('cut', each, wide, high)
  }
  for (const each of all('.power, .buy b, .held .name')) {
    const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
    while (text.nextNode()) for (const word of text.currentNode.data.matchAll(/[^\\s-]+(\u202f[:;!?])?/g)) {
      const range = document.createRange()
      range.setStart(text.currentNode, word.index)
      range.setEnd(text.currentNode, word.index + word[0].length)
      if (new Set([...range.getClientRects()].map(one => Math.round(one.y))).size > 1) tell('broken word', each)
    }
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const each = words.currentNode.parentElement
    const read = words.currentNode.textContent.trim() && each.checkVisibility()
    const size = parseFloat(getComputedStyle(each).fontSize)
    if (read && size && size < 12 && !each.closest('svg, script, .visually-hidden')) tell('tiny', each, size)
  }
  return found
}"""


TARGETS = """() => {
  const found = []
  const pages = [...document.querySelectorAll('.leaf')]
  const own = [...document.querySelectorAll('.board button[name], .leaf-tabs a, .deck, .dial input, .b, .more')]
  const reach = (each, x, y, dx, dy) => {
    const hit = (at) => {
      const top = document.elementFromPoint(x + dx * at, y + dy * at)
      return top && (each === top || each.contains(top))
    }
    let [low, high] = [0, 0]
    while (high < 48 && hit(high + 1)) high += 1
    while (low > -48 && hit(low - 1)) low -= 1
    return [low, high]
  }
  for (const each of own) {
    // A whole panel of the sisters does the same as the low strip.
    if (!each.checkVisibility() || each.closest('[popover], .visually-hidden, .summary')) continue
    each.closest('.leaf')?.scrollIntoView({ behavior: 'instant', inline: 'start', block: 'nearest' })
    const { x, y, width, height } = each.getBoundingClientRect()
    const [top, bottom] = reach(each, x + width / 2, y + height / 2, 0, 1)
    const [left, right] = reach(each, x + width / 2, y + height / 2 + (top + bottom) / 2, 1, 0)
    if (Math.min(bottom - top, right - left) + 1 < 47.5) {
      found.push(`${each.className} ${each.textContent.trim().slice(0, 30)}: ${right - left + 1} x ${bottom - top + 1}`)
    }
  }
  return found
}"""
"""Returns the touch targets that are smaller than 48 pixels: which element is at a point decides their size."""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_question_covers_the_deck_on_a_phone(table: Page, lang: str) -> None:
    covered = []
    for name in SCENES:
        show(table, position(name), lang, PHONE)
        deck, caption = (table.locator(each).bounding_box() for each in (".deckside", ".caption-bar"))
        assert caption is not None
        if deck is not None and deck["y"] + deck["height"] > caption["y"] + 0.5:
            covered.append((name, table.locator("#asked").inner_text()))
    assert covered == []


def test_the_marks_of_covered_cards_lie_beside_the_name_of_a_land(table: Page) -> None:
    put = "all => all.forEach(one => one.insertAdjacentHTML('beforeend', '<span class=under><i></i><i></i></span>'))"
    overlaps = """() => [...document.querySelectorAll('.land')].map(one => {
      const edge = (part) => one.querySelector(part)?.getBoundingClientRect() ?? { top: Infinity, left: Infinity }
      return [edge('.under').bottom - edge('.name').top, edge('.under').right - edge(':scope > .path').left]
    }).flat().filter(over => over > 0)"""
    for size in (DESKTOP, PHONE):
        show(table, position("built"), "fr", size)
        table.locator(".land").evaluate_all(put)
        assert table.evaluate(overlaps) == []


@pytest.mark.parametrize("mix", list(mixed()), ids=lambda mix: "-".join(map(str, [mix[0], *mix[1].values(), *mix[2:]])))
def test_nothing_overlaps_or_scrolls_with_full_courts(table: Page, mix: Mixed) -> None:
    name, size, lang, players, banners = mix
    show(table, position(name, players, banners=banners), lang, size, "dark" if lang == "fr" else "light")
    assert table.evaluate(PROBLEMS) == []
    if size["width"] <= 700:
        assert table.evaluate(TARGETS) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_long_name_ends_with_an_ellipsis(table: Page, size: ViewportSize) -> None:
    show(table, position("act"), "en", size)
    names = table.locator(":is(.sister, .me) h2 .stretch")
    names.evaluate_all("names => names.forEach(one => one.textContent = 'Anne-Charlotte de Lorraine')")
    cut = "name => getComputedStyle(name).textOverflow !== 'ellipsis' || name.offsetWidth > name.parentNode.clientWidth"
    assert names.evaluate_all(f"names => names.filter({cut}).length") == 0


def test_the_points_of_a_guest_are_not_shown_as_a_loss_of_the_viewer(table: Page) -> None:
    show(table, position("act"), "en", DESKTOP)
    expect(table.locator(".offer:not(.k-guest) footer .adds")).not_to_have_count(0)
    expect(table.locator(".k-guest footer .adds")).to_have_count(0)
    expect(table.locator(".k-guest .worth")).to_have_attribute("title", "Crowns of the sister who gets this guest")


@pytest.mark.parametrize("scene", ["act", "watching"])
def test_the_names_of_the_cards_in_a_court_are_not_cut(table: Page, scene: str) -> None:
    for players in (2, 3, 4):
        show(table, position(scene, players), "fr", DESKTOP)
        for size in DESKTOPS:
            resize(table, size)
            names = table.locator(".places .name:visible")
            names.evaluate_all("(names, text) => names.forEach(one => one.textContent = text)", LONG_NAME)
            assert table.evaluate(PROBLEMS) == [], size


LAND_NAMES = ("Coin des marionnettistes", "Place de la tour de guet", "Apothecary Garden")
NOT_WHOLE = """names => names.filter(each => {
  const [land, name] = [each.closest('.land'), each].map(one => one.getBoundingClientRect())
  return each.scrollWidth > each.clientWidth + 1 || name.top < land.top || name.bottom > land.bottom + 1
}).length"""
"""Returns how many names of lands are cut."""


@pytest.mark.parametrize("scene", ["built", "build"])
def test_the_names_of_the_lands_are_whole(table: Page, scene: str) -> None:
    for name, size in product(LAND_NAMES, [*SIZES, LOW]):
        show(table, position(scene, 3), "fr", size)
        names = table.locator(".land-name > .name")
        names.evaluate_all("(names, text) => names.forEach(one => one.textContent = text)", name)
        assert names.evaluate_all(NOT_WHOLE) == 0, (name, size)


@pytest.mark.parametrize(("pane", "lang"), [("log", "fr"), ("rules", "en")])
def test_the_table_fits_next_to_an_open_drawer(table: Page, pane: str, lang: str) -> None:
    for players in (2, 4):
        show(table, position("act", players), lang, DESKTOP, "dark")
        table.locator(f'.tools [href="#pane-{pane}"]').click()
        for size in DESKTOPS:
            resize(table, size)
            expect(table.locator(f"#pane-{pane}")).to_be_visible()
            assert table.evaluate(PROBLEMS) == [], size


def test_next_to_an_open_drawer_the_incomes_bonuses_and_paths_of_cards_are_shown(table: Page) -> None:
    show(table, position("act", 3), "fr", DESKTOP, at="#pane-log")
    expect(table.locator("#pane-log")).to_be_visible()
    expect(table.locator(".income-of:visible")).to_have_count(2)
    expect(table.locator(".offer > header .path:visible")).to_have_count(4)
    show(table, position("flown", 4), "fr", DESKTOP, at="?#pane-log")
    expect(table.locator(".income-of:visible")).to_have_count(3)
    expect(table.locator(".flag .bonus:visible")).to_have_count(5)


def test_a_card_of_the_market_shows_two_lines_of_text_on_a_low_screen(table: Page) -> None:
    show(table, position("act"), "fr", SIZES[1])
    texts = table.locator(".offer > .says")
    assert all(height > 28 for height in texts.evaluate_all("texts => texts.map(one => one.offsetHeight)"))


def test_the_names_of_darkened_lands_have_the_colour_of_ink(table: Page) -> None:
    show(table, position("build", 3), "en", DESKTOP)
    colour = "name => getComputedStyle(name).color"
    names = table.locator(".land.bare:not(.open) .land-name")
    assert names.evaluate_all(f"names => names.map({colour})") == [names.last.evaluate(colour)] * names.count()
    assert names.last.evaluate(colour) == table.locator(".land").first.evaluate(colour)


CUT_TEXTS = """() => [...document.querySelectorAll(".offer > .says")].filter(
  (text) => text.checkVisibility() && text.scrollHeight > text.clientHeight + 2).map((text) => text.textContent)"""
"""Returns the texts of the market that end with an ellipsis."""


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2], SIZES[4]], ids=lambda size: str(size["width"]))
def test_the_texts_of_the_market_are_whole_next_to_an_open_drawer(table: Page, size: ViewportSize) -> None:
    cards = ids("court", "improvement", "guest")
    for number, first in enumerate(range(0, len(cards), 5)):
        market = " ".join(cards[first : first + 5])
        show(table, (begin(4, market), 0), ("fr", "en")[number % 2], size, at=f"?{number}#pane-log")
        expect(table.locator("#pane-log")).to_be_visible()
        assert table.evaluate(CUT_TEXTS) == []
        assert table.evaluate(FORMULAS) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size.values())))
def test_the_table_does_not_move_when_the_caption_has_two_lines(table: Page, size: ViewportSize) -> None:
    show(table, position("act"), "fr", size)
    before = table.locator("#stage").bounding_box()
    table.locator("#asked").evaluate("one => one.innerHTML = 'Égalité<br>Égalité'")
    assert table.locator("#caption").evaluate("one => one.offsetHeight") > 30
    assert table.locator("#stage").bounding_box() == before


@pytest.mark.parametrize("size", [NARROW, LOW], ids=lambda size: str(size["height"]))
def test_on_a_phone_a_long_caption_does_not_move_the_table(table: Page, size: ViewportSize) -> None:
    show(table, position("act"), "en", size)
    before = table.locator("#stage").bounding_box()
    told = "Isaure pledges 2 gold. The sisters pay for Fair Moon. Gains and losses: you −1 gold, +4 food. " * 3
    table.locator("#caption").evaluate("(one, told) => one.textContent = told", told)
    assert table.locator("#stage").bounding_box() == before
    assert table.locator("#caption").evaluate("one => one.scrollHeight - one.clientHeight") == 0


TALL_CAPTIONS = """(one, captions) => {
  one.className = "caption event-caption";
  return captions.filter((caption) => {
    one.textContent = caption;
    return one.scrollHeight > 44;
  });
}"""
"""Returns the captions that do not fit the band."""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_on_a_phone_every_caption_of_a_match_fits_the_band(table: Page, lang: str) -> None:
    show(table, position("act"), lang, NARROW)
    captions, moons = set[str](), 0
    for seed in range(6):
        match, choice = courtly.new_match("monarch", players=2 + seed % 3, seed=seed, max_rounds=5), Random(seed)
        while not match.is_over:
            captions.update(captions_of(match, choice.choice(match.legal_moves()), lang))
        moons += len(told(match, "moon", "moon-beyond", "moon-met", "moon-unmet"))
    assert moons > 10
    assert table.locator("#caption").evaluate(TALL_CAPTIONS, list(captions)) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_moon_fits_the_phone_with_the_lowest_screen(table: Page, lang: str) -> None:
    show(table, position("pledge"), lang, LOW)
    assert table.evaluate(PROBLEMS) == []


@pytest.mark.parametrize("size", [NARROW, LOW], ids=lambda size: str(size["height"]))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_phone_shows_the_other_sisters_on_every_page(table: Page, players: int, size: ViewportSize) -> None:
    show(table, position("built", players), "fr", size)
    names = table.locator(".summary .name")
    names.evaluate_all("names => names.forEach(one => one.textContent = 'Anne-Charlotte de Lorraine')")
    assert table.evaluate(PROBLEMS) == []
    if size != LOW:
        assert table.evaluate(TARGETS) == []
    for leaf in ("market", "lands", "sisters"):
        table.locator("#leaf-tabs a").and_(table.locator(f"[href='#leaf-{leaf}']")).click()
        expect(table.locator(f"#leaf-{leaf}")).to_be_in_viewport(ratio=0.9)
        expect(table.locator(".summary:visible")).to_have_count(players - 1)
        expect(table.locator("#summaries")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_phone_shows_the_name_of_each_sister_next_to_her_sign(table: Page, players: int) -> None:
    show(table, position("built", players), "fr", NARROW)
    for summary in table.locator(".summary > button").all():
        expect(summary.locator(".name")).to_be_visible()
        name, sign, amount = (summary.locator(part).first.bounding_box() for part in (".name", ".seat-sign", ".crowns"))
        assert name
        assert sign
        assert amount
        assert name["width"] > 25
        assert sign["x"] + sign["width"] <= name["x"] < sign["x"] + sign["width"] + 10
        assert name["y"] + name["height"] <= amount["y"] + 2 or name["x"] + name["width"] <= amount["x"]


@pytest.mark.parametrize("size", [NARROW, SIZES[5], LOW], ids=lambda size: "x".join(map(str, size.values())))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_phone_each_sister_is_a_large_button_with_a_chevron_and_names_her_last_act(
    table: Page, players: int, size: ViewportSize
) -> None:
    match, _ = position("built", players)
    show(table, (match, 1), "fr", size)
    for button in table.locator(".summary > button").all():
        assert button.evaluate("one => one.offsetHeight") >= (44 if size == SIZES[5] else 30)
        assert button.evaluate("one => getComputedStyle(one, '::after').content") == '""'
    expect(table.locator("#summary-0 > button")).to_have_accessible_name(re.compile("a construit Verger d’or"))


def test_pressing_a_sister_on_a_phone_tells_her_last_turn(table: Page) -> None:
    match, _ = position("built")
    show(table, (match, 1), "en", NARROW)
    last = table.locator("#summary-0")
    expect(last.locator(".did")).to_have_text("built Golden Orchard")
    last.locator("button").click()
    expect(last.locator("[popover]")).to_contain_text("Camille buys Golden Orchard and builds it on c3.")


def test_without_script_a_tab_on_a_phone_opens_its_page(table: Page) -> None:
    show(table, position("act"), "en", NARROW)
    expect(table.locator("#leaf-lands")).not_to_be_in_viewport()
    table.locator("#leaf-tabs a", has_text="Lands").click()
    expect(table.locator("#leaf-lands")).to_be_in_viewport(ratio=0.9)
    expect(table.locator("#my-court")).to_be_in_viewport(ratio=0.9)


def test_without_script_a_phone_first_shows_the_page_where_a_choice_is_to_be_made(chromium: Browser) -> None:
    with window(chromium, has_script=False) as page:
        for kind, leaf in {"build": "lands", "send": "sisters", "place": "market", "pledge": "market"}.items():
            show(page, position(kind), "en", PHONE)
            expect(page.locator(f"#leaf-{leaf}")).to_be_in_viewport(ratio=0.9)
            expect(page.locator("#leaf-tabs a")).to_contain_text(["Lands", "Sisters"])


@pytest.mark.parametrize(("kind", "leaf"), [("build", "lands"), ("send", "sisters")])
def test_a_page_that_arrives_slowly_also_shows_where_a_choice_is_to_be_made(
    chromium: Browser, kind: str, leaf: str
) -> None:
    with window(chromium, has_script=False) as page:
        html = page_of(*position(kind), "en")
        show_in_two_parts(page, html, '<section class="leaf board-leaf" id="leaf-lands"', PHONE)
        expect(page.locator(f"#leaf-{leaf}")).to_be_in_viewport(ratio=0.9)


def test_without_script_pressing_a_court_or_a_card_shows_its_text(table: Page) -> None:
    show(table, position("act"), "en", NARROW)
    table.locator("#name-1 button").click()
    expect(table.locator("#court-of-1")).to_contain_text("Pure White Stag")
    table.keyboard.press("Escape")
    table.locator("#at-card-war-falcon .more").click()
    expect(table.locator("#about-war-falcon")).to_contain_text("Might")


@pytest.mark.parametrize("scene", ["act", "place", "build", "send"])
def test_on_a_phone_pressing_a_shortened_card_shows_its_full_text(table: Page, scene: str) -> None:
    show(table, position(scene), "fr", NARROW)
    opens = table.locator(":is(.offer .more, .waits h3 button):visible")
    expect(opens).not_to_have_count(0)
    for each in opens.all():
        each.click()
        name = each.evaluate("one => one.closest('.offer, .waits').querySelector('h3').textContent")
        words = table.locator(":popover-open")
        expect(words.locator("h3")).to_contain_text(name)
        assert words.evaluate("one => one.scrollHeight <= one.clientHeight && one.innerText.length > 80")
        table.keyboard.press("Escape")


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
def test_pressing_any_card_of_a_sister_or_of_the_lands_shows_its_kind_and_its_text(
    table: Page, size: ViewportSize
) -> None:
    show(table, position("built", 3), "en", size)
    cards = table.locator(".places .held, .guest, .land .land-name[popovertarget]")
    expect(cards).to_have_count(23)
    for card in cards.all():
        card.click()
        name = card.get_attribute("title") or card.locator(".name").inner_text()
        opened = table.locator(":popover-open")
        expect(opened.locator("h3")).to_have_text(name)
        expect(opened.locator(".sort")).to_contain_text(re.compile("Court Card|Unwanted Guest|Improvement"))
        expect(opened.locator(".rules")).not_to_be_empty()
        table.keyboard.press("Escape")
    table.locator("#at-card-beastkeeper").click()
    expect(table.locator("#about-beastkeeper .tags")).to_contain_text("Bounty advisor")


def test_pressing_a_flown_banner_shows_its_text(table: Page) -> None:
    show(table, position("flown"), "en", DESKTOP)
    table.locator(".my-side .mini-flag").click()
    expect(table.locator(":popover-open h3")).to_have_text("Banner of Might")


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
def test_pressing_a_card_of_the_final_count_shows_its_text(table: Page, size: ViewportSize) -> None:
    match, _ = position("flown", 2)
    final = run(match.copy(), *["end"] * 2)
    show(table, (final, 0), "en", size)
    cards = table.locator(":is(.totals .held, .totals .guest, .totals .mini-flag):visible")
    expect(cards).to_have_count(16)
    for card in cards.all():
        card.click()
        expect(table.locator(":popover-open h3")).to_have_text(str(card.get_attribute("title")))
        table.keyboard.press("Escape")


def test_ending_a_turn_without_income_asks_for_confirmation(table: Page) -> None:
    show(table, position("act"), "en", DESKTOP)
    end = table.locator('button[name="move"][value="end"]')
    expect(end).to_be_hidden()
    table.locator("#my-rest .end").click()
    expect(table.locator("#sure")).to_contain_text("Skip harvest and tax?")
    expect(end).to_be_visible()
    table.get_by_role("button", name="Cancel").click()
    expect(table.locator("#sure")).to_be_hidden()
    show(table, position("income had"), "en", DESKTOP)
    expect(end).to_be_visible()


CUT = """() => [...document.querySelectorAll(":is(.summary, .holder) .name, :is(.sister, .me) h2 .stretch")].filter(
  (name) => name.checkVisibility() && (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 3)
    && (innerWidth > 700 || !name.closest("#me"))).map((name) => name.textContent)"""
"""Returns the names that are cut. On a phone, the tray shows only the pennant of the viewer."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["flown", "watching", "onlooker"])
def test_the_name_of_a_guest_is_never_cut(table: Page, name: str, players: int) -> None:
    show(table, position(name, players), "fr", DESKTOP)
    names = table.locator(":is(.summary, .holder) .name, :is(.sister, .me) h2 .stretch")
    names.evaluate_all("names => names.forEach(one => one.textContent = 'Invité 6089')")
    for size in SIZES:
        resize(table, size)
        assert table.evaluate(CUT) == [], size


FORMULAS = """() => [...document.querySelectorAll(".offer")].flatMap((card) => {
  const boxesOf = (query) => [...card.querySelectorAll(query)].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
  const [signs, boxes] = [boxesOf(".worth, .emblems"), boxesOf(".worth, .emblems, .more, .cost")]
  const [worth] = boxesOf(".worth")
  const whole = card.getBoundingClientRect()
  const isHit = signs.some((one) => boxes.some((other) => (other.x !== one.x || other.y !== one.y)
    && Math.min(other.right, one.right) - Math.max(other.left, one.left) > 1
    && Math.min(other.bottom, one.bottom) - Math.max(other.top, one.top) > 1))
  return isHit || worth.right > whole.right ? [card.querySelector("h3").textContent] : []
})"""
"""Returns the cards of the market whose formula, price or emblems cover each other or leave the card."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size.values())))
def test_no_formula_on_a_card_of_the_market_is_covered(table: Page, size: ViewportSize) -> None:
    for top in ("beastkeeper deep-larder royal-strongbox court-jester know-all-cousin", "horn-of-plenty weepy-poet"):
        show(table, (begin(4, top), 0), "en", size)
        assert table.evaluate(FORMULAS) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES[:4], ids=lambda size: str(size["width"]))
def test_the_own_court_keeps_its_width_when_the_turn_passes(table: Page, size: ViewportSize, lang: str) -> None:
    widths = set[float]()
    for name in ("act", "income had", "dismiss", "watching"):
        match, _ = position(name, 3)
        show(table, (match, 0 if name != "watching" else 1), lang, size)
        widths.add(table.locator(".my-court").evaluate("one => one.offsetWidth"))
    assert len(widths) == 1


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
def test_the_pile_says_that_its_number_is_of_cards_and_the_bars_have_a_title(table: Page, size: ViewportSize) -> None:
    show(table, position("act", 3), "en", size)
    expect(table.locator(".deck")).to_contain_text("48 in the deck")
    expect(table.locator(".deck .crown-sign")).to_have_count(0)
    expect(table.locator("#race")).to_have_attribute("data-title", "Crown race")


@pytest.mark.parametrize("size", [SIZES[5], NARROW], ids=lambda size: str(size["width"]))
def test_a_price_in_gold_and_food_does_not_cover_the_sign_of_a_card(table: Page, size: ViewportSize) -> None:
    show(table, (begin(3, "horn-of-plenty plough-oxen"), 0), "fr", size)
    for number in (0, 1):
        card = table.locator(f"#at-market-{number}")
        cost, sign = card.locator(".cost").bounding_box(), card.locator(".more").bounding_box()
        assert cost
        assert sign
        assert sign["y"] + sign["height"] <= cost["y"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [SIZES[5], NARROW], ids=["tall", "narrow"])
def test_on_a_phone_the_text_of_every_card_of_the_market_is_whole(table: Page, size: ViewportSize, lang: str) -> None:
    long = ["hill-raiders", "old-nurse"]
    cards = long + [card for card in ids("court", "improvement", "guest") if card not in long]
    for first in range(0, len(cards), 5):
        show(table, (begin(3, " ".join(cards[first : first + 5])), 0), lang, size)
        expect(table.locator(".offer > .says:visible")).to_have_count(5)
        assert table.evaluate(CUT_TEXTS) == []


def test_on_a_tall_phone_the_texts_of_the_market_are_larger(table: Page) -> None:
    sizes = []
    for size in (NARROW, SIZES[5]):
        show(table, position("act"), "fr", size)
        sizes.append(table.locator(".offer > .says").first.evaluate("one => getComputedStyle(one).fontSize"))
    assert sizes == ["12px", "14px"]


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
def test_a_new_card_has_a_sign_and_a_card_that_can_be_bought_a_gold_frame(table: Page, size: ViewportSize) -> None:
    moves = ("buy stone-bridge", "build a1", "end", "buy puppeteers-corner", "build b1", "end", "end")
    top = "stone-bridge hill-raiders old-nurse horn-of-plenty puppeteers-corner court-composer beastkeeper"
    show(table, (run(begin(3, top), *moves), 0), "en", size)
    new = "(all) => all.map((one) => [one, one.querySelector('header')].some((part) => ['::before', '::after'].some("
    new += "(at) => getComputedStyle(part ?? one, at).rotate === '45deg')))"
    gold = "(all) => all.map((one) => getComputedStyle(one).borderColor)"
    cards = table.locator(".offer")
    assert cards.locator("> header h3").all_inner_texts()[2::2] == ["Old Nurse", "Beastkeeper"]
    assert cards.evaluate_all(new) == [False] * 4 + [True]
    frames = cards.evaluate_all(gold)
    assert frames[2] not in frames[:2] + frames[3:]
    assert table.locator(".land").evaluate_all(new) == [number == 1 for number in range(9)]
    assert table.locator(".legend-of .new-sign").count() == 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_name_never_touches_the_edge_of_its_card(table: Page, lang: str) -> None:
    for players in (2, 4):
        show(table, position("act", players), lang, DESKTOP)
        for size in DESKTOPS:
            resize(table, size)
            assert table.locator(".places .name:visible").evaluate_all(TOUCHING) == [], size


TOUCHING = """all => all.filter((one) => one.offsetWidth > 1).filter((one) => {
  const text = document.createRange()
  text.selectNodeContents(one)
  const [inner, outer] = [text, one.parentElement].map((each) => each.getBoundingClientRect())
  return inner.left < outer.left + 3 || inner.right > outer.right - 3
}).map((one) => one.textContent)"""
"""Returns the names without a margin."""


def test_two_amounts_are_apart(table: Page) -> None:
    show(table, (begin(4, "beastkeeper"), 0), "en", DESKTOP)
    first, second = (one.bounding_box() for one in table.locator("#foot-0 small .amount").all())
    assert first
    assert second
    assert second["x"] - first["x"] - first["width"] > 3


CUT_TAILS = """(query) => {
  const pen = document.createElement("canvas").getContext("2d")
  const cut = (each) => {
    const style = getComputedStyle(each)
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const { actualBoundingBoxDescent: tail, fontBoundingBoxDescent: box } = pen.measureText("gjpqy")
    const range = document.createRange()
    range.selectNodeContents(each)
    const lowest = Math.max(...[...range.getClientRects()].map((one) => one.bottom)) - box + tail
    return lowest > each.getBoundingClientRect().bottom + 0.3
  }
  return [...document.querySelectorAll(query)].filter((each) => each.checkVisibility() && each.offsetHeight > 1
    && getComputedStyle(each).overflowY !== "visible" && cut(each)).map((each) => each.textContent)
}"""
"""Returns the texts whose boxes cut the tails of letters."""


@pytest.mark.parametrize("size", [SIZES[5], SIZES[6], NARROW], ids=lambda size: "x".join(map(str, size.values())))
def test_on_a_phone_no_text_loses_the_tails_of_its_letters(table: Page, size: ViewportSize) -> None:
    cards = ids("court", "improvement", "guest")
    for number, first in enumerate(range(0, len(cards), 5)):
        show(table, (begin(3, " ".join(cards[first : first + 5])), 0), ("en", "fr")[number % 2], size, at="#pane-log")
        assert table.evaluate(CUT_TAILS, ".offer > .says, .offer h3, .flag h3, .tabs .words") == []


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("banners", [True, False])
def test_on_a_desktop_the_pictures_of_the_lands_are_whole(table: Page, players: int, *, banners: bool) -> None:
    wide = "backs => Math.max(...backs.map(one => one.clientWidth / one.clientHeight))"
    show(table, position("act", players, banners=banners), "en", DESKTOP)
    for size in DESKTOPS:
        resize(table, size)
        # The drawings are 160 wide and 100 high.
        assert table.locator(".land .back").evaluate_all(wide) < 1.7, size


def test_on_a_phone_without_banners_and_race_the_lands_fill_their_page(table: Page) -> None:
    show(table, position("build", 4, banners=False), "en", PHONE)
    # A table without computed aids has no race of crowns.
    table.locator("#leaves").evaluate("leaves => leaves.classList.add('no-race')")
    for size in (SIZES[5], PHONE, NARROW):
        resize(table, size)
        lands, leaf = (table.locator(one).evaluate("one => one.clientWidth") for one in (".lands", "#leaf-lands"))
        assert lands > 0.9 * leaf, size


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_long_text_leaves_room_for_the_picture_and_has_the_size_of_its_neighbours(table: Page, lang: str) -> None:
    market = (begin(2, "hill-raiders old-nurse scholars-robe stone-bridge vine-diadem", banners=False), 0)
    show(table, market, lang, DESKTOP)
    figures = table.locator(".spot .figure")
    assert min(figures.evaluate_all("figures => figures.map(one => one.clientHeight)")) >= 44
    resize(table, SIZES[5])
    sizes = table.locator(".offer > .says").evaluate_all("all => all.map(one => getComputedStyle(one).fontSize)")
    assert set(sizes) == {"13px"}


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
def test_a_price_is_at_the_bottom_left_and_a_value_at_the_top_right(table: Page, size: ViewportSize) -> None:
    show(table, position("act"), "en", size)
    card = table.locator(".offer").nth(1)
    cost, worth = card.locator(".cost").bounding_box(), card.locator(".worth").bounding_box()
    assert cost
    assert worth
    assert cost["x"] + cost["width"] < worth["x"]
    assert worth["y"] + worth["height"] < cost["y"]
    expect(card.locator(".worth")).to_contain_text("+2")


@pytest.mark.parametrize(("scene", "players"), [("build", 4), ("flown", 2)])
def test_in_a_large_window_banners_and_lands_use_their_room(table: Page, scene: str, players: int) -> None:
    show(table, position(scene, players), "fr", SIZES[3])
    filled = """flags => flags.map((flag) => {
      const [own, last] = [flag, flag.querySelector('.power')].map((one) => one.getBoundingClientRect());
      return (last.bottom - own.top) / own.height;
    })"""
    shares = table.locator(".flag-on:not(.ready) > .flag").evaluate_all(filled)
    assert all(0.6 < share < 0.95 for share in shares), shares
    assert table.locator(".yields").first.evaluate("one => getComputedStyle(one).fontSize") == "20px"
    assert table.evaluate(CUT_TAILS, ".flag h3, .power, .land-name > .name") == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_with_four_players_each_banner_shows_its_power(table: Page, lang: str) -> None:
    show(table, position("act"), lang, DESKTOP)
    expect(table.locator(".flag-on:not(.ready) .power:visible")).to_have_count(4)
    tips = (
        "all => all.map(one => one.parentElement.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom)"
    )
    assert min(table.locator(".flag-on:not(.ready) .power").evaluate_all(tips)) >= 10


@pytest.mark.parametrize("size", [(683, 384), (844, 390)], ids=str)
def test_a_low_window_shows_the_question_and_the_buttons(table: Page, size: tuple[int, int]) -> None:
    show(table, position("act", 3), "fr", {"width": size[0], "height": size[1]})
    table.evaluate("document.querySelector('#confirm').hidden = false")
    for end in (0, 9999):
        table.evaluate("end => scrollTo(0, end)", end)
        for part in (".caption-bar", ".take.harvest", "#confirm", "#my-rest .end"):
            expect(table.locator(part).locator("visible=true").first).to_be_in_viewport(ratio=0.99)
