"""The queue of a single consumer."""

from __future__ import annotations

import asyncio

import pytest

from courtly.tables.mailbox import Mailbox


def test_items_leave_in_order() -> None:
    box = Mailbox[int]()
    for item in range(3):
        box.put_nowait(item)
    assert [box.get_nowait() for _ in range(3)] == [0, 1, 2]
    assert box.empty()
    with pytest.raises(asyncio.QueueEmpty):
        box.get_nowait()


def test_a_full_mailbox_refuses_items() -> None:
    box = Mailbox[int](1)
    box.put_nowait(0)
    with pytest.raises(asyncio.QueueFull):
        box.put_nowait(1)
    assert box.get_nowait() == 0
    assert box.empty()


def test_a_waiting_consumer_gets_the_next_item() -> None:
    async def run() -> tuple[int, int]:
        box = Mailbox[int]()
        getting = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait(0)
        box.put_nowait(1)
        return await getting, await box.get()

    assert asyncio.run(run()) == (0, 1)


def test_a_cancelled_consumer_takes_no_item() -> None:
    async def run() -> int:
        box = Mailbox[int]()
        getting = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait(0)
        getting.cancel()
        await asyncio.gather(getting, return_exceptions=True)
        return await asyncio.wait_for(box.get(), 1)

    assert asyncio.run(run()) == 0
