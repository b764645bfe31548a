"""A running server, people who use it, and a browser that drives it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from courtly.web.pictures import painter
from tests.web.helpers import PATIENCE, application, serving, visitor
from tests.web.shown import window

# A busy machine may take long over what it does in no time otherwise.
expect.set_options(timeout=30_000)
painter.PATIENCE = PATIENCE


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with serving(application(tmp_path_factory.mktemp("site") / "courtly.db")) as address:
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


@pytest.fixture(scope="module")
def table(chromium: Browser) -> Iterator[Page]:
    """A window in which positions can be shown."""
    with window(chromium) as page:
        yield page
