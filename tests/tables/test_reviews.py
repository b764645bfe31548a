"""Reviews: made once, stored, and made again after an interruption or for another version."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from courtly.engine.errors import NotOver
from courtly.review import Effort, Review, read_review, review
from courtly.review.effort import LEAST
from courtly.tables.errors import NoSuchTable
from courtly.tables.fair_queue import FairQueue
from courtly.tables.history import costs_of
from courtly.tables.journal import Player
from courtly.tables.reviews import FULL_MOVES, ReviewJob, ReviewProgress, effort_for
from courtly.tables.store import reads, writes
from tests.review.helpers import finished, quick_review
from tests.tables.helpers import ME, PATIENCE, STEWARD, House, command, house

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
        if isinstance(found := await here.lobby.finished.review(player, table, 1), Review):
            return found
        await asyncio.sleep(LOOK)
    raise AssertionError("the review is never made")


async def test_a_review_is_made_and_stored_when_a_match_ends(tmp_path: Path) -> None:
    async with house(tmp_path, effort=QUICK) as here:
        table, ann = await played(here)
        first = await made(here, ann, table)
        assert first.effort["matches"] == 8
    async with house(tmp_path) as here:
        assert await here.lobby.finished.review(ann, table, 1) == first


async def test_a_server_without_reviews_makes_none(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        assert await here.lobby.finished.review(ann, table, 1) is None
        assert await here.lobby.store.read(reads.review, table, 1) is None


async def test_an_interrupted_review_is_made_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        assert await here.lobby.store.write_at(table, writes.take_review, 1, "a process that ended", 0.0)
        assert await here.lobby.store.read(reads.unfinished_reviews) == [(table, 1)]
    async with house(tmp_path, effort=QUICK) as here:
        # The start has resumed the review; the requests below only wait for it.
        await made(here, ann, table)
        assert await here.lobby.store.read(reads.unfinished_reviews) == []


async def test_only_one_of_two_processes_makes_a_review(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        assert await here.lobby.store.write_at(table, writes.take_review, 1, "another process", 60.0)
    async with house(tmp_path, effort=QUICK) as here:
        found = await here.lobby.finished.review(ann, table, 1)
        assert isinstance(found, ReviewProgress)
        assert found.judged is None
        assert not await here.lobby.store.write_at(table, writes.take_review, 1, "a third", 1.0)
        assert await here.lobby.store.write_at(table, writes.take_review, 1, "another process", 1.0)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    for _ in range(round(PATIENCE / LOOK)):
        if holds():
            return
        await asyncio.sleep(LOOK)
    raise AssertionError("the condition never holds")


async def imported(here: House, player: Player) -> str:
    """Return a table with an uploaded record of a person."""
    return await here.lobby.uploads.import_match(player, finished("courtisans").copy(), command())


async def test_hosts_take_turns_and_played_matches_come_before_uploads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        uploads = [await imported(here, ann) for _ in range(3)]
        other, played = await imported(here, bo), await here.finished(bo)
    async with house(tmp_path, effort=QUICK) as here:
        begun, may_finish = asyncio.Queue[str](), asyncio.Event()

        async def reviewed(job: ReviewJob) -> None:
            begun.put_nowait(job.key[0])
            await may_finish.wait()

        monkeypatch.setattr(here.lobby.reviews, "_reviewed", reviewed)
        order = [await _begins(here, ann, uploads[0], begun)]
        queue = here.lobby.reviews._queue
        for player, table in [(ann, uploads[1]), (ann, uploads[2]), (bo, other), (bo, played)]:
            before = len(queue._urgent) + len(queue._others)
            await here.lobby.finished.review(player, table, 1)
            await until(partial(_has_more, queue, before))
        may_finish.set()
        order += [await asyncio.wait_for(begun.get(), PATIENCE) for _ in range(4)]
        assert order == [uploads[0], played, uploads[1], other, uploads[2]]


def _has_more(queue: FairQueue, before: int) -> bool:
    return len(queue._urgent) + len(queue._others) > before


async def _begins(here: House, player: Player, table: str, begun: asyncio.Queue[str]) -> str:
    """Ask for a review, and return the table whose review begins."""
    await here.lobby.finished.review(player, table, 1)
    return await asyncio.wait_for(begun.get(), PATIENCE)


async def test_a_review_dropped_from_a_full_queue_is_begun_by_the_next_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        first, second = await imported(here, ann), await imported(here, ann)
    async with house(tmp_path, effort=QUICK) as here:
        begun, may_finish = asyncio.Queue[str](), asyncio.Event()

        async def reviewed(job: ReviewJob) -> None:
            begun.put_nowait(job.key[0])
            await may_finish.wait()

        monkeypatch.setattr(here.lobby.reviews, "_reviewed", reviewed)
        monkeypatch.setattr(here.lobby.reviews, "_queue", FairQueue(0))
        assert await _begins(here, ann, first, begun) == first
        assert isinstance(await here.lobby.finished.review(ann, second, 1), ReviewProgress)
        await until(lambda: (second, 1) not in here.lobby.reviews._counting)
        may_finish.set()
        await until(lambda: (first, 1) not in here.lobby.reviews._counting)
        assert await _begins(here, ann, second, begun) == second


def test_a_long_match_is_reviewed_with_less_effort() -> None:
    match = finished("courtisans").copy()
    assert effort_for(match, Effort()) == Effort()
    match.moves = match.moves[:1] * (2 * FULL_MOVES)
    assert effort_for(match, Effort(matches=800, simulations=1000)) == Effort(matches=200, simulations=250)
    assert effort_for(match, QUICK) == Effort(matches=LEAST, simulations=LEAST)


async def test_a_match_that_is_too_long_is_not_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
    monkeypatch.setattr("courtly.tables.reviews.MAX_MOVES", 1)
    async with house(tmp_path, effort=QUICK) as here:
        found = await here.lobby.finished.review(ann, table, 1)
        assert isinstance(found, ReviewProgress)
        assert found.is_too_long
        assert await here.lobby.store.read(reads.unfinished_reviews) == []


async def test_a_review_of_another_version_is_made_again(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann = await played(here)
        await here.lobby.store.write_at(table, writes.take_review, 1, "before", 0.0)
        await here.lobby.store.write_at(table, writes.put_review, 1, '{"format": "courtly-review/0"}')
    async with house(tmp_path, effort=QUICK) as here:
        assert (await made(here, ann, table)).format == "courtly-review/1"


async def test_reviews_of_running_or_invisible_matches_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path, effort=QUICK) as here:
        ann, eve = await here.player("ann"), await here.player("eve")
        table = await here.open(ann, ME, STEWARD)
        await here.do(ann, table, "ready", word="rose")
        for ask in (here.lobby.finished.review, here.lobby.finished.find):
            with pytest.raises(NotOver, match="still running"):
                await ask(ann, table, 1)
            with pytest.raises(NoSuchTable):
                await ask(ann, table, 2)
            with pytest.raises(NoSuchTable):
                await ask(eve, table, 1)
        # The bot may have moved by now.
        await here.do(ann, table, "vote", what="stop")
        for ask in (here.lobby.finished.review, here.lobby.finished.find):
            with pytest.raises(NotOver, match="stopped"):
                await ask(ann, table, 1)


async def test_the_decisions_that_are_already_judged_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished("courtisans")
    last = quick_review("courtisans").decisions[-3:]
    lines, process = tmp_path / "lines", tmp_path / "process"
    lines.write_text("".join(f"{one.model_dump_json()}\n" for one in reversed(last)))
    process.write_text(f"#!/bin/sh\ncat > /dev/null\ncat {lines}\n")
    process.chmod(0o700)
    async with house(tmp_path, effort=QUICK) as here:
        reviews = here.lobby.reviews
        monkeypatch.setattr(sys, "executable", str(process))
        job = ReviewJob(("table", 1), match, QUICK, frozenset(), "ann", is_upload=False)
        assert await reviews._reviewed(job) is None
        assert reviews._counting["table", 1].judged == last


async def with_a_stand_in(here: House) -> tuple[str, Player, set[int]]:
    """Return a table with a finished match, a player whose first turns a stand-in played, and the seat's moves."""
    table, friends = await here.friends("Ann", "Bo", minder={"bot": "random", "after": 60})
    now = await here.see(friends[0], table)
    seat = now["to_move"]
    away, other = friends[seat], friends[1 - seat]
    await here.do(away, table, "rise")
    await here.until(other, table, lambda seen: seen["to_move"] == 1 - seat)
    replaced = set(range(1, (await here.see(other, table))["turn"] + 1))
    await here.do(away, table, "return")
    while (now := await here.see(away, table))["to_move"] is not None:
        await here.move(friends[now["to_move"]], table)
    return table, away, replaced


