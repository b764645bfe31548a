"""The table of Courtisans in a real browser at all sizes: nothing overlaps, scrolls or is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import cast

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import courtly
from courtly.engine.play.match import Match
from courtly.games.courtisans.page_figures import domain_values
from courtly.games.courtisans.view import View
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.render import render
from tests.web.browser import violations
from tests.web.courtisans_positions import last_where, position
from tests.web.helpers import page_of, table_view_of, with_table
from tests.web.shown import SIZES, Shown, Theme, show, show_html

pytestmark = pytest.mark.browser

KINDS = ("own turn", "one card left", "assassin", "assassin in a domain", "another's turn", "onlooker", "end")
PLAYERS = (5, 2, 3)
THEMES: tuple[Theme, Theme] = ("light", "dark")


def show_at_most(page: Page, shown: Shown, lang: str, size: ViewportSize, theme: Theme = "light") -> None:
    """Show a position with all buttons that the tray can have."""
    show(page, shown, lang, size, theme)
    page.evaluate("document.querySelectorAll('#undo, #confirm').forEach(button => { button.hidden = false })")


PROBLEMS = """() => {
  const found = [], SEEN = { visibilityProperty: true }
  const all = (query) => [...document.querySelectorAll(query)].filter(each => each.checkVisibility(SEEN))
  const box = (each) => each.getBoundingClientRect()
  const name = (each) => `${each.tagName}.${each.getAttribute('class')} ${each.textContent.trim().slice(0, 30)}`
  const tell = (what, each, ...figures) => found.push(`${what}: ${name(each)} ${figures.map(Math.round)}`)
  const unseen = (each) => each.closest('.visually-hidden') || box(each.closest('.totals-sheet') ?? each).width <= 1
  const style = (each) => getComputedStyle(each)
  const pairs = (list) => list.forEach((one, i) => list.slice(i + 1).forEach(other => {
    const a = box(one), b = box(other)
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (across > 1 && down > 1) found.push(`overlap: ${name(one)} | ${name(other)}`)
  }))

  for (const each of [document.documentElement, ...all('#stage, #tray, .caption-bar, .matrix')]) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (wide > 1 || high > 1) tell('scrolls', each, wide, high)
  }
  pairs(all('.bar, #stage, .caption-bar, #tray'))
  pairs(all('.title, .facts, .tool'))
  for (const each of all('.facts b')) if (box(each).height > 22) tell('two lines', each, box(each).height)
  pairs(all('.line'))
  pairs(all('.missions, .hand, .areas, .spare, .turn-buttons .b, .victims, .won, .totals-sheet, .final-actions'))
  for (const kind of ['.mission', '.held-card', '.final-actions .b', '.scored', '.target']) pairs(all(kind))

  const ends = ['.worth', '.now .axis', '.backs', '.scale', '.eliminated > p', '.eliminated > ul', '.count']
  const parts = ['.who h2', '.side-name', '.deck p', '.house', '.cell', ...ends]
  for (const line of all('.line')) {
    const edge = box(line)
    pairs(all(parts.map(part => `#${line.id} ${part}`).join()).filter(each => !unseen(each)))
    for (const value of line.querySelectorAll('.v')) {
      const a = box(value), b = box(value.closest('.cell'))
      if (a.left < b.left - 1 || a.right > b.right + 1 || a.bottom > edge.bottom + 1) tell('outside', value)
    }
    for (const card of line.querySelectorAll('.chip .mini')) {
      const a = box(card), b = box(card.closest('.cell'))
      const over = [b.left - a.left, a.right - b.right - 5, edge.top - a.top, a.bottom - edge.bottom]
      if (Math.max(...over) > 1) tell('outside', card, ...over)
    }
  }
  const texts = 'h2, h3, .b, .plate, .worth, .spread, .prog, .scored, .totals td, .areas li, .caption, .deck p'
  for (const text of all(texts)) {
    const [wide, high] = [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]
    if (!unseen(text) && style(text).display !== 'inline' && (wide > 1 || high > 6)) tell('cut', text, wide, high)
  }
  for (const text of all('.tally h2, .tally .w').filter(each => box(each).width > 1)) {
    for (const emblem of all('.house .emblem')) {
      const a = box(text), b = box(emblem)
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (across > 1 && down > 1) tell('behind an emblem', text, across)
    }
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const each = words.currentNode.parentElement
    const read = words.currentNode.textContent.trim() && each.checkVisibility(SEEN)
    const size = parseFloat(style(each).fontSize)
    if (read && size && size < 12 && !each.closest('svg, script, noscript')) tell('tiny', each)
  }
  const touched = '.tool, .turn-buttons .b, .spare, .final-actions .b, .zone, .target, .held-card'
  for (const each of innerWidth <= 700 ? all(touched) : []) {
    const { width, height } = box(each)
    if (Math.min(width, height) < 47.5) tell('too small to touch', each, width, height)
  }
  return found
}"""


LABEL_MARGINS = """labels => labels.flatMap((one) => {
  const words = document.createRange(), box = one.getBoundingClientRect()
  words.selectNodeContents(one)
  const { left, right } = words.getBoundingClientRect()
  return [left - box.left, box.right - right]
})"""
"""The space to the left and right of the words of buttons and labels, in pixels."""

DESCENDERS = """names => names.map((one) => {
  const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d")
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down, actualBoundingBoxDescent: g } = pen.measureText("g")
  return (parseFloat(style.lineHeight) - up - down) / 2 + down + parseFloat(style.paddingBottom) - g
})"""
"""The space below the letter g in a box that cuts off what is outside, in pixels."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_labels_of_a_phone_keep_a_margin(table: Page, lang: str) -> None:
    show_at_most(table, position("one card left", 3), lang, {"width": 360, "height": 740})
    assert min(table.locator(".side-name, .turn-buttons .b:visible").evaluate_all(LABEL_MARGINS)) >= 2.5


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]], ids=["desktop", "phone"])
def test_names_and_missions_show_their_descenders(table: Page, size: ViewportSize) -> None:
    show(table, position("own turn", 3), "en", size)
    assert min(table.locator(".who h2, .mission h3").evaluate_all(DESCENDERS)) >= -0.5


