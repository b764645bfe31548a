"""The table of Cursed Court in a browser at all sizes: nothing scrolls, overlaps, is cut off, or too small to touch."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import courtly
from courtly.engine.play.match import Match
from tests.web.browser import DESKTOP, PHONE, overflow, violations
from tests.web.cursed_court_positions import COINLESS, KINDS, STAKED, VARIANTS, own_turns, position
from tests.web.helpers import page_of
from tests.web.shown import SIZES, Theme, resize, show, show_html, window

pytestmark = pytest.mark.browser

TIGHT = ((1366, 640), (1024, 768), (390, 664), (360, 740))
"""Sizes at which every kind of position is tested. At the other sizes, every second kind is tested."""


PROBLEMS = """() => {
  const found = []
  const box = (each) => each.getBoundingClientRect()
  const all = (query) => [...document.querySelectorAll(query)].filter(each =>
    each.checkVisibility() && box(each).width > 1 && !each.closest('.visually-hidden, [popover]'))
  const name = (each) => `${each.tagName}.${each.getAttribute('class')} ${each.textContent.trim().slice(0, 30)}`
  const tell = (what, each, ...figures) => found.push(`${what}: ${name(each)} ${figures.map(Math.round)}`)
  const pairs = (list) => list.forEach((one, i) => list.slice(i + 1).forEach(other => {
    if (one.contains(other) || other.contains(one)) return
    const a = box(one), b = box(other)
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (across > 1.5 && down > 1.5) found.push(`overlap: ${name(one)} | ${name(other)}`)
  }))
  const frames = '#stage, #tray, .caption-bar, .felt, .court, .calendar, .ring, .ring-counted, .count-scene, .dial'
  for (const each of [document.documentElement, ...all(frames)]) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (wide > 1 || high > 1) tell('scrolls', each, wide, high)
  }
  for (const each of all('.facts b')) if (box(each).height > 22) tell('two lines', each, box(each).height)
  const seasons = [...document.querySelectorAll('.season')]
  if (all('.calendar').length && seasons.length !== all('.season').length) found.push('no season')
  const isScene = document.querySelector('.count-scene:target')
  pairs(all('.bar, #stage, .caption-bar, #tray'))
  pairs(all('.title, .facts, .tool'))
  if (!isScene) {
    pairs(all('.circle .seat, .region'))
    pairs(all('.gap .playing, .region, .circle .seat > :not(.ask-seat, .first)'))
    const isWide = (one) => innerWidth > 900 || !one.matches('.court, .back')
    pairs(all('.circle .seat, .gap .shared, .court, .gap .playing.back').filter(isWide))
    pairs(all('.seasons, .counted, .sits-out, .deck, .funnel'))
    pairs(all('.season > *'))
    for (const seat of all('.circle .seat')) {
      pairs([...seat.children].filter(each => !each.matches('.first, .ask-seat, .visually-hidden')
        && each.checkVisibility()))
    }
    for (const tile of all('.tile')) {
      const a = box(tile)
      for (const part of tile.querySelectorAll('.sign, .odds, .stake, .pips')) {
        const b = box(part)
        const over = [a.left - b.left, b.right - a.right, a.top - b.top, b.bottom - a.bottom]
        if (b.width && Math.max(...over) > 1.5) tell('outside', part, ...over)
      }
    }
  } else {
    pairs(all('.back-to, .count-scene h2, .year-cards, .year-seat'))
    pairs(all('.year-seat li > *'))
  }
  const dial = document.querySelector('.dial')
  if (dial && getComputedStyle(dial).position === 'fixed') {
    pairs([dial, ...all('.circle .seat, .me, .gap .playing, .waits, .bar, .caption-bar')])
    const b = box(dial)
    if (b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight) tell('outside', dial)
  }
  pairs(all('.me > *'))
  pairs(all('.me, .abouts, .prompt, .bets > button,'
    + ' .turn-buttons .b, .slide > *, .means, .marks > *, .exact > *, .dial-of'))
  const whole = '.tile .name, .markup, .bets > button, .b, .caption, .prompt, .means, .slide .primary, .facts p'
  for (const each of all(whole + ', .counted, .back-to, .who-scored, .sum, .season .what, .season .when')) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (getComputedStyle(each).display !== 'inline' && (wide > 1.5 || high > 3)) tell('cut', each, wide, high)
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const each = words.currentNode.parentElement
    const size = parseFloat(getComputedStyle(each).fontSize)
    const isRead = words.currentNode.textContent.trim() && each.checkVisibility()
    if (isRead && size && size < 12 && !each.closest('svg, script, .visually-hidden')) tell('tiny', each, size)
  }
  if (innerWidth <= 700) {
    for (const each of all('.region:has(input) > .tile')) {
      const { width, height } = box(each)
      if (width < 58 || height < 44) tell('too small to touch', each, width, height)
    }
    for (const each of all('.tool, .bets > button, .marks > *, .slide button, .range input,'
      + ' .turn-buttons .b, .back-to')) {
      const { width, height } = box(each)
      if (Math.min(width, height) < 47.5) tell('too small to touch', each, width, height)
    }
  }
  return found
}"""


def audience(name: str, match: Match) -> int | None:
    """Return the viewer of a position: the seat to move, the seat after it, or None for a spectator."""
    assert match.to_move is not None
    return {"mover": match.to_move, "other": (match.to_move + 1) % match.players, "nobody": None}[KINDS[name].sees]


def show_kind(page: Page, name: str, lang: str, size: ViewportSize) -> None:
    """Show a position of this kind; in French, with the dark theme."""
    match = position(name)
    theme: Theme = "dark" if lang == "fr" else "light"
    show(page, (match, audience(name, match)), lang, size, theme, at=f"?{name}-{lang}{KINDS[name].part}")
    page.evaluate("document.querySelectorAll('.step').forEach(one => one.hidden = false)")


@pytest.mark.parametrize("name", KINDS)
def test_nothing_scrolls_overlaps_or_is_cut_off(table: Page, name: str) -> None:
    found = {}
    for number, size in enumerate(SIZES, list(KINDS).index(name)):
        if number % 2 and (size["width"], size["height"]) not in TIGHT:
            continue
        lang = ("en", "fr")[number // 2 % 2]
        show_kind(table, name, lang, size)
        found[f"{size['width']}x{size['height']} {lang}"] = table.evaluate(PROBLEMS)
    assert {case: problems for case, problems in found.items() if problems} == {}


def first_of_year(year: int, how: str) -> Match:
    """Return a position at the beginning of a year of The Court Remembers, when seat 0 bets."""
    match, dice = courtly.new_match("cursed_court", players=4, seed=3, court_remembers=how), random.Random(3)
    while (match.view()["year"], match.view()["phase"], match.to_move) != (year, "bet", 0):
        match.play(dice.choice(match.legal_moves()))
    return match


@pytest.mark.parametrize("how", ["open", "hidden"])
@pytest.mark.parametrize("year", [2, 3])
def test_the_seasons_are_whole_and_cards_that_sit_out_are_labelled(table: Page, how: str, year: int) -> None:
    for size in SIZES:
        for lang, label in (("en", r"^(Sitting )?out$"), ("fr", r"^(Hors du jeu|hors)$")):
            show(table, (first_of_year(year, how), 0), lang, size, at=f"?{how}-{year}-{lang}")
            assert table.evaluate(PROBLEMS) == []
            if table.locator(".calendar").is_visible():
                shown = (
                    table.locator(".sits-out")
                    .get_by_text(re.compile(label, re.IGNORECASE))
                    .evaluate_all("all => all.filter((one) => one.checkVisibility() && one.offsetWidth > 1).length")
                )
                assert shown == 1


SMALLEST = """() => {
  const height = (one) => one.getBoundingClientRect().height
  const least = (query) => Math.min(...[...document.querySelectorAll(query)].map(height))
  const texts = [...document.querySelectorAll('.stage *, .caption-bar *, .tray *')].filter((one) =>
    !one.closest('svg, .visually-hidden, [popover], .count-scene') && one.checkVisibility()
    && [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
  return [Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize))), least('.stake .crown'),
    least('.set .glyph') / least('.set .tile'), parseFloat(getComputedStyle(document.querySelector('.odds')).fontSize)]
}"""
"""Returns the smallest text, the smallest bet crown, the share of a shape in its tile, and the text of chances."""


@pytest.mark.parametrize("name", ["four stake", "six bet", "masquerade"])
def test_cards_crowns_and_texts_use_the_room_of_a_large_desktop(table: Page, name: str) -> None:
    show_kind(table, name, "en", SIZES[3])
    text, crown, shape, odds = table.evaluate(SMALLEST)
    assert text >= 13
    assert crown >= 44
    assert shape > 0.42
    assert odds >= 18


@pytest.mark.parametrize("name", ["war", "masquerade", "counted"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1600, 900), (2560, 1440)])
def test_nothing_overlaps_in_large_windows(table: Page, name: str, width: int, height: int) -> None:
    show_kind(table, name, "fr", {"width": width, "height": height})
    assert table.evaluate(PROBLEMS) == []


@pytest.mark.parametrize(("name", "size"), [("counted", SIZES[-1]), ("counted", SIZES[-3])])
def test_the_count_of_a_year_names_the_region_of_each_crown_on_a_phone(
    table: Page, name: str, size: ViewportSize
) -> None:
    show_kind(table, name, "en", size)
    named = table.locator(".count-scene li .what > span").evaluate_all("all => all.map((one) => one.offsetWidth > 20)")
    assert len(named) == 24
    assert all(named)


def show_count(page: Page, players: int, size: ViewportSize, lang: str = "en", seed: int = 3) -> None:
    """Show the count of the first year."""
    match, dice = courtly.new_match("cursed_court", players=players, seed=seed), random.Random(seed)
    while match.view()["year"] == 1:
        match.play(dice.choice(match.legal_moves()))
    show(page, (match, 0), lang, size, at=f"?{players}-{lang}-{seed}#count")


UNUSED = """() => {
  const box = (one) => one.getBoundingClientRect()
  const scene = box(document.querySelector('.count-scene'))
  const seats = [...document.querySelectorAll('.year-seat')].map(box)
  const bottom = Math.max(...seats.map((one) => one.bottom)), last = seats.filter((one) => one.bottom > bottom - 1)
  const size = parseFloat(getComputedStyle(document.querySelector('.count-scene li')).fontSize)
  return [scene.bottom - bottom, scene.right - Math.max(...last.map((one) => one.right)), scene.height / size]
}"""
"""Returns the space below and to the right of the last seats, and the height of the count in lines of its type."""


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_count_of_a_year_fills_a_desktop(table: Page, players: int) -> None:
    for size in (SIZES[0], SIZES[3]):
        for lang in ("en", "fr"):
            show_count(table, players, size, lang)
            assert table.evaluate(PROBLEMS) == []
            below, right, lines = table.evaluate(UNUSED)
            assert max(below, right) < 16
            assert lines < 41


LONG_REASONS = (2, 3, 13)
"""Seeds of years in which many crowns miss several nobles."""


@pytest.mark.parametrize(("players", "height"), [(3, 664), (4, 740), (5, 844), (6, 844)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_count_of_a_year_gives_reasons_and_totals_on_a_phone(
    table: Page, players: int, height: int, lang: str
) -> None:
    for seed in LONG_REASONS:
        show_count(table, players, {"width": 390, "height": height}, lang, seed)
        told = table.locator(".count-scene :is(.why, .after)")
        assert told.count() == 5 * players
        assert told.evaluate_all("all => all.filter(each => !each.offsetWidth).map(each => each.outerHTML)") == []
        assert table.locator(".count-scene").evaluate("count => count.scrollHeight - count.clientHeight") == 0


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_count_of_a_year_with_many_players_ends_above_the_caption_of_a_small_phone(
    table: Page, players: int, lang: str
) -> None:
    for seed in LONG_REASONS:
        show_count(table, players, PHONE, lang, seed)
        assert table.evaluate(PROBLEMS) == []


CUT_NAMES = """() => [...document.querySelectorAll('.circle .who, .shared')].filter((one) => one.checkVisibility()
  && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)
).map((one) => one.textContent)"""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_name_is_cut_next_to_an_open_drawer(table: Page, lang: str) -> None:
    show_kind(table, "six bet", lang, SIZES[0])
    table.evaluate("location.hash = '#pane-rules'")
    assert table.evaluate(CUT_NAMES) == []


HEIGHTS = """() => {
  const height = () => document.querySelector('#stage').offsetHeight, found = [height()]
  for (const one of document.querySelectorAll('.region > input')) {
    if (innerWidth <= 700 && !one.matches('.closed *')) continue
    one.checked = true
    found.push(height())
    one.checked = false
  }
  document.querySelector('#asked, #caption').innerHTML = 'Égalité<br>Égalité'
  return [...new Set([...found, height()])]
}"""
"""Returns the heights of the stage while each region (on a phone: each closed one) is selected, and with two lines of
caption."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["six bet", "watching", "masquerade"])
def test_neither_texts_on_a_region_nor_a_message_of_two_lines_move_the_board(table: Page, name: str, lang: str) -> None:
    show_kind(table, name, lang, SIZES[0])
    for size in SIZES:
        resize(table, size)
        assert len(table.evaluate(HEIGHTS)) == 1, size