async def test_the_moves_of_a_stand_in_do_not_count_as_the_players(tmp_path: Path) -> None:
    async with house(tmp_path, effort=QUICK) as here:
        table, ann, replaced = await with_a_stand_in(here)
        found = await made(here, ann, table)
        assert {each.number for each in found.decisions if each.by_stand_in} == replaced
        kept = await here.lobby.store.read(reads.review, table, 1)
        assert read_review(kept) == found
        costs = costs_of(found)
        own = [each for each in found.decisions if each.choices > 1 and not each.by_stand_in]
        assert sum(each.decisions for each in costs) == len(own)


async def test_a_stored_review_that_counts_a_stand_in_as_the_player_is_made_again(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, ann, replaced = await with_a_stand_in(here)
        match = (await here.lobby.finished.find(ann, table, 1)).match
        assert await here.lobby.store.write_at(table, writes.take_review, 1, "an earlier version", 0.0)
        old = review(match, QUICK)
        await here.lobby.store.write_at(table, writes.put_review, 1, old.model_dump_json())
        assert await here.lobby.finished.review(ann, table, 1) == old, "without reviews, the old one is shown"
    async with house(tmp_path, effort=QUICK) as here:
        assert isinstance(await here.lobby.finished.review(ann, table, 1), ReviewProgress)
        found = await made(here, ann, table)
        assert {each.number for each in found.decisions if each.by_stand_in} == replaced
