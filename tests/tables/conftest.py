"""Stores in files of their own, and asyncio under every test marked `anyio`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from courtly.tables import Store, TableService, open_store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with await open_store(path, patience=0.2) as opened:
        yield opened


@pytest.fixture
def service(store: Store) -> TableService:
    return TableService(store)