def test_the_hint_of_a_phone_has_the_padding_of_the_caption(table: Page) -> None:
    show(table, position("own turn", 3), "en", {"width": 360, "height": 740})
    table.evaluate("document.querySelectorAll('#coach, #coach-words').forEach(one => { one.hidden = false })")
    table.locator("#coach-words").evaluate("one => { one.textContent = 'Play the Toad above the table of the Queen.' }")
    paddings = [
        table.locator(one).evaluate("one => getComputedStyle(one).paddingLeft") for one in ("#coach", ".caption-bar")
    ]
    assert paddings == ["12px", "12px"]
    table.set_viewport_size({"width": 1366, "height": 768})
    expect(table.locator("#coach-close")).to_have_text("Hide the hint", use_inner_text=True)


LOW_WINDOWS: list[ViewportSize] = [{"width": 683, "height": 384}, {"width": 844, "height": 390}]
"""A window of 1366x768 at 200 % zoom, and a phone on its side."""


@pytest.mark.parametrize("size", LOW_WINDOWS, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_low_window_shows_the_hand_the_question_and_the_button(table: Page, size: ViewportSize, lang: str) -> None:
    show_at_most(table, position("own turn", 5), lang, size)
    for end in (0, 9999):
        table.evaluate("end => scrollTo(0, end)", end)
        for part in (".caption-bar", ".held-card >> nth=2", "#undo", "#confirm"):
            expect(table.locator(part)).to_be_in_viewport(ratio=0.99)
    expect(table.locator(".domain.mine .who")).to_be_in_viewport(ratio=0.99)
    assert table.locator("html").evaluate("one => one.scrollWidth - one.clientWidth") == 0


@pytest.mark.parametrize("size", [LOW_WINDOWS[1], {"width": 740, "height": 360}], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_on_its_side_shows_the_question_and_the_choice_of_no_victim(
    table: Page, size: ViewportSize, lang: str
) -> None:
    show_at_most(table, position("assassin in a domain", 5), lang, size)
    expect(table.locator("#confirm")).to_be_hidden()
    table.locator("#spare").click(trial=True)
    bar, caption = (table.locator(one).bounding_box() for one in (".caption-bar", ".caption"))
    assert bar is not None
    assert caption is not None
    assert caption["y"] - bar["y"] >= 4


def cases() -> Iterator[tuple[str, int, ViewportSize, tuple[str, Theme]]]:
    """Yield every kind of position at every size, with alternating numbers of players, languages and themes."""
    for number, (kind, size) in enumerate(product(KINDS, SIZES)):
        turn = number + number // len(SIZES)
        yield (
            kind,
            PLAYERS[turn % 3],
            size,
            (LANGUAGES[(turn + number // len(SIZES)) % len(LANGUAGES)], THEMES[turn // 2 % 2]),
        )


@pytest.mark.parametrize(
    ("kind", "players", "size", "appearance"),
    [pytest.param(*case, id=f"{case[0]} of {case[1]} {case[2]['width']}x{case[2]['height']}") for case in cases()],
)
def test_nothing_overlaps_scrolls_or_is_cut_on_a_full_table(
    table: Page, kind: str, players: int, size: ViewportSize, appearance: tuple[str, Theme]
) -> None:
    show_at_most(table, position(kind, players), appearance[0], size, appearance[1])
    assert table.evaluate(PROBLEMS) == []


@cache
def position_with_two_digits() -> Shown:
    """Return a position in which both domains are worth −20 or less."""
    match = last_where(lambda m: all(worth.now <= -20 for worth in domain_values(cast(View, m.view(None)))), 2, seed=6)
    return match, 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_value_of_two_digits_does_not_shift_the_scale(table: Page, size: ViewportSize) -> None:
    show_at_most(table, position_with_two_digits(), "en", size)
    assert table.evaluate(PROBLEMS) == []
    ends = "all => all.map(each => each.getBoundingClientRect()).map(box => [box.left, box.right])"
    assert len({left for left, _ in table.locator(".axis .zero").evaluate_all(ends)}) == 1
    labels = table.locator(".scale text").evaluate_all(ends)
    assert size["width"] <= 700 or all(one[1] + 4 <= after[0] for one, after in pairwise(labels))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_mission_shows_its_points_on_its_card(table: Page, size: ViewportSize) -> None:
    show_at_most(table, position("own turn", 3), "en", size)
    points = ["3 points"] * 2 if size["width"] > 1100 else ["+3"] * 2
    assert table.locator(".mission .points:visible").all_inner_texts() == points


def has_hidden_victims(match: Match) -> bool:
    """Whether a spy was eliminated, which adds an item to the list of families."""
    return any(card.startswith("spy:") for card in match.view(None)["eliminated"])


@pytest.mark.parametrize("size", SIZES[:5], ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_label_of_the_eliminated_cards_is_visible_with_a_spy_among_them(table: Page, size: ViewportSize) -> None:
    show_at_most(table, (last_where(has_hidden_victims, 3, seed=0), 0), "fr", size)
    label = table.locator(".eliminated .lbl").bounding_box()
    assert label is not None
    assert label["width"] > 30
    assert table.evaluate(PROBLEMS) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("place", ["over the table", "popover"])
def test_the_revealed_spies_of_five_players_are_all_visible(table: Page, size: ViewportSize, place: str) -> None:
    if place == "popover":
        show(table, position("end"), "fr", size, "dark")
        table.locator("[popovertarget=revealed]").click()
    else:
        match, seat = position("end")
        shown = table_pages.match_page(table_view_of(match, seat), Locale("fr", domain="courtisans"))
        show_html(table, bytes(render(shown.template, shown, Locale("fr", domain="courtisans")).body).decode(), size)
        table.evaluate("document.querySelector('#revealed').classList.add('is-played')")
    expect(table.locator("#revealed .turned-card")).to_have_count(10)
    assert table.evaluate(REVEAL_PROBLEMS) == []


def test_a_long_name_has_at_most_two_lines_over_the_revealed_spies(table: Page) -> None:
    match, seat = position("end")
    names = [f"{number}{'W' * 23}" for number in range(5)]
    shown = table_pages.match_page(table_view_of(match, seat, names), Locale(domain="courtisans"))
    show_html(table, bytes(render(shown.template, shown, Locale(domain="courtisans")).body).decode(), SIZES[7])
    table.evaluate("document.querySelector('#revealed').classList.add('is-played')")
    title = table.locator("#revealed h3", has_text="WWW").first
    expect(title).to_have_attribute("title", f"{names[1]}’s domain")
    assert title.evaluate("each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)") <= 2.1


@pytest.mark.parametrize("size", [SIZES[2], SIZES[7]], ids=lambda size: f"{size['width']}x{size['height']}")
def test_long_names_fit_into_the_count_of_the_points(table: Page, size: ViewportSize) -> None:
    match, seat = position("end")
    names = [f"{number}{'W' * 23}" for number in range(5)]
    show_html(table, page_of(match, seat, "fr", names=names), size)
    headings = table.locator(".line h2:visible", has_text="WWW")
    cut = "all => all.filter((one) => getComputedStyle(one).textOverflow !== 'ellipsis').map((one) => one.textContent)"
    assert headings.evaluate_all(cut) == []
    assert table.locator(".verdict h2").evaluate("one => one.scrollWidth - one.clientWidth") <= 1
    assert [found for found in table.evaluate(PROBLEMS) if not found.startswith("cut: H2")] == []
    assert table.locator(".scored:visible").evaluate_all(OUTSIDE) == []


OUTSIDE = """all => all.filter((one) => {
  const [inner, outer] = [one.firstElementChild, one].map((each) => each.getBoundingClientRect())
  return inner.top < outer.top || inner.bottom > outer.bottom
}).map((one) => one.textContent)"""
"""Returns the missions whose text is higher than their card."""

REVEAL_PROBLEMS = """() => {
  const scene = document.querySelector("#revealed"), box = (one) => one.getBoundingClientRect(), found = []
  if (scene.scrollHeight > scene.clientHeight + 1 || scene.scrollWidth > scene.clientWidth + 1) found.push("scrolls")
  const parts = [...scene.querySelectorAll("h2, h3, .turned-card, .reveal-points, .reveal-families li")]
  for (const [place, one] of parts.entries()) {
    if (one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${one.textContent}`)
    for (const other of parts.slice(place + 1)) {
      const [a, b] = [box(one), box(other)]
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (across > 1 && down > 1) found.push(`overlap: ${one.textContent}`)
    }
  }
  return found
}"""


@pytest.mark.parametrize("size", SIZES[:5], ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_table_fits_next_to_the_open_log(table: Page, size: ViewportSize) -> None:
    show_at_most(table, position("own turn", 3), "fr", size, "dark")
    table.locator('.tools [href="#pane-log"]').click()
    expect(table.locator("#pane-log")).to_be_visible()
    assert table.evaluate(PROBLEMS) == []


@pytest.mark.parametrize(
    ("theme", "lang", "size"),
    [("light", "en", SIZES[0]), ("dark", "fr", SIZES[0]), ("light", "en", SIZES[7]), ("dark", "en", SIZES[2])],
    ids=["light-en", "dark-fr", "phone", "desktop"],
)
@pytest.mark.parametrize("kind", ["own turn", "assassin", "end"])
def test_axe_finds_no_violations_in_light_or_dark(
    table: Page, kind: str, lang: str, theme: Theme, size: ViewportSize
) -> None:
    show_at_most(table, position(kind), lang, size, theme)
    assert kind != "own turn" or table.locator("#known-gone").count()
    assert violations(table) == []


@pytest.mark.parametrize(("theme", "lang", "size"), [("light", "fr", SIZES[0]), ("dark", "en", SIZES[7])])
def test_the_log_has_a_list_for_each_turn(table: Page, theme: Theme, lang: str, size: ViewportSize) -> None:
    show(table, position("own turn", 3), lang, size, theme)
    table.locator('.tools [href="#pane-log"]').click()
    log = table.locator("#log")
    expect(log.locator("h2").first).to_have_text(re.compile(r"^(Tour|Turn) 1 · \S"))
    # The present turn has no list yet.
    turns = position("own turn", 3)[0].view(None)["turn"] - 1
    expect(log.locator("h2")).to_have_count(turns)
    assert log.evaluate("log => [...log.children].map(each => each.localName)") == ["h2", "ol"] * turns
    expect(log.locator("li").last).to_be_in_viewport()
    expect(log.locator("li").first).not_to_be_in_viewport()
    assert violations(table) == []


@pytest.mark.parametrize(("kind", "mission"), [("own turn", ".mission"), ("end", ".scored")])
def test_missions_are_dark_in_the_dark_theme(table: Page, kind: str, mission: str) -> None:
    show(table, position(kind, 3), "en", SIZES[0], "dark")
    bright = "all => all.map((one) => Math.max(...getComputedStyle(one).backgroundColor.match(/\\d+/g).slice(0, 3)))"
    assert max(table.locator(mission).evaluate_all(bright)) < 90


def test_the_focus_ring_of_the_cloth_has_the_colour_of_the_tray(table: Page) -> None:
    show(table, position("own turn", 3), "en", SIZES[0])
    # After a press of the mouse, for example in another test, the focus has no ring until a key is pressed.
    table.keyboard.press("Tab")
    rings = []
    for css in (".cloth .ask", ".mission .ask"):
        table.locator(css).first.focus()
        rings.append(table.evaluate("getComputedStyle(document.activeElement).outline"))
    assert rings[0] == rings[1]


TABS = """pane => {
  location.hash = `#pane-${pane}`
  const tabs = document.querySelector('.drawer .tabs')
  const words = tabs.querySelector(`[href="#pane-${pane}"] .words`)
  return [tabs.children.length, tabs.scrollWidth - tabs.clientWidth, words.scrollWidth - words.clientWidth]
}"""
"""Opens a pane; returns the number of tabs, and by how many pixels the tabs and the words of the open one are cut."""


@pytest.mark.parametrize("size", [{"width": 1366, "height": 768}, {"width": 360, "height": 740}])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_the_open_tab_are_whole(table: Page, lang: str, size: ViewportSize) -> None:
    match, seat = position("own turn", 3)
    table_view = table_view_of(match, seat)
    table_view = with_table(table_view, seats=[replace(each, kind="person") for each in table_view.table.seats])
    locale = Locale(lang, domain=match.game)
    page = table_pages.match_page(table_view, locale)
    show_html(table, bytes(render(page.template, page, locale).body).decode(), size)
    for pane in ("hint", "log", "talk", "rules", "notes", "table"):
        assert table.evaluate(TABS, pane) == [7, 0, 0], pane


def test_an_emblem_shows_where_its_cards_are(table: Page) -> None:
    show_at_most(table, position("own turn"), "en", SIZES[0])
    expect(table.locator("#known-toad")).to_be_hidden()
    table.locator("#house-toad .ask").click()
    expect(table.locator("#known-toad")).to_be_visible()
    expect(table.locator("#known-toad")).to_contain_text("Not seen")


UNDER = """(row) => {
  const { x, y, width, height } = row.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2).className
}"""
"""Returns the class of the element in the middle of a row."""


@pytest.mark.parametrize("size", [SIZES[0], SIZES[7]], ids=["desktop", "phone"])
@pytest.mark.parametrize("area", ["above", "domain:1", "domain:0"])
def test_a_tap_on_a_row_lists_its_cards_unless_a_card_is_picked_up(table: Page, area: str, size: ViewportSize) -> None:
    show_at_most(table, position("own turn", 3), "en", size)
    row, cards = table.locator(f'.line[data-id="{area}"]'), table.locator(f"#cards-at-{area.replace(':', '-')}")
    row.click()
    expect(cards).to_be_visible()
    table.keyboard.press("Escape")
    expect(cards).to_be_hidden()
    assert row.evaluate(UNDER) == "lists"
    table.locator(".held-card input").first.check()
    assert row.evaluate(UNDER) == "zone"


def test_the_buttons_of_the_victims_are_not_covered_by_the_list_of_their_row(table: Page) -> None:
    show(table, position("assassin in a domain"), "en", SIZES[0])
    victim = table.locator(".matrix .victim").last
    assert victim.evaluate(UNDER) != "lists"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_buttons_stay_in_place_when_the_last_area_is_used(table: Page, size: ViewportSize) -> None:
    """The draft of the last turn of a match has no areas left to choose."""
    show(table, position("one card left", 2), "en", size)
    top = "document.querySelector('#confirm').getBoundingClientRect().top"
    table.evaluate("document.querySelector('#confirm').hidden = false")
    before = table.evaluate(top)
    table.evaluate("document.querySelector('#areas').remove()")
    assert table.evaluate(top) == before


@cache
def around_a_question(players: int, seed: int, *, most: bool) -> tuple[Match, Match, Match]:
    """Return a position before an assassin is placed, the choice of its victim, and the position after it.

    The choice has at most 8 victims, or as many as possible.
    """
    match, dice = courtly.new_match("courtisans", players=players, seed=seed), Random(seed)
    found = list[tuple[Match, Match, Match]]()
    while not match.is_over:
        before = match.copy()
        match.play(dice.choice(match.legal_moves()))
        if match.is_over or match.view(None)["pending"] is None:
            continue
        after = match.copy()
        after.play("spare")
        if after.to_move == match.to_move and (most or len(match.legal_moves()) < 10):
            found.append((before, match.copy(), after))
    return max(found, key=lambda positions: len(positions[1].legal_moves()))


PLACES = """all => Object.fromEntries(all.filter((one) => getComputedStyle(one).visibility === "visible").map((one) => {
  const { top, height } = one.getBoundingClientRect()
  return [one.id || one.className, [top, height]]
}))"""
"""Returns where elements are."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize(("players", "seed", "most"), [(3, 3, False), (5, 10, True)], ids=["few", "many"])
def test_nothing_moves_while_a_victim_is_chosen(
    table: Page, players: int, seed: int, most: bool, size: ViewportSize
) -> None:
    positions = around_a_question(players, seed, most=most)
    assert (len(positions[1].legal_moves()) > 15) is most
    found = list[dict[str, list[float]]]()
    for match in positions:
        show_at_most(table, (match, positions[1].to_move), "fr", size)
        parts = table.locator(".matrix > *, .mission, .caption-bar, #tray, .turn-buttons .b")
        found.append(parts.evaluate_all(PLACES))
    first = found[0]
    assert [found[1], found[2]] == [{name: first[name] for name in one} for one in found[1:]]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_name_never_touches_the_edge_of_its_card(table: Page, size: ViewportSize) -> None:
    for lang in LANGUAGES:
        show(table, position("own turn", 3), lang, size)
        names = [Locale(lang, domain="courtisans").say(name) for name in ("Nightingale", "Butterfly", "Toad")]
        assert table.locator(".plate b").first.evaluate(MARGINS, names) > 3


MARGINS = """(one, names) => Math.min(...names.map((name) => {
  one.textContent = name
  const text = document.createRange()
  text.selectNodeContents(one)
  return one.parentElement.getBoundingClientRect().right - text.getBoundingClientRect().right
}))"""
"""Returns the smallest margin at the side of a name."""


@pytest.mark.parametrize("size", SIZES[5:], ids=lambda size: f"{size['width']}x{size['height']}")
def test_every_victim_can_be_reached_on_a_phone(table: Page, size: ViewportSize) -> None:
    _, asked, _ = around_a_question(5, 10, most=True)
    show_at_most(table, (asked, asked.to_move), "fr", size)
    victims = table.locator(".target")
    expect(victims).to_have_count(len(asked.legal_moves()) - 1)
    for victim in victims.all():
        victim.click(trial=True)
    assert table.evaluate(PROBLEMS) == []


@pytest.mark.parametrize("kind", ["assassin", "assassin in a domain"])
def test_only_possible_victims_have_a_frame_while_an_assassin_chooses(table: Page, kind: str) -> None:
    show(table, position(kind), "en", SIZES[0])
    framed = table.evaluate(FRAMED)
    assert len({colour for _, colour in framed}) == 1
    assert [is_victim for is_victim, _ in framed] == [True] * table.locator(".matrix .victim").count()
    assert table.locator(".matrix [data-fresh]").count()


FRAMED = """() => [...document.querySelectorAll(".matrix .mini")]
  .map((one) => [Boolean(one.closest(".victim")), getComputedStyle(one)])
  .filter(([, style]) => style.outlineStyle !== "none")
  .map(([isVictim, style]) => [isVictim, style.outlineColor])"""


@pytest.mark.parametrize("size", [SIZES[2], SIZES[7]], ids=["desktop", "phone"])
def test_every_hand_is_on_the_page_so_that_its_cards_fly_from_there(table: Page, size: ViewportSize) -> None:
    match, seat = position("own turn")
    show_html(table, page_of(match, seat), size)
    drawn = "all => all.filter((one) => one.getClientRects().length).map((one) => one.dataset.id)"
    found = table.locator("[data-place][data-id^='hand:']").evaluate_all(drawn)
    assert sorted(found) == [f"hand:{number}" for number in range(match.players)]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_phone_marks_the_friends_for_whom_a_bot_plays_and_those_who_are_away(table: Page, players: int) -> None:
    match, seat = position("own turn", players)
    assert seat is not None
    other, another = (seat + 1) % players, (seat - 1) % players
    table_view = table_view_of(match, seat)
    seats = [replace(each, kind="person", bot=None) for each in table_view.table.seats]
    seats[another] = replace(seats[another], present=False)
    seats[other] = replace(seats[other], present=True, substituted_by="courtier")
    locale = Locale("en", domain=match.game)
    page = table_pages.match_page(with_table(table_view, seats=seats), locale)
    show_html(table, bytes(render(page.template, page, locale).body).decode(), SIZES[-1])
    expect(table.locator(".who .sign:visible")).to_have_count(1)
    assert table.locator(".who .seat-state .state-words").all_text_contents().count("a bot plays here") == 1
    name, sign = (table.locator(place).first.bounding_box() for place in (".who:has(.sign) h2", ".who .sign"))
    assert name is not None
    assert sign is not None
    assert sign["y"] + sign["height"] <= name["y"] + 1
    pale = table.locator(".who .pennant").evaluate_all(
        "all => all.filter(each => getComputedStyle(each).opacity < 1).length"
    )
    assert pale == (players > 2)


GUESTS = ("Convive 4512", "Convive 3307", "Convive 9023", "Convive 3308", "Convive 7781")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("height", [640, 740])
def test_a_phone_shows_the_whole_default_names_of_guests(table: Page, players: int, height: int) -> None:
    match, seat = position("own turn", players)
    html = page_of(match, seat, "fr", names=GUESTS)
    show_html(table, html, {"width": 360, "height": height})
    outside = """all => all.map(one => {
      const [name, row] = [one.querySelector('h2'), one.closest('.domain')].map(each => each.getBoundingClientRect())
      return Math.max(name.bottom - row.bottom, row.top - name.top, one.scrollWidth - one.clientWidth)
    })"""
    assert max(table.locator(".domain:not(.mine) .who").evaluate_all(outside)) <= 1


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]], ids=str)
def test_the_pennant_of_a_new_card_leaves_the_sign_of_the_family_free(table: Page, size: ViewportSize) -> None:
    show(table, position("own turn", 4), "fr", size)
    shares = """all => all.map(one => {
      const [sign, pennant] = ['.beside > .shape', '.by'].map(each => one.querySelector(each).getBoundingClientRect())
      const across = Math.max(0, Math.min(sign.right, pennant.right) - Math.max(sign.left, pennant.left))
      const down = Math.max(0, Math.min(sign.bottom, pennant.bottom) - Math.max(sign.top, pennant.top))
      return across * down / (sign.width * sign.height)
    })"""
    covered = table.locator(".mini:has(.beside)").evaluate_all(shares)
    assert len(covered) > 3
    assert max(covered) <= 0.15
