"""Players: guests, programs, and recovery links for another device."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from courtly.tables.people import COLOURS, People
from courtly.tables.refusals import BadName, NoSuchLink
from courtly.tables.store import reads
from courtly.tables.store.store import Store, open_store
from courtly.tables.word_filter import WordFilter

T = TypeVar("T")


def with_people(work: Callable[[People, Store], Awaitable[T]]) -> T:
    """Run some work with the players of a new database, and return its result."""

    async def run() -> T:
        async with await open_store(":memory:") as store:
            return await work(People(store, WordFilter()), store)

    return asyncio.run(run())


def test_a_guest_keeps_a_name_and_a_colour() -> None:
    async def work(people: People, _: Store) -> None:
        made = await people.browser("one")
        assert made.name.startswith("Guest ")
        assert made.colour in COLOURS
        assert not made.is_program
        assert await people.browser("one") == made
        assert await people.browser("two") != made

    with_people(work)


def test_parallel_requests_of_a_browser_make_one_guest() -> None:
    async def work(people: People, _: Store) -> None:
        found = await asyncio.gather(*(people.browser("one") for _ in range(8)))
        assert len(set(found)) == 1

    with_people(work)


def test_a_program_is_found_by_its_token_which_is_stored_hashed() -> None:
    async def work(people: People, store: Store) -> None:
        made, token = await people.program(" Deep Cushion ")
        assert (made.name, made.is_program) == ("Deep Cushion", True)
        assert await people.of_token(token) == made
        kept = await store.read(reads.player, id=made.id)
        assert kept is not None
        assert token not in (kept.token, kept.recovery, kept.id)
        for other in ("", token[:-1], made.token or "", "é\ud800"):
            assert await people.of_token(other) is None

    with_people(work)


def test_a_name_and_a_colour_can_be_changed() -> None:
    async def work(people: People, _: Store) -> None:
        guest = await people.browser("one")
        guest = await people.rename(guest, " Mélisande ")
        await people.recolour(guest, COLOURS[3])
        found = await people.browser("one")
        assert (found.name, found.colour) == ("Mélisande", COLOURS[3])

    with_people(work)


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\nb", "\ud800"])
def test_a_bad_name_is_refused(name: str) -> None:
    async def work(people: People, _: Store) -> None:
        with pytest.raises(BadName):
            await people.rename(await people.browser("one"), name)
        with pytest.raises(BadName):
            await people.program(name)

    with_people(work)


def test_an_unknown_colour_is_refused() -> None:
    async def work(people: People, _: Store) -> None:
        with pytest.raises(BadName, match="choose from wine"):
            await people.recolour(await people.browser("one"), "octarine")

    with_people(work)


def test_a_recovery_link_works_until_it_is_withdrawn_or_replaced() -> None:
    async def work(people: People, _: Store) -> None:
        guest = await people.browser("one")
        first = await people.make_recovery(guest)
        found = await people.of_recovery(first)
        assert found.id == guest.id
        assert first not in (found.recovery, found.token)
        second = await people.make_recovery(found)
        with pytest.raises(NoSuchLink):
            await people.of_recovery(first)
        await people.withdraw_recovery(await people.of_recovery(second))
        with pytest.raises(NoSuchLink):
            await people.of_recovery(second)

    with_people(work)
