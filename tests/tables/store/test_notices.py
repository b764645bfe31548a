"""Who listens hears to which version a table has come."""

from __future__ import annotations

import asyncio

import pytest

from courtly.tables.store import Conflict, Store
from tests.tables.store.helpers import Open, entry, grown, head, query

pytestmark = pytest.mark.anyio

Notice = tuple[str, int]


class Listener:
    """Somebody who listens to a store's notices."""

    def __init__(self, store: Store) -> None:
        self._heard: asyncio.Queue[Notice] = asyncio.Queue()
        self.missed = asyncio.Event()
        self.stop = store.notices.listen(lambda *notice: self._heard.put_nowait(notice), missed=self.missed.set)

    @property
    def hears_nothing(self) -> bool:
        return self._heard.empty()

    async def until(self, last: Notice) -> list[Notice]:
        """Wait for a notice, and return all there were."""
        heard = [await self._heard.get()]
        while heard[-1] != last:
            heard.append(await self._heard.get())
        return heard


async def test_every_append_is_told_once_it_is_made(store: Store) -> None:
    listener = Listener(store)
    await grown(store, entries=3)
    with pytest.raises(Conflict):
        await store.append("t", [entry(1)], head(version=2))
    await grown(store, "u")
    assert await listener.until(("u", 1)) == [("t", 1), ("t", 2), ("t", 3), ("u", 1)]


async def test_who_has_stopped_listening_hears_nothing(store: Store) -> None:
    listener, other = Listener(store), Listener(store)
    listener.stop()
    listener.stop()
    await grown(store)
    assert await other.until(("t", 1)) == [("t", 1)]
    assert listener.hears_nothing


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_other_processes_hear_it_too(store: Store, opened: Open) -> None:
    listener = Listener(await opened())
    await grown(store, entries=2)
    assert await listener.until(("t", 2)) == [("t", 1), ("t", 2)]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_who_was_cut_off_is_told_that_notices_may_be_missed(store: Store, url: str) -> None:
    listener = Listener(store)
    query(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    await listener.missed.wait()
    await grown(store)
    assert await listener.until(("t", 1)) == [("t", 1)]
