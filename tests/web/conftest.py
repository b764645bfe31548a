"""A running server, people who use it, and a browser that drives it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright

from courtly.web.app import create_app
from tests.web.helpers import serving, visitor

CHROMIUM = "/usr/bin/chromium"
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with serving(create_app(tmp_path_factory.mktemp("site") / "courtly.db")) as address:
        yield address


@pytest.fixture
def client(site: str) -> Iterator[httpx.Client]:
    """Somebody's browser, without any cookie yet."""
    with visitor(site) as made:
        yield made


@pytest.fixture
def stranger(site: str) -> Iterator[httpx.Client]:
    """The browser of somebody else."""
    with visitor(site) as made:
        yield made


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; without it the tests that need it fail."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        yield browser
        browser.close()
