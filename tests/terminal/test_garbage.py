"""A server looks through everything for garbage by the clock, and by nothing else."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

from courtly.terminal.garbage import old_garbage_seldom

PATIENCE = 30.0


class Ring:
    """Something that refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.own = self


@contextmanager
def collections() -> Iterator[list[int]]:
    """The generation of every collection, as it is made."""
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
    """A ring in use for so long that no collection of what is young looks at it."""
    ring = Ring()
    gc.collect()
    return ring


def grow() -> list[list[int]]:
    """So much that stays that Python would look through everything more than once."""
    return [[] for _ in range(300_000)]


def test_python_looks_through_everything_when_much_has_grown_old() -> None:
    with collections() as seen:
        kept = grow()
    assert 2 in seen
    assert kept


def test_a_server_does_not_however_much_grows_old() -> None:
    async def serve() -> None:
        async with old_garbage_seldom():
            with collections() as seen:
                kept = grow()
            assert set(seen) == {0, 1}
            assert kept

    before = gc.get_threshold()
    asyncio.run(serve())
    assert gc.get_threshold() == before


def test_old_garbage_is_found_by_and_by() -> None:
    async def serve() -> None:
        async with old_garbage_seldom(0.01):
            is_gone = asyncio.Event()
            weakref.finalize(ring := old_ring(), is_gone.set)
            del ring
            await asyncio.wait_for(is_gone.wait(), PATIENCE)

    asyncio.run(serve())
