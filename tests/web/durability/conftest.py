"""An empty database of each kind, as the tests of the store have them, and how often to kill."""

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
    """How often each test kills: three tests of 10 by default, and as many as you like by COURTLY_KILLS."""
    return int(os.environ.get("COURTLY_KILLS", "10"))
