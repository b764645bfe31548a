"""Settings and fixtures of all tests: English, no deadlines (a first call may compile a kernel), and one browser."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# The drawn examples are the same in each run, so that a test passes for everyone or for no one.
settings.register_profile("courtly", deadline=None, derandomize=True)
settings.register_profile("fresh", deadline=None)
settings.load_profile("courtly")

os.environ["LANGUAGE"] = "en"

BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The headless shell of Chromium renders the same and takes two thirds of the processor time of the full browser."""

CHROMIUM = next((path for path in BROWSERS if Path(path).exists()), BROWSERS[0])
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


def pytest_report_teststatus(report: pytest.TestReport | pytest.CollectReport) -> tuple[str, str, str] | None:
    """Print no dots on a CI server, so that failures are easy to find in a short log."""
    is_dot = isinstance(report, pytest.TestReport) and report.when == "call" and report.passed
    return ("passed", "", "PASSED") if is_dot and os.environ.get("CI") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start each of several processes with its share of the long tests, so that no long test runs last.

    Each process gets a contiguous stretch of the tests, all of about the same length.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes > 1:
        long = [item for item in items if item.get_closest_marker("long")]
        short = iter([item for item in items if not item.get_closest_marker("long")])
        left, order = len(items), list[pytest.Item]()
        for process in range(processes):
            first, size = long[process::processes], left // (processes - process)
            order += [*first, *islice(short, max(0, size - len(first)))]
            left -= size
        items[:] = order


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Yield Debian's Chromium or its headless shell; if both are missing, the tests that need it fail."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def without_the_loop_of_the_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a test run its own event loop, although the browser's loop is waiting in the same thread."""
    if "chromium" in request.fixturenames:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