COVERED_FIGURES = """() => {
  const shown = (query) => [...document.querySelectorAll(query)].filter((one) => one.checkVisibility())
  const found = []
  for (const figure of shown('.stake .coin, .rank, .deck b, .circle .coin, .circle .points-now b')) {
    const a = figure.getBoundingClientRect()
    for (const tag of shown('.pip, .circle .first, .stake .crown, .rank, .out-brief')) {
      const b = tag.getBoundingClientRect(), [own, other] = [figure, tag].map((one) => one.closest('.stake'))
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      const isBelow = own && other && own.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING
      if (own && own === other || isBelow || figure === tag || across < 3 || down < 3) continue
      found.push(`${figure.className} ${figure.textContent}: ${tag.getAttribute('class')} ${across}x${down}`)
    }
  }
  return found
}"""
"""Returns the figures that a tag covers."""


def late_positions(**options: bool) -> list[Match]:
    """Return positions at the end of the third year of matches with six players."""
    found = list[Match]()
    for seed in (3, 4, 5):
        match, dice, last = courtly.new_match("cursed_court", players=6, seed=seed, **options), random.Random(seed), ""
        while not match.is_over:
            view = match.view(None)
            if view["year"] == 3 and view["season"] != last and view["to_move"] is not None:
                found.append(match.copy())
                last = view["season"]
            moves = match.legal_moves()
            match.play(dice.choice(moves[:8] if view["phase"] == "stake" else moves))
        found.append(match.at(len(match.moves) - 2))
    return found


