"""The printed rules, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from courtly.text.languages import LANGUAGES
from tests.teaching.helpers import TAUGHT
from tests.web.browser import browsing

pytestmark = pytest.mark.browser

COLOURS = """() => {
  const found = (selector) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one));
  const colours = (selector, name) => [...new Set(found(selector).map((style) => style[name]))];
  const text = "h1, h2, .rules-text :is(p, li, figcaption)";
  return {
    scheme: getComputedStyle(document.documentElement).colorScheme,
    paper: colours("body", "backgroundColor"),
    ink: colours(text, "color"),
    behind: colours(`${text}, main, .head, .rulebook, .rules-text, section`, "backgroundColor"),
  };
}"""


def printed(page: Page, game: str) -> None:
    """Open the rules of a game as a printer gets them from a dark device."""
    page.goto(f"/rules/{game}")
    page.emulate_media(media="print", color_scheme="dark")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT)
def test_printed_rules_are_black_on_white_without_navigation(
    chromium: Browser, site: str, game: str, lang: str
) -> None:
    with browsing(chromium, site, locale=lang) as page:
        printed(page, game)
        expect(page.locator("nav, form, .masthead, .colophon").filter(visible=True)).to_have_count(0)
        expect(page.locator(".rules-text section").first).to_be_visible()
        for theme in ("", "dark"):
            page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
            assert page.evaluate(COLOURS) == {
                "scheme": "light",
                "paper": ["rgb(255, 255, 255)"],
                "ink": ["rgb(0, 0, 0)"],
                "behind": ["rgba(0, 0, 0, 0)"],
            }


def test_printed_headings_stay_with_their_text_and_pictures_stay_whole(chromium: Browser, site: str) -> None:
    with browsing(chromium, site) as page:
        printed(page, "monarch")
        expect(page.locator(".rules-text h2").first).to_have_css("break-after", "avoid")
        for picture in page.locator("figure.picture").all():
            expect(picture).to_have_css("break-inside", "avoid")
            expect(picture).to_have_css("print-color-adjust", "exact")
            box = picture.bounding_box()
            assert box
            # The text area of a Letter page is 920 px high; A4 is higher.
            assert box["height"] < 920
