"""The page of statistics in a real browser: it fits and is accessible on a phone and a desktop."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.tables.counted import put_statistics
from tests.web.browser import DESKTOP, PHONE, browsing, on, overflow, violations
from tests.web.helpers import application, serving

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "settings", [on("dark", PHONE, "fr"), on("light", DESKTOP, "en")], ids=["dark phone", "light desktop"]
)
def test_the_pages_of_statistics_fit_and_are_accessible(
    chromium: Browser, tmp_path: Path, settings: dict[str, object]
) -> None:
    database = tmp_path / "courtly.db"
    with serving(application(database)) as site, browsing(chromium, site, **settings) as page:
        for game in ("courtisans", "cursed_court", "monarch"):
            put_statistics(database, game)
            page.goto(f"/stats/{game}")
            assert overflow(page) <= 0
            assert violations(page) == []
