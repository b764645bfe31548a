"""The table of Monarch in a real browser at every size: full courts, nothing that overlaps, scrolls or is cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

import courtly
from courtly.engine.play.match import Match
from courtly.scene.parts import folder
from courtly.web.render import STATIC
from tests.games.monarch.builders import begin, poked, run
from tests.web.helpers import page_of

pytestmark = pytest.mark.browser

SIZES: list[ViewportSize] = [
    {"width": 1366, "height": 768},
    {"width": 1366, "height": 640},
    {"width": 390, "height": 664},
    {"width": 360, "height": 740},
]
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
TOP = "insistent-peddler stone-bridge war-falcon scholars-robe golden-orchard raiders-moon"
COURTS = [
    "tiger-pelt toll-drum fireworks captain-of-the-gate patchwork-cloak royal-strongbox peacock-mantle",
    "pure-white-stag beastkeeper gazing-glass vine-diadem horn-of-plenty plough-oxen",
    "astronomer court-composer storm-charger dawn-vanguard precious-comb",
    "keeper-of-ledgers old-nurse court-jester mistress-of-hives deep-larder harvest-parade twilight-foxes",
]
GUESTS = ["weepy-poet", "know-all-cousin thundering-braggart", "bottomless-baron", "fault-finding-aunt"]
SCENES: dict[str, tuple[int | None, tuple[str, ...]]] = {
    "act": (0, ()),
    "income had": (0, ("fly banner-of-might", "harvest")),
    "place": (0, ("buy war-falcon",)),
    "build": (0, ("buy stone-bridge",)),
    "send": (0, ("buy insistent-peddler",)),
    "pledge": (1, ("buy insistent-peddler", "send 1", "pledge 2")),
    "onlooker": (None, ()),
}
"""Who looks, and what was played before."""

Shown = tuple[Match, int | None]


@cache
def position(name: str) -> Shown:
    """Return a position of four sisters with full purses, courts and guests, and who looks at it."""
    seat, moves = SCENES[name]
    match = begin(4, TOP, layout="vvvvvffff", max_rounds=1)
    rich = poked(match, gold=[19, 14, 3, 27], food=[16, 14, 9, 15], courts=COURTS, guests=GUESTS)
    return run(rich, *moves), seat


def static(path: str) -> Path:
    """Return the file behind the address of a static file."""
    game, _, inside = path.removeprefix("/static/").partition("/")
    return folder(game, "static") / inside if inside and game in courtly.game_names() else STATIC / game / inside


def answer(route: Route, html: str) -> None:
    """Answer a request of the page as the server would, but that script stays away."""
    path = urlparse(route.request.url).path
    if path == "/":
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
    elif Path(path).suffix in TYPES:
        route.fulfill(body=static(path).read_bytes(), content_type=TYPES[Path(path).suffix])
    else:
        route.abort()


@pytest.fixture(scope="module")
def table(chromium: Browser) -> Iterator[Page]:
    """A window in which positions can be shown."""
    context = chromium.new_context(reduced_motion="reduce", java_script_enabled=False)
    yield context.new_page()
    context.close()


def show(page: Page, shown: Shown, lang: str, size: ViewportSize) -> None:
    """Show a position, dark in French."""
    html = page_of(*shown, lang)
    page.unroute("**/*")
    page.route("**/*", lambda route: answer(route, html))
    page.set_viewport_size(size)
    page.emulate_media(color_scheme="dark" if lang == "fr" else "light")
    page.goto("http://table.test/")
    page.evaluate("document.fonts.ready")


PROBLEMS = """() => {
  const found = []
  const all = (query) => [...document.querySelectorAll(query)].filter(each =>
    each.checkVisibility() && box(each).width > 1 && !each.closest('.unseen, [popover]'))
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
    && !each.matches('.unseen, [popover], .scene, .cost, .worth, .held > .path')
  const inside = (query) => all(query).forEach(each => pairs([...each.children].filter(apart)))

  const frames = '#stage, .leaf, .market > ol, .lands, .banners, .race, .pledges, .places, .acts'
  for (const each of [document.documentElement, ...all(frames)]) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (wide > 1.5 || high > 1.5) tell('scrolls', each, wide, high)
  }
  pairs(all('.bar, #stage, .voice, #tray'))
  pairs(all('.title, .facts, .tool'))
  pairs(all('.me, .my-court, .my-side, .acts, .rest, .doing > * > *'))
  inside('.leaf, .market > ol, .offer, .offer > footer, .lands, .board-leaf, .beside-lands, .banners, .flag, .race')
  inside('.lane, .sister, .sister > header, .hold, .places, .held, .me, .me > header, .heaps, .acts, .pledges')
  pairs(all('.land > .yields, .land > .path'))
  for (const land of all('.land')) pairs([...land.querySelectorAll('.yields, .land > .adds')])
  const whole = '.offer footer, .buy, .state, .cost, .worth, .sweep, .yields, .flag h3, .needs, .fly, .hold, .take, .b'
  const more = '.heap, .outcome, .pledger, .leaf-tabs a, .caption, .facts p, .lane, .waits h3, .adds'
  for (const each of all(`${whole}, ${more}`)) {
    const [wide, high] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]
    if (getComputedStyle(each).display !== 'inline' && (wide > 1.5 || high > 3)) tell('cut', each, wide, high)
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const each = words.currentNode.parentElement
    const read = words.currentNode.textContent.trim() && each.checkVisibility()
    const size = parseFloat(getComputedStyle(each).fontSize)
    if (read && size < 12 && !each.closest('svg, script, .unseen')) tell('tiny', each, size)
  }
  const touched = '.tool, .take:not(p), .doing .b, .rest .b, .place.open, .swap, .land.open, .sister, .lodger.open'
  for (const each of innerWidth <= 700 ? all(touched) : []) {
    const { width, height } = box(each)
    if (Math.min(width, height) < 44) tell('too small to touch', each, width, height)
  }
  return found
}"""


@pytest.mark.parametrize("kind", list(SCENES))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_overlaps_or_scrolls_with_full_courts(table: Page, kind: str, size: ViewportSize, lang: str) -> None:
    show(table, position(kind), lang, size)
    assert table.evaluate(PROBLEMS) == []


def test_a_tab_of_a_phone_turns_to_its_page_without_script(table: Page) -> None:
    show(table, position("act"), "en", SIZES[3])
    expect(table.locator("#leaf-lands")).not_to_be_in_viewport()
    table.locator("#leaf-tabs a", has_text="Lands").click()
    expect(table.locator("#leaf-lands")).to_be_in_viewport(ratio=0.9)
    expect(table.locator("#my-court")).to_be_in_viewport(ratio=0.9)


def test_the_page_on_which_one_chooses_comes_first_on_a_phone(table: Page) -> None:
    for kind, leaf in {"build": "lands", "send": "sisters", "place": "market", "pledge": "market"}.items():
        show(table, position(kind), "en", SIZES[2])
        expect(table.locator(f"#leaf-{leaf}")).to_be_in_viewport(ratio=0.9)


def test_a_court_and_a_card_open_to_their_words_without_script(table: Page) -> None:
    show(table, position("act"), "en", SIZES[0])
    table.locator("#name-1 button").click()
    expect(table.locator("#court-of-1")).to_contain_text("Pure White Stag")
    table.keyboard.press("Escape")
    table.locator("#at-card-war-falcon .more").click()
    expect(table.locator("#about-war-falcon")).to_contain_text("Might")


def test_a_turn_without_income_ends_after_a_question(table: Page) -> None:
    show(table, position("act"), "en", SIZES[0])
    end = table.locator('button[name="move"][value="end"]')
    expect(end).to_be_hidden()
    table.locator("#my-rest .end").click()
    expect(table.locator("#sure")).to_contain_text("Without harvest or tax?")
    expect(end).to_be_visible()
    show(table, position("income had"), "en", SIZES[0])
    expect(end).to_be_visible()
