"""Long, wide and right-to-left names: they wrap or end in an ellipsis, and neither names nor other texts are cut."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import courtly
from courtly.engine.play.match import Match
from courtly.environment import environment
from courtly.tables.journal import Player, SeatKind
from courtly.teaching.course import LessonPosition, lesson_state_at
from courtly.teaching.loading import lesson_of
from courtly.text.locales import Locale
from courtly.web import waiting_pages
from courtly.web.forms import NAME_LENGTH
from courtly.web.lessons import lesson_page
from courtly.web.pages import recovery_page
from courtly.web.render import render
from tests.teaching.helpers import TAUGHT
from tests.web.courtisans_positions import position as courtisans
from tests.web.cursed_court_positions import position as cursed_court
from tests.web.helpers import page_of, table_view_of, with_table
from tests.web.monarch_positions import position as monarch
from tests.web.shown import Shown, show_html

pytestmark = pytest.mark.browser

SIZES: list[ViewportSize] = [
    {"width": 360, "height": 740},
    {"width": 1024, "height": 768},
    {"width": 1280, "height": 800},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
]
NAMES = {
    "long": (
        "Wilhelmine-Maximiliane W",
        "Anne Charlotte Lorraines",
        "Maximilianmaximiliansson",
        "Guest 7438 Guest 7439 GG",
        "Bartholomew Fortescue II",
        "Mademoiselle de Chartres",
    ),
    "emoji": tuple(sign * NAME_LENGTH for sign in "👑🦊🎲🍀🎭🐸"),
    "mixed": (
        "👑Zoë👩\u200d👩\u200d👧\u200d👦 Lőrincz 24!",
        "Z\u0351\u036b\u0343o\u0308e\u0301 \u1eb6\u0323\u0302\u0301 Ng\u0303uye\u0302\u0301n A",
        "👨\u200d👩\u200d👧👨\u200d👩\u200d👧👨\u200d👩\u200d👧👨\u200d👩",
        "שרה 👑 Anna ימי 7 🏳\ufe0f\u200d🌈",
        "กำลังใจน้ำผึ้งป่าที่นี่",
        "नमस्ते दुनिया के लोगों",
    ),
    "right to left": (
        "שושנה המלכה מירושלים הטו",
        "عبد الرحمن بن محمد القرش",
        "דוד המלך הגדול 7 מירושלי",
        "فاطمة الزهراء الأميرة ٢٤",
        "אברהם יצחק ויעקב ושרה 24",
        "محمد",
    ),
}
STATES = ("turn", "drawer", "stopped", "final")

FAULTS = r"""(names) => {
  const found = [], texts = []
  const plain = (text) => text.replace(/[\u2066-\u2069]/g, '')
  const start = (text) => [...text].slice(0, 40).join('')
  const box = (each) => each.getBoundingClientRect()
  const style = (each) => getComputedStyle(each)
  const tell = (each) => `${each.tagName}.${each.getAttribute('class')} in ${each.parentElement.closest('[id]')?.id}`
  const overlap = (a, b, space = 0) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 - space
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5
  const common = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) })
  const skipped = 'script, noscript, svg, select, textarea, .visually-hidden, .felt .first'

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const each = words.currentNode.parentElement, text = plain(words.currentNode.data.trim())
    if (!text || !each.checkVisibility({ opacityProperty: true }) || each.closest(skipped)) continue
    const range = document.createRange()
    range.selectNodeContents(words.currentNode)
    const whole = box(range)
    let [isHidden, scrolls, cut] = [false, false, null]
    let seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    for (let up = each; up && up !== document.documentElement; up = up.parentElement) {
      const of = style(up)
      if (of.clipPath !== 'none') isHidden = true
      if (/^(inline|contents)$/.test(of.display) || of.overflow === 'visible') continue
      const edge = box(up)
      isHidden ||= edge.width <= 1 || edge.height <= 1
      scrolls ||= /auto|scroll/.test(of.overflow)
      const across = whole.right > edge.right + 1 || whole.left < edge.left - 1
      const down = whole.bottom > edge.bottom + 4 || whole.top < edge.top - 4
      if (!scrolls && (across || down)) cut ??= up
      seen = common(seen, edge)
      if (of.position === 'fixed') break
    }
    if (isHidden) continue
    const name = names.find(one => text.includes(one))
    if (cut) {
      const isLine = style(cut).textOverflow === 'ellipsis' && style(cut).whiteSpaceCollapse !== 'preserve'
        && style(cut).textWrapMode === 'nowrap' && (cut === each || style(each).display === 'inline')
      if (!isLine && style(cut).webkitLineClamp === 'none') found.push(`cut: ${tell(cut)} ${start(text)}`)
      else if (name) {
        const full = cut.closest('[title]')?.title ?? ''
        if (!plain(full).includes(name)) found.push(`no title: ${tell(cut)} ${start(text)}`)
      }
    }
    const isOut = whole.right > innerWidth + 1 || whole.left < -1
    if (isOut && !scrolls && !cut) found.push(`outside: ${tell(each)} ${start(text)}`)
    for (const line of range.getClientRects()) {
      const space = line.height * 0.22
      const { left, right } = line
      const drawn = { left, right, top: line.top + space, bottom: line.bottom - space }
      const shown = common(drawn, seen)
      if (shown.right - shown.left > 2 && shown.bottom - shown.top > 2) texts.push([shown, each, start(text)])
    }
  }
  const layer = (each) => each.closest('.drawer, .go') ?? document.body
  texts.forEach(([a, one, text], at) => texts.slice(at + 1).forEach(([b, other, more]) => {
    if (one !== other && layer(one) === layer(other) && overlap(a, b)) {
      found.push(`overlap: ${tell(one)} ${text} | ${tell(other)} ${more}`)
    }
  }))
  for (const sign of document.querySelectorAll('.house .emblem')) {
    if (!sign.checkVisibility()) continue
    for (const [a, one, text] of texts) {
      if (one.closest('.tally') && !sign.parentElement.parentElement.contains(one) && overlap(a, box(sign), 1)) {
        found.push(`over an emblem: ${text}`)
      }
    }
  }
  for (const part of document.querySelectorAll('.seat > :is(.pool, .purse, .points-now, .seat-sign, .who)')) {
    const a = box(part), b = box(part.parentElement)
    const is = a.width > 1 && part.checkVisibility()
    if (is && (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1)) {
      found.push(`outside of a seat: ${tell(part)}`)
    }
  }
  for (const mark of document.querySelectorAll('.circle .first')) {
    for (const [a, one, text] of texts) {
      if (one.matches('.who') && overlap(a, box(mark))) found.push(`under the marker: ${text}`)
    }
  }
  for (const each of document.querySelectorAll('#stage, .own, .sister > header')) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (wide > 2 || high > 2) found.push(`scrolls: ${tell(each)}`)
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide')
  return [...new Set(found)]
}"""
"""Returns texts that are cut without an ellipsis, names without a title, and texts that cover each other."""


def final(match: Match) -> Shown:
    """Return the end of a match that goes on with random moves, as seat 0 sees it."""
    played, dice = match.copy(), random.Random(1)
    while not played.is_over:
        played.play(dice.choice(played.legal_moves()))
    return played, 0


@cache
def positions(game: str) -> tuple[Shown, Shown]:
    """Return a turn of the viewer and the end of a match."""
    if game == "courtisans":
        return courtisans("own turn"), courtisans("end")
    if game == "cursed_court":
        match = cursed_court("masquerade")
        return (match, match.to_move), final(match)
    return monarch("act"), final(monarch("act")[0])


def faults(page: Page, names: tuple[str, ...] = ()) -> Mapping[str, list[str]]:
    """Return the faults of the shown page at each size that has any."""
    found = {}
    for size in SIZES:
        page.set_viewport_size(size)
        found[f"{size['width']}x{size['height']}"] = page.evaluate(FAULTS, list(names))
    return {size: problems for size, problems in found.items() if problems}


def cases() -> Iterator[tuple[str, str, str]]:
    """Yield each game with each kind of names, in alternating languages."""
    for number, (game, kind) in enumerate(product(TAUGHT, NAMES)):
        yield game, kind, ("en", "fr")[number % 2]


@pytest.mark.parametrize(("game", "kind", "lang"), [*cases()])
def test_names_are_never_cut_and_cover_nothing(table: Page, game: str, kind: str, lang: str) -> None:
    found, (turn, end) = {}, positions(game)
    for state in STATES:
        html = page_of(*(end if state == "final" else turn), lang, names=NAMES[kind], is_stopped=state == "stopped")
        show_html(table, html, SIZES[0], at="#pane-table" if state == "drawer" else "")
        if problems := faults(table, NAMES[kind]):
            found[state] = problems
    assert found == {}


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_names_of_guests_are_whole_on_a_phone_in_courtisans(table: Page, lang: str) -> None:
    match = courtly.new_match("courtisans", players=5, seed=5)
    names = tuple(f"Guest {number}" for number in (1846, 4480, 7438, 9026, 8888))
    show_html(table, page_of(match, 0, lang, names=names), SIZES[0])
    headings = table.locator(".domain:not(.mine) h2")
    expect(headings).to_have_count(4)
    assert headings.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    below = """all => all.map((one) =>
      one.getBoundingClientRect().bottom - one.closest(".domain").getBoundingClientRect().bottom)"""
    assert max(headings.evaluate_all(below)) <= 1


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", TAUGHT)
def test_the_final_count_of_a_lesson_is_never_cut(table: Page, game: str, lang: str) -> None:
    lesson = lesson_of(game)
    end = lesson_state_at(lesson, LessonPosition(len(lesson.steps), len(lesson.steps[-1].moment)))
    shown = lesson_page(end, Locale(lang))
    html = bytes(render(shown.template, shown, Locale(lang, domain=game)).body).decode()
    show_html(table, html, SIZES[0], at=f"?{game}-{lang}")
    assert faults(table) == {}


def waiting_room(kind: str, lang: str) -> str:
    """Return the page of a waiting room with a free seat and a bot, as its host sees it."""
    shown, locale = table_view_of(courtly.new_match("courtisans", players=5, seed=5), 0, NAMES[kind]), Locale(lang)
    kinds: tuple[SeatKind, ...] = ("person", "person", "open", "bot", "person")
    seats = [replace(seat, kind=kind, ready=False) for seat, kind in zip(shown.table.seats, kinds, strict=True)]
    codes = {"join": "k7m2qr9xzt", "watch": "tzx9rq2m7k", "commitment": "5e" * 32}
    waiting = replace(with_table(shown, **codes, status="waiting", seats=seats), match=None)
    line = {"n": 1, "seat": 1, "phrase": None, "text": "7 minutes, please."}
    room = waiting_pages.waiting_room(waiting, locale, talk=[line], site="https://courtly.example.org")
    return bytes(render("waiting.html", room, locale).body).decode()


@pytest.mark.parametrize(("kind", "lang"), [*zip(NAMES, ("fr", "en", "fr", "en"), strict=True)])
def test_names_are_never_cut_in_the_waiting_room(table: Page, kind: str, lang: str) -> None:
    show_html(table, waiting_room(kind, lang), SIZES[0], at=f"?{kind}")
    assert faults(table, NAMES[kind]) == {}


def test_a_name_without_spaces_wraps_on_pages_outside_of_tables(table: Page) -> None:
    name, locale = "W" * NAME_LENGTH, Locale("en")
    page = recovery_page(Player("id", name, "wine", environment().now()), None, locale, url="/recover/k7m2qr9xzt")
    show_html(table, bytes(render("recover.html", page, locale).body).decode(), SIZES[0])
    assert faults(table, (name,)) == {}


def test_the_waiting_room_shows_the_whole_code_to_scan(table: Page) -> None:
    show_html(table, waiting_room("long", "en"), SIZES[0])
    table.evaluate("document.querySelector('#more-links').open = true")
    for size in SIZES:
        table.set_viewport_size(size)
        code = table.locator(".qr svg")
        if size["width"] <= 700:
            code.scroll_into_view_if_needed()
        expect(code).to_be_in_viewport(ratio=1)
        # The element at each corner is the code itself, so nothing covers it.
        corners = """code => [[0.02, 0.02], [0.98, 0.02], [0.02, 0.98], [0.98, 0.98]].every(([x, y]) => {
          const box = code.getBoundingClientRect()
          return code.contains(document.elementFromPoint(box.x + box.width * x, box.y + box.height * y))
        })"""
        assert code.evaluate(corners), size
