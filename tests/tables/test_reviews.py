"""Reviews: made once, stored, and made again after an interruption or for another version."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from courtly.engine.errors import NotOver
from courtly.review import Effort, Review
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.reviews import ReviewProgress
from tests.tables.helpers import ME, PATIENCE, STEWARD, House, house

pytestmark = pytest.mark.anyio

LOOK = 0.02
QUICK = Effort(matches=8, simulations=16)


async def played(here: House) -> tuple[str, Player]:
    """Return a table with a finished match of one person and a bot, and the person."""
    ann = await here.player("ann")
    return await here.finished(ann), ann


async def made(here: House, player: Player, table: str) -> Review:
    """Return the review of a table's first match, as soon as it is made."""

    for _ in range(round(PATIENCE / LOOK)):
        if isinstance(found := await here.lobby.review(player, table, 1), Review):
            return found
        await asyncio.sleep(LOOK)
    raise AssertionError("the review is never made")


async def test_a_review_is_made_and_stored_when_a_match_ends(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.lobby.reviews.effort = QUICK
        table, ann = await played(here)
        first = await made(here, ann, table)
        assert first.effort["matches"] == 8
        here.lobby.reviews.effort = None
        assert await here.lobby.review(ann, table, 1) == first


async def test_a_server_without_reviews_makes_none(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        assert await here.lobby.review(ann, table, 1) is None
        assert await here.lobby.store.review(table, 1) is None


async def test_an_interrupted_review_is_made_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        assert await here.lobby.store.take_review(table, 1, "a process that ended", 0.0)
        assert await here.lobby.store.unfinished_reviews() == [(table, 1)]
    async with house(tmp_path) as here:
        here.lobby.reviews.effort = QUICK
        await here.lobby.wake()
        # `wake` has resumed the review; the requests below only wait for it.
        await made(here, ann, table)
        assert await here.lobby.store.unfinished_reviews() == []


async def test_only_one_of_two_processes_makes_a_review(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        assert await here.lobby.store.take_review(table, 1, "another process", 60.0)
        here.lobby.reviews.effort = QUICK
        found = await here.lobby.review(ann, table, 1)
        assert isinstance(found, ReviewProgress)
        assert found.done is None
        assert not await here.lobby.store.take_review(table, 1, "a third", 1.0)
        assert await here.lobby.store.take_review(table, 1, "another process", 1.0)


async def test_a_review_of_another_version_is_made_again(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        await here.lobby.store.take_review(table, 1, "before", 0.0)
        await here.lobby.store.put_review(table, 1, '{"format": "courtly-review/0"}')
        here.lobby.reviews.effort = QUICK
        assert (await made(here, ann, table)).format == "courtly-review/1"


async def test_reviews_of_running_or_invisible_matches_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.lobby.reviews.effort = QUICK
        ann, eve = await here.player("ann"), await here.player("eve")
        table = await here.open(ann, ME, STEWARD)
        await here.do(ann, table, "ready", word="rose")
        for ask in (here.lobby.review, here.lobby.finished_match):
            with pytest.raises(NotOver, match="still running"):
                await ask(ann, table, 1)
            with pytest.raises(NoSuchTable):
                await ask(ann, table, 2)
            with pytest.raises(NoSuchTable):
                await ask(eve, table, 1)
        # The bot may have moved by now.
        await here.do(ann, table, "vote", what="stop")
        for ask in (here.lobby.review, here.lobby.finished_match):
            with pytest.raises(NotOver, match="stopped"):
                await ask(ann, table, 1)
