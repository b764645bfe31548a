"""Render the icons of the installable site from `static/icon.svg` with Chromium.

`python -m tools.icons` writes the icons into the same folder: two sizes with round corners, and a maskable icon that
fills its square.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from courtly.web.static_files import STATIC
from tests.conftest import CHROMIUM, QUIETLY

SOURCE = STATIC / "icon.svg"
ROUND = 'rx="112"'


def main() -> None:
    """Render every size."""
    text = SOURCE.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        for size in (192, 512):
            _draw(browser.new_page(viewport={"width": size, "height": size}), text, STATIC / f"icon-{size}.png")
        square = text.replace(ROUND, 'rx="0"')
        _draw(browser.new_page(viewport={"width": 512, "height": 512}), square, STATIC / "icon-maskable-512.png")
        browser.close()


def _draw(page: Page, svg: str, target: Path) -> None:
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: 100vw }}</style>{svg}")
    page.screenshot(path=target, omit_background=True)


if __name__ == "__main__":
    main()