@pytest.mark.parametrize("coinless", [False, True])
def test_no_tag_covers_a_figure_on_a_phone_late_in_the_third_year(table: Page, *, coinless: bool) -> None:
    for number, match in enumerate(late_positions(coinless=coinless)):
        show(table, (match, match.to_move), ("en", "fr")[number % 2], PHONE, at=f"?{coinless}-{number}")
        assert table.evaluate(COVERED_FIGURES) == [], number
        resize(table, SIZES[5])
        assert table.evaluate(COVERED_FIGURES) == [], number


AVERAGES = """() => [...document.querySelectorAll('.tile')].map((tile) => {
  const [average] = [...tile.querySelectorAll('.average')].filter((one) => one.checkVisibility());
  const crowns = [...tile.querySelectorAll('.stake')].map((one) => one.getBoundingClientRect());
  const box = average?.getBoundingClientRect();
  const over = box && crowns.some((one) => Math.min(one.right, box.right) - Math.max(one.left, box.left) > 0.5
    && Math.min(one.bottom, box.bottom) - Math.max(one.top, box.top) > 0.5);
  const cut = box && box.right > tile.getBoundingClientRect().right;
  const id = `${tile.textContent.trim().slice(0, 60)} ${box?.right ?? 0} ${crowns[0]?.left}`;
  return { id, isShown: Boolean(box), isFree: crowns.length === 0, isBad: Boolean(over || cut) };
})"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("pane", ["", "#pane-rules"])
def test_every_region_shows_its_average_points_and_no_crown_covers_them(table: Page, lang: str, pane: str) -> None:
    show_kind(table, "six bet", lang, SIZES[0])
    table.evaluate("pane => { location.hash = pane; }", pane)
    for size in SIZES if not pane else SIZES[:2]:
        resize(table, size)
        regions = table.evaluate(AVERAGES)
        assert [one["id"] for one in regions if one["isBad"]] == [], size
        has_space = not (pane and size["height"] < 700)
        assert all(one["isShown"] for one in regions if one["isFree"] or has_space), size
        assert len(regions) == 27


def test_the_crown_of_a_draft_leaves_the_coins_and_the_average_readable(table: Page) -> None:
    for size in SIZES:
        show_kind(table, "war", "en", size)
        place = table.locator(".held.waits")
        laid, coin = (place.locator(one).bounding_box() for one in (".laid", ".coin"))
        assert laid is not None
        assert coin is not None
        assert laid["x"] + laid["width"] <= coin["x"] + coin["width"] / 4, size
        assert [one["id"] for one in table.evaluate(AVERAGES) if one["isBad"]] == [], size


@pytest.mark.parametrize("pane", ["", "#pane-rules"])
def test_the_number_of_cards_in_the_deck_stays_next_to_an_open_drawer(table: Page, pane: str) -> None:
    show_kind(table, "six bet", "en", SIZES[0])
    table.evaluate("pane => { location.hash = pane; }", pane)
    assert table.locator(".deck .words").is_visible()
    assert table.evaluate(
        "document.querySelector('.calendar').scrollWidth <= document.querySelector('.calendar').clientWidth"
    )


def test_the_first_wager_marker_does_not_change_the_height_of_the_tray(table: Page) -> None:
    heights = set[float]()
    match = courtly.new_match("cursed_court", players=3, seed=1)
    for seat in range(3):
        show(table, (match, seat), "en", SIZES[0])
        table.evaluate("document.querySelectorAll('.bets, .prompt').forEach(one => one.remove())")
        heights |= {table.locator("#tray").evaluate("tray => tray.getBoundingClientRect().height")}
    assert len(heights) == 1


def test_a_phone_shows_who_holds_the_first_wager_marker_in_the_own_tray(table: Page) -> None:
    match = courtly.new_match("cursed_court", players=3, seed=1)
    for seat in range(3):
        show(table, (match, seat), "en", PHONE)
        marker = table.locator("#tray .first")
        assert marker.count() == (seat == match.to_move)
        if marker.count():
            assert marker.is_visible()
            assert marker.evaluate("({ scrollWidth, clientWidth }) => scrollWidth - clientWidth") <= 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_light_outline_shows_the_crowns_of_the_own_hand(table: Page, size: ViewportSize) -> None:
    show(table, (courtly.new_match("cursed_court", players=3, seed=1), 0), "en", size)
    where = ".me .pool .crown" if size is PHONE else ":is(.seat, .me) .pool .crown"
    outlines = table.locator(where).evaluate_all(
        """all => all.map((one) => {
          const { stroke, strokeWidth } = getComputedStyle(one.querySelector('.body'))
          return [stroke, (parseFloat(strokeWidth) / 2) * (one.getBoundingClientRect().width / 64)]
        })"""
    )
    assert len(outlines) >= 4
    assert {colour for colour, _ in outlines} == {"rgb(253, 246, 230)"}
    assert min(pixels for _, pixels in outlines) >= 1


@pytest.mark.parametrize(("width", "height"), [(683, 384), (800, 450)])
def test_a_window_at_200_percent_zoom_scrolls_and_hides_nothing(table: Page, width: int, height: int) -> None:
    match = position("three bet")
    show(table, (match, match.to_move), "en", {"width": width, "height": height}, "dark")
    table.locator(".region > input").last.evaluate("radio => (radio.checked = true)")
    for part in (".season", ".deck", ".funnel", ".me", ".bets button"):
        for one in table.locator(part).all():
            one.scroll_into_view_if_needed()
            assert one.evaluate(
                """one => {
                  const { left, top, width, height } = one.getBoundingClientRect()
                  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
                }"""
            ), part


def test_the_crowns_of_a_player_stay_in_the_box_next_to_an_open_drawer(table: Page) -> None:
    show(table, (courtly.new_match("cursed_court", players=3, seed=1), 0), "en", SIZES[0], at="#pane-rules")
    found = table.locator(".circle .seat .pool").evaluate_all(
        """pools => pools.map((pool) => pool.closest('.seat').getBoundingClientRect().right
          - pool.lastElementChild.getBoundingClientRect().right)"""
    )
    assert len(found) == 2
    assert min(found) >= 6


@pytest.mark.parametrize("players", [3, 6])
def test_the_clues_on_a_player_leave_the_own_name_and_points_visible(table: Page, players: int) -> None:
    kind = {3: "three bet", 6: "six bet"}[players]
    show_kind(table, kind, "en", SIZES[0])
    for number in range(players - 1):
        button = table.locator(".circle .ask-seat").nth(number)
        button.click()
        clues, me = (table.locator(each).bounding_box() for each in (".clues:popover-open", ".me"))
        assert clues is not None
        assert me is not None
        assert clues["y"] + clues["height"] <= me["y"]
        assert table.locator(".clues:popover-open h3").inner_text().endswith("points")
        table.keyboard.press("Escape")


SHADOW = "one => getComputedStyle(one).boxShadow"


def test_a_region_under_a_resting_mouse_is_marked_only_while_the_next_press_chooses_it(table: Page) -> None:
    match = courtly.new_match("cursed_court", players=3, seed=1)
    shadows = []
    for seat in range(3):
        show(table, (match, seat), "en", SIZES[0])
        table.locator("#at-region-feast label").hover()
        hovered, other = (table.locator(f"#at-region-{one} label").evaluate(SHADOW) for one in ("feast", "duel"))
        shadows.append((seat == match.to_move, hovered != other))
        table.evaluate("document.querySelector('#coach').hidden = false")
        assert table.locator("#at-region-feast label").evaluate(SHADOW) == other
    assert all(may_choose == is_marked for may_choose, is_marked in shadows)
    assert len(set(shadows)) == 2


def test_the_legend_explains_every_sign_of_the_table(table: Page) -> None:
    show_kind(table, "six bet", "en", SIZES[0])
    legend = table.locator("#numbers")
    for sign in (".dot.seen", ".dot.known", ".dot.missing", ".pip:not(.known)", ".pip.known", ".coin.bound", ".glows"):
        assert legend.locator(sign).count() == 1, sign
    for term in ("hole cards", "tableau", "first wager"):
        assert legend.locator("dt", has_text=term).count() == 1, term


def test_during_the_count_of_a_year_the_page_asks_nothing_and_offers_to_go_on(table: Page) -> None:
    show_kind(table, "counted", "en", SIZES[0])
    assert table.locator(".back-to").inner_text() == "Back to the board"
    table.evaluate("document.querySelector('.count-scene').classList.add('is-played')")
    assert table.locator(".back-to").inner_text() == "Go on"
    assert (
        table.locator(".prompt").evaluate_all(
            "all => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).length"
        )
        == 0
    )
    sums = table.locator(".year-seat header").evaluate_all("all => all.map((one) => one.innerText.split('\\n').pop())")
    assert all(" total " in one for one in sums), sums


OUTSIDE = """query => [...document.querySelectorAll(query)].filter((one) => {
  const around = one.parentElement.closest('label, section, details');
  const [inner, outer] = [one, around].map((each) => each.getBoundingClientRect());
  return inner.width > 0 && (inner.left < outer.left || inner.right > outer.right + 1);
}).map((one) => one.textContent)"""


def test_a_copy_of_the_last_crown_in_a_draft_does_not_cover_the_other_crowns(table: Page) -> None:
    show(table, (courtly.new_match("cursed_court", players=3, seed=1), 0), "en", {"width": 390, "height": 740})
    pool = table.locator(".me .pool")
    pool.evaluate("pool => pool.before(pool.cloneNode(true))")
    assert pool.evaluate_all("all => all.filter(each => each.checkVisibility()).length") == 1


@pytest.mark.parametrize("width", [360, 390, 1366])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_names_of_the_filter_fit_on_their_buttons(table: Page, lang: str, width: int) -> None:
    show(table, (position("three bet"), 0), lang, {"width": width, "height": 740})
    table.evaluate("document.querySelector('#filter').showPopover()")
    assert table.locator("#filter label:visible").count() == 10
    assert table.evaluate(OUTSIDE, "#filter span") == []


@pytest.mark.parametrize("players", [3, 6])
def test_the_cards_of_a_year_fit_into_the_final_page_of_a_phone(table: Page, players: int) -> None:
    match = courtly.new_match("cursed_court", players=players, years=1, seed=3)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    show(table, (match, 0), "en", {"width": 360, "height": 740})
    table.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert table.locator(".year-cards .playing:visible").count() > players
    assert table.evaluate(OUTSIDE, ".year-cards .playing") == []


COVERED = """() => [...document.querySelectorAll('[data-place][data-id^="hand:"]')].map(place => {
  const box = (each) => each.getBoundingClientRect()
  const [whole, purse, pool] = [place, place.querySelector('.purse .coin'), place.querySelector('.pool')].map(box)
  const middle = [whole.x + whole.width / 2, whole.y + whole.height / 2]
  const across = pool.width / 2 + purse.width / 2 - Math.abs(middle[0] - purse.x - purse.width / 2)
  const down = pool.height / 2 + purse.height / 2 - Math.abs(middle[1] - purse.y - purse.height / 2)
  return Math.max(0, Math.min(across / purse.width, down / purse.height))
})"""
"""The part of each counter of coins that is under crowns in the middle of the player's place."""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (360, 740), (390, 664), (390, 844)])
def test_pieces_that_fly_to_a_player_do_not_cover_the_number_of_coins(table: Page, width: int, height: int) -> None:
    show_kind(table, "three bet", "en", {"width": width, "height": height})
    covered = table.evaluate(COVERED)
    assert len(covered) == 3
    assert max(covered) < 0.25, covered


