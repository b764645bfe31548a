"""A server runs full garbage collections only on a timer."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from courtly.web.garbage import MANY_CONNECTIONS, run_full_gc_rarely

PATIENCE = 30.0


class Ring:
    """An object that refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.own = self


@contextmanager
def collections() -> Iterator[list[int]]:
    """The generation of every collection in the block."""
    seen: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            seen.append(info["generation"])

    gc.callbacks.append(note)
    try:
        yield seen
    finally:
        gc.callbacks.remove(note)


def old_ring() -> Ring:
    """A `Ring` in the oldest generation, which collections of younger objects skip."""
    ring = Ring()
    gc.collect()
    return ring


def grow() -> list[list[int]]:
    """Enough lasting objects to trigger more than one full collection."""
    return [[] for _ in range(300_000)]


def test_python_runs_a_full_collection_when_the_old_generation_grows() -> None:
    with collections() as seen:
        kept = grow()
    assert 2 in seen
    assert kept


def test_a_server_runs_no_full_collection_when_the_old_generation_grows() -> None:
    async def serve() -> None:
        async with run_full_gc_rarely(lambda: 0):
            with collections() as seen:
                kept = grow()
            assert set(seen) == {0, 1}
            assert kept

    before = gc.get_threshold()
    asyncio.run(serve())
    assert gc.get_threshold() == before


@pytest.mark.parametrize(("connections", "every"), [(0, 0.01), (MANY_CONNECTIONS, 3600.0)])
def test_old_garbage_is_collected_eventually_or_after_many_connections(connections: int, every: float) -> None:
    opened = 0

    async def serve() -> None:
        nonlocal opened
        async with run_full_gc_rarely(lambda: opened, every, check=0.01):
            await asyncio.sleep(0)
            is_gone = asyncio.Event()
            weakref.finalize(ring := old_ring(), is_gone.set)
            del ring
            opened = connections
            await asyncio.wait_for(is_gone.wait(), PATIENCE)

    asyncio.run(serve())
