"""Fixtures: an empty database of each kind, as for the tests of the store, and the number of kills."""

from __future__ import annotations

import os

import pytest

from tests.tables.store.conftest import cluster, url

__all__ = ["anyio_backend", "cluster", "kills", "url"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def kills() -> int:
    """The number of kills in each test: 10 by default, or the value of COURTLY_KILLS."""
    return int(os.environ.get("COURTLY_KILLS", "10"))
