"""Notices: listeners learn the new versions of tables."""

from __future__ import annotations

import asyncio

import pytest

from courtly.tables.store import Conflict, Store
from tests.tables.store.helpers import Open, entry, grown, head, query

pytestmark = pytest.mark.anyio

Notice = tuple[str, int]


class Listener:
    """A listener to the notices of a store."""

    def __init__(self, store: Store) -> None:
        self._heard: asyncio.Queue[Notice] = asyncio.Queue()
        self.missed = asyncio.Event()
        self.stop = store.notices.listen(lambda *notice: self._heard.put_nowait(notice), missed=self.missed.set)

    @property
    def hears_nothing(self) -> bool:
        return self._heard.empty()

    async def until(self, last: Notice) -> list[Notice]:
        """Wait for a notice, and return all notices up to it."""
        heard = [await self._heard.get()]
        while heard[-1] != last:
            heard.append(await self._heard.get())
        return heard


async def test_every_append_sends_one_notice(store: Store) -> None:
    listener = Listener(store)
    await grown(store, entries=3)
    with pytest.raises(Conflict):
        await store.append([entry(1)], head(version=2))
    await grown(store, "u")
    assert await listener.until(("u", 1)) == [("t", 1), ("t", 2), ("t", 3), ("u", 1)]


async def test_an_unregistered_listener_gets_no_notices(store: Store) -> None:
    listener, other = Listener(store), Listener(store)
    listener.stop()
    listener.stop()
    await grown(store)
    assert await other.until(("t", 1)) == [("t", 1)]
    assert listener.hears_nothing


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_other_processes_get_notices(store: Store, opened: Open) -> None:
    listener = Listener(await opened())
    await grown(store, entries=2)
    assert await listener.until(("t", 2)) == [("t", 1), ("t", 2)]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_listener_learns_of_a_lost_connection(store: Store, url: str) -> None:
    listener = Listener(store)
    query(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    await listener.missed.wait()
    await grown(store)
    assert await listener.until(("t", 1)) == [("t", 1)]
