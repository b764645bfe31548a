"""Fixtures: one server for the whole test run. Each test makes its own players and tables."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.web.api.helpers import Program, application
from tests.web.helpers import serving


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with serving(application(tmp_path_factory.mktemp("api") / "courtly.db")) as address:
        yield address


@pytest.fixture
def ann(client: httpx.Client) -> Program:
    """A program."""
    return Program(client, "Ann")


@pytest.fixture
def ben(client: httpx.Client) -> Program:
    """Another program."""
    return Program(client, "Ben")
