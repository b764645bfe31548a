"""Empty databases of both kinds, and stores in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from courtly.tables.store import Store, open_store
from tests.tables.store.cluster import Cluster, running_cluster
from tests.tables.store.helpers import Open


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        path: Path = request.getfixturevalue("tmp_path")
        yield f"sqlite:///{path / 'tables.db'}"
        return
    server: Cluster = request.getfixturevalue("cluster")
    with server.database() as made:
        yield made


@pytest.fixture
async def opened(url: str) -> AsyncIterator[Open]:
    """A function that opens a store on the database; it can be called repeatedly."""
    async with AsyncExitStack() as stores:

        async def opens(**options: Any) -> Store:
            return await stores.enter_async_context(await open_store(url, **options))

        yield opens


@pytest.fixture
async def store(opened: Open) -> Store:
    return await opened()
