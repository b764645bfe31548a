"""Fixtures: a running server, clients, and a browser page."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from courtly.web.pictures import painter
from tests.web.helpers import TIMEOUT_SECONDS, application, serving, visitor
from tests.web.shown import window

# On a busy machine, even fast operations may take long.
expect.set_options(timeout=30_000)
painter.TIMEOUT_SECONDS = TIMEOUT_SECONDS


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with serving(application(tmp_path_factory.mktemp("site") / "courtly.db")) as address:
        yield address


@pytest.fixture
def client(site: str) -> Iterator[httpx.Client]:
    """A client without cookies."""
    with visitor(site) as made:
        yield made


@pytest.fixture
def stranger(site: str) -> Iterator[httpx.Client]:
    """Another client without cookies."""
    with visitor(site) as made:
        yield made


@pytest.fixture(scope="module")
def table(chromium: Browser) -> Iterator[Page]:
    """A browser page that can show positions."""
    with window(chromium) as page:
        yield page