@pytest.mark.parametrize(("lang", "name"), [("en", "Bet 0"), ("fr", "Miser 0"), ("de", "Bet 0")])
def test_the_accessible_name_of_the_gold_button_has_the_coins(table: Page, lang: str, name: str) -> None:
    show_kind(table, "four stake", lang, PHONE)
    tree = table.context.new_cdp_session(table).send("Accessibility.getFullAXTree")["nodes"]
    assert name in [one["name"]["value"] for one in tree if one.get("role", {}).get("value") == "button"]


@pytest.mark.parametrize("has_odds", [True, False])
@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_the_cards_of_each_noble_and_of_the_deck(table: Page, width: int, has_odds: bool) -> None:
    match = position("three bet")
    show(table, (match, 0), "en", {"width": width, "height": 740})
    if not has_odds:
        table.locator(".odds").evaluate_all("all => all.forEach((one) => (one.hidden = true))")
    pips = table.locator(".of-noble .pips")
    assert pips.locator("visible=true").count() == pips.count() > 0
    assert table.locator(".deck b").inner_text() == str(match.view(0)["deck"])
    assert table.evaluate(PROBLEMS) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_both_buttons_for_a_crown_fit_a_low_phone(table: Page, lang: str) -> None:
    show_kind(table, "masquerade", lang, PHONE)
    table.locator(".region > input").last.evaluate("radio => (radio.checked = true)")
    assert table.evaluate(PROBLEMS) == []
    assert table.locator("#funnel").is_visible()
    buttons = table.locator("#bets button")
    assert buttons.evaluate_all("all => all.map((one) => one.offsetHeight)") == [48, 48]
    assert len(set(buttons.evaluate_all("all => all.map((one) => getComputedStyle(one).fontWeight)"))) == 1


