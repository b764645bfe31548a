"""When a server looks for garbage: among what is young often, among all that it has seldom.

To look through everything stops everybody meanwhile: with 1,000 connections at 200 tables for 0.17 s of processor time.
Python does so again whenever a quarter more has grown old, and as journals grow that was after 1,200 moves. It finds
only what ended connections leave: what else is dropped has no cycles, or is found while it is young. So it is done by
the clock.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

EVERY = 300.0
"""Seconds between two looks through everything."""

NEVER = 2**31 - 1
"""More collections of younger objects than a server makes before the next look through everything."""


def keep_what_is_loaded() -> None:
    """Never look again through what there is by now, such as modules."""
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def old_garbage_seldom(every: float = EVERY) -> AsyncIterator[None]:
    """Look through everything each so many seconds, and at no other time, until the end of the block."""
    young, middle, _ = before = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    sweeping = asyncio.create_task(_sweep(every))
    try:
        yield
    finally:
        sweeping.cancel()
        gc.set_threshold(*before)


async def _sweep(every: float) -> None:
    while True:
        await asyncio.sleep(every)
        gc.collect()