GUESTS = ("Camille", "Convive 9473", "Convive 1207", "Aldric", "Mélisande", "Convive 555")

CUT = """all => all.filter((one) => {
  const { left, right } = one.parentElement.getBoundingClientRect(), box = one.getBoundingClientRect()
  const isCut = one.scrollWidth - one.clientWidth > 1 || one.scrollHeight - one.clientHeight > 3
  return box.left < left - 1 || box.right > right + 1 || (getComputedStyle(one).overflow === 'hidden' && isCut)
}).map((one) => one.textContent)"""
"""Returns the texts of elements that are cut off, or wider than their parents."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("width", [360, 390])
def test_the_names_of_six_players_fit_above_their_totals(table: Page, width: int, lang: str) -> None:
    match = own_turns(6, {"years": 1})["end"]
    show_html(table, page_of(match, 2, lang, names=GUESTS), {"width": width, "height": 740})
    assert table.locator(".years :is(.who, .mark)").evaluate_all(CUT) == []


def test_the_secondary_buttons_of_the_end_have_one_outline(table: Page) -> None:
    show(table, (own_turns(3, {"years": 1})["end"], 0), "en", PHONE)
    borders = table.locator(".ending .secondary").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).borderWidth)"
    )
    assert set(borders) == {"0px"}


@pytest.mark.parametrize("name", ["three bet", "four stake"])
def test_the_name_of_a_guest_is_readable_on_a_small_phone(table: Page, name: str) -> None:
    show_html(table, page_of(position(name), 0, "fr", names=("Camille", *["Convive 9473"] * 3)), PHONE)
    assert table.locator(".circle .who").evaluate_all(CUT) == []
    assert table.evaluate(PROBLEMS) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_no_page_of_a_match_without_script_is_wider_than_the_window(chromium: Browser, name: str) -> None:
    variant = VARIANTS[name]
    wide = dict[str, int]()
    with window(chromium, has_script=False) as page:
        for moment, match in own_turns(variant.players, variant.options).items():
            html = page_of(match, 0, variant.lang, names=variant.names)
            show_html(page, html, PHONE if variant.on_phone else DESKTOP)
            wide[moment] = overflow(page)
    assert {moment: pixels for moment, pixels in wide.items() if pixels > 0} == {}


@pytest.mark.parametrize(
    ("size", "players", "options"),
    [(PHONE, 6, STAKED), (DESKTOP, 3, STAKED), (DESKTOP, 4, COINLESS)],
    ids=["phone", "desktop", "desktop-coinless"],
)
def test_axe_finds_no_violations_between_years_and_at_the_end(
    table: Page, size: ViewportSize, players: int, options: dict[str, str | int | bool]
) -> None:
    turns = own_turns(players, options)
    counted = turns.get("rebuy in year 1", turns["bet in year 2"])
    found = dict[str, list[str]]()
    for theme in THEMES:
        for name, match, at in (
            ("count", counted, ""),
            ("scene", turns["bet in year 2"], "#count"),
            ("end", turns["end"], ""),
        ):
            show(table, (match, 0), "en", size, theme, at=f"?{name}-{theme}{at}")
            assert table.locator(".year-count").count()
            found[f"{name}, {theme}"] = violations(table)
    assert {name: problems for name, problems in found.items() if problems} == {}


THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.mark.parametrize("size", [(683, 384), (844, 390)], ids=str)
def test_a_low_window_shows_the_question_and_the_buttons(table: Page, size: tuple[int, int]) -> None:
    show(table, (position("four stake"), position("four stake").to_move), "fr", {"width": size[0], "height": size[1]})
    table.evaluate("document.querySelector('#confirm').hidden = false")
    for end in (0, 9999):
        table.evaluate("end => scrollTo(0, end)", end)
        for part in (".caption-bar", "#confirm", ".me, .dial"):
            expect(table.locator(part).locator("visible=true").first).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("size", [(740, 360), (844, 390)], ids=str)
def test_a_phone_held_sideways_shows_the_whole_result_of_a_year(
    table: Page, size: tuple[int, int], players: int
) -> None:
    match = own_turns(players, {"years": 2})["stake in year 2"]
    show(table, (match, 0), "fr", {"width": size[0], "height": size[1]})
    table.evaluate("document.querySelector('.count-scene').classList.add('is-played')")
    for part in (".back-to", ".count-scene .year-seat:last-child"):
        expect(table.locator(part)).to_be_in_viewport(ratio=0.99)
    assert table.evaluate("document.documentElement.scrollHeight") <= size[1]


IN_THE_DIAL = """() => {
  const seen = '.slide > *, .marks > *, .hintb, #undo, #confirm'
  const boxes = [...document.querySelectorAll(seen)].filter(each => each.checkVisibility() && each.offsetWidth > 1)
    .map(each => ({ each, box: each.getBoundingClientRect() }))
  const overlaps = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  const pairs = boxes.flatMap((one, i) => boxes.slice(i + 1).filter(other => overlaps(one.box, other.box))
    .map(other => `${one.each.textContent.trim()} | ${other.each.textContent.trim()}`))
  const outside = boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
  const cut = [...document.querySelectorAll('.markup, .slide .primary')]
    .filter(each => each.scrollWidth - each.clientWidth > 1.5)
  return [...pairs, ...outside.map(({ each }) => `outside: ${each.textContent.trim()}`),
    ...cut.map(each => `cut: ${each.textContent.trim()}`)]
}"""


@pytest.mark.parametrize("name", ["four stake", "six stake", "war", "chips"])
@pytest.mark.parametrize("size", [(740, 360), (844, 390), (932, 430)], ids=str)
def test_the_dial_of_a_phone_held_sideways_has_room(table: Page, size: tuple[int, int], name: str) -> None:
    for lang in ("en", "fr"):
        show_kind(table, name, lang, {"width": size[0], "height": size[1]})
        table.evaluate("document.querySelectorAll('#undo, .hintb').forEach(one => one.hidden = false)")
        rail = table.locator(".range").bounding_box()
        assert rail is not None
        assert rail["width"] >= 90
        assert table.evaluate(IN_THE_DIAL) == [], lang
