"""Matches without a fresh deal: continued matches, shared deals, deals of the day, and imported records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from courtly.engine.errors import BadMoment, NotOver, WrongSeat
from courtly.engine.play.position import BranchPoint
from courtly.engine.play.records import read_record, write_record
from courtly.environment import environment
from courtly.tables import deals
from courtly.tables.deals import SharedDeal
from courtly.tables.errors import NoSuchTable, StoreError
from courtly.tables.journal import Line, Player
from courtly.tables.refusals import DealInPlay, DealOpen, NoSuchDeal, NotAllowed, NotNow, Reused
from courtly.tables.starts import OPEN
from courtly.tables.store.rows import Aim
from courtly.tables.store.upkeep import backup, restore
from courtly.tables.subscribers import Subscriber
from tests.tables.helpers import ME, STEWARD, House, command, house

pytestmark = pytest.mark.anyio

MIDDLE = 7
OPTIONS = [
    ("courtisans", {}),
    ("cursed_court", {"years": 2}),
    ("monarch", {"max_rounds": 8}),
]
DAY = "2026-11-23"


async def branch_point(here: House, player: Player, table: str, version: int = MIDDLE) -> BranchPoint:
    """Return a branch point in the first match of a table."""
    return BranchPoint((await here.lobby.finished.find(player, table, 1)).match, version, table, 1)


async def play_on(
    here: House, player: Player, there: BranchPoint, *, other: str = "steward", seat: int | None = None
) -> str:
    """Return a table that continues from a branch point; if all other seats have bots, start the match."""
    table = await here.lobby.opener.play_on(player, there, seat=seat, other=other, command=command())
    if other != OPEN:
        await here.do(player, table, "ready")
    return table


@pytest.mark.parametrize(("game", "options"), OPTIONS)
async def test_a_continued_match_has_a_record_with_its_origin(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        table = await here.finished(ann, game=game, options=options)
        first = await here.lobby.finished.record(ann, table)
        again = await play_on(here, ann, await branch_point(here, ann, table))
        now = await here.see(ann, again)
        assert (now["known_deal"], now["promise"], now["turn"] >= MIDDLE) == (True, None, True)
        assert now["origin"] == {"kind": "position", "moves": MIDDLE, "day": None}
        await here.play_out(ann, again)
        second = await here.lobby.finished.record(ann, again)
        assert second["moves"][:MIDDLE] == first["moves"][:MIDDLE]
        assert second["origin"] == {"kind": "position", "moves": MIDDLE, "table": table, "match": 1}
        assert "shuffle" not in second
        assert (await here.lobby.history.played(ann)).count == 1
        assert read_record(write_record(read_record(second))).record() == second


@pytest.mark.parametrize(("game", "options"), OPTIONS)
async def test_a_continued_match_survives_a_restart_and_a_backup(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        again = await play_on(
            here, ann, await branch_point(here, ann, await here.finished(ann, game=game, options=options))
        )
        before = await here.until(ann, again, lambda now: now["to_move"] == now["you"])
    backup(tmp_path / "courtly.sqlite3", tmp_path / "kept")
    (tmp_path / "other").mkdir()
    restore(tmp_path / "kept", tmp_path / "other" / "courtly.sqlite3")
    for folder in (tmp_path, tmp_path / "other"):
        async with house(folder) as here:
            assert await here.see(ann, again) == before | {"seats": (await here.see(ann, again))["seats"]}
            table = (await here.lobby.views.mine(ann))[-1].id
            with pytest.raises(DealInPlay):
                await play_on(here, ann, await branch_point(here, ann, table))
            await here.play_out(ann, again)


async def test_the_host_gets_the_seat_to_move_by_default(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        there = await branch_point(here, ann, await here.finished(ann, ME, STEWARD, STEWARD))
        decides = there.match.at(MIDDLE).to_move
        assert (await here.see(ann, await play_on(here, ann, there)))["you"] == decides
    assert there.seat(2) == 2
    with pytest.raises(WrongSeat):
        there.seat(3)
    with pytest.raises(BadMoment, match="nothing left to play"):
        BranchPoint(there.match, there.match.version).position()


async def test_a_continued_match_shows_only_the_knowledge_of_the_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        there = await branch_point(here, ann, await here.finished(ann, ME, STEWARD, STEWARD))
        seen = await here.lobby.views.table_view(
            ann, await play_on(here, ann, there, seat=there.match.at(MIDDLE).to_move)
        )
        assert seen.match is not None
        assert seen.match.seat is not None
        stood = there.match.at(MIDDLE)
        assert list(seen.match.log[: len(stood.log(seen.match.seat))]) == stood.log(seen.match.seat)
        assert seen.match.view["hand"] == stood.view(seen.match.seat)["hand"]


async def test_friends_continue_a_match_and_the_rematch_is_a_fresh_deal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        table = await here.finished(ann)
        again = await play_on(here, ann, await branch_point(here, ann, table), other=OPEN)
        waiting = await here.see(ann, again)
        assert (waiting["status"], waiting["watchers"]) == ("waiting", False)
        with pytest.raises(NotNow, match="a deal from another match"):
            await here.do(ann, again, "change", options={"edition": "2023"})
        await here.do(bo, again, "sit", code=waiting["join"])
        for player in (ann, bo):
            await here.do(player, again, "ready")
        for player in (ann, bo):
            await here.do(player, again, "vote", what="stop")
        await here.do(ann, again, "again")
        for player in (ann, bo):
            await here.do(player, again, "ready")
        fresh = await here.see(ann, again)
        assert (fresh["match"], fresh["turn"], fresh["promise"] is not None) == (2, 0, True)


async def answers(here: House, player: Player | None, table: str) -> list[Any]:
    """Try every call that shows a finished match; return the error of each, None for an allowed call."""

    async def connect() -> None:
        async with here.lobby.subscriptions.subscribe(player, table):
            pass

    calls: list[Callable[[], Awaitable[Any]]] = [
        lambda: here.lobby.views.answer(player, table),
        lambda: here.lobby.views.answer(player, table, since=0),
        lambda: here.lobby.views.table_view(player, table),
        lambda: here.lobby.views.table_view(player, table, 1),
        lambda: here.lobby.finished.record(player, table),
        lambda: here.lobby.finished.record(player, table, 1),
        lambda: here.lobby.finished.find(player, table, 1),
        lambda: here.lobby.finished.review(player, table, 1),
        connect,
    ]
    return [await refusal_of(call) for call in calls]


async def refusal_of(call: Callable[[], Awaitable[Any]]) -> Any:
    try:
        await call()
    except (DealInPlay, DealOpen, NoSuchTable) as error:
        return error.code, str(error)
    return None


async def test_matches_of_others_with_a_deal_are_closed_to_its_players(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        cyd = await here.player("cyd")
        table, (ann, _), _ = await listed_match(here, cyd)
        again = await play_on(here, ann, await branch_point(here, ann, table), other=OPEN)
        assert set(await answers(here, cyd, table)) == {None}
        await here.do(cyd, again, "sit", code=(await here.see(ann, again))["join"])
        assert {error[0] for error in await answers(here, cyd, table)} == {"deal-in-play"}
        for player in (ann, cyd):
            await here.do(player, again, "ready")
        assert {error[0] for error in await answers(here, cyd, table)} == {"deal-in-play"}
        for player in (ann, cyd):
            await here.do(player, again, "vote", what="stop")
        assert set(await answers(here, cyd, table)) == {None}


@pytest.mark.parametrize(("game", "options"), OPTIONS)
async def test_a_match_of_ones_own_stays_open_while_its_deal_is_tried_again(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    async with house(tmp_path) as here:
        ann = await here.player("ann")
        table = await here.finished(ann, game=game, options=options)
        there = await branch_point(here, ann, table)
        link = here.lobby.sharing.code_of(await here.lobby.sharing.make(ann, Aim(table, 1)))
        first = await here.play_out(ann, await play_on(here, ann, there))
        await play_on(here, ann, there)
        for seen in (table, first):
            assert set(await answers(here, ann, seen)) == {None}
        await here.lobby.sharing.follow(link, ann)
        with pytest.raises(DealInPlay):
            await play_on(here, ann, there)


async def test_a_match_of_ones_own_stays_open_at_a_table_that_a_friend_opened(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, (ann, bo), _ = await listed_match(here)
        again = await play_on(here, ann, await branch_point(here, ann, table), other=OPEN)
        await here.do(bo, again, "sit", code=(await here.see(ann, again))["join"])
        assert set(await answers(here, bo, table)) == {None}


async def test_the_results_of_a_deal_stay_open_while_one_of_its_matches_is_tried_again(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        table = await here.finished(ann, ME, STEWARD, STEWARD)
        shared = await here.lobby.shared_deals.of_code(await here.lobby.shared_deals.share(ann, table, 1))
        own = await here.lobby.opener.play_deal(bo, shared)
        await here.do(bo, own, "ready")
        await here.play_out(bo, own)
        await play_on(here, bo, await branch_point(here, bo, own))
        assert len((await here.lobby.deals.standing(shared, bo.id)).results) == 2
        await here.lobby.finished.find(bo, own, 1)


async def test_a_loaded_record_stays_open_to_its_owner_while_its_deal_is_played(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        record = await here.lobby.finished.record(ann, await here.finished(ann))
        table = await here.lobby.uploads.import_match(bo, read_record(record), "once")
        await play_on(here, bo, await branch_point(here, bo, table))
        assert set(await answers(here, bo, table)) == {None}


async def test_a_rematch_stays_visible_while_an_earlier_deal_of_its_table_is_played_elsewhere(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        cyd = await here.player("cyd")
        table, friends, shared = await listed_match(here)
        await here.do(friends[0], table, "again")
        for player in friends:
            await here.do(player, table, "ready")
        start = (await here.see(friends[0], table))["version"]
        await here.lobby.opener.play_deal(cyd, shared)
        await here.lobby.views.answer(cyd, table, since=start)
        await here.lobby.views.table_view(cyd, table)
        for call in (
            lambda: here.lobby.views.answer(cyd, table, since=0),
            lambda: here.lobby.views.table_view(cyd, table, 1),
        ):
            assert (await refusal_of(call))[0] == "deal-in-play"


@pytest.mark.parametrize("first", ["sit", "begin"])
async def test_a_player_cannot_sit_down_and_begin_the_same_deal_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        table = await here.finished(ann, ME, STEWARD, STEWARD)
        shared = await here.lobby.shared_deals.of_code(await here.lobby.shared_deals.share(ann, table, 1))
        again = await play_on(here, ann, await branch_point(here, ann, table), other=OPEN)
        code = (await here.see(ann, again))["join"]
        # Both requests pass all other checks before the first of them is stored.
        both = asyncio.Barrier(2)
        for name in ("create", "append"):
            monkeypatch.setattr(here.lobby.store, name, after(both, getattr(here.lobby.store, name)))
        requests = {"sit": here.do(bo, again, "sit", code=code), "begin": here.lobby.opener.play_deal(bo, shared)}
        ordered = sorted(requests, key=lambda name: name != first)
        answers = await asyncio.gather(*(requests[name] for name in ordered), return_exceptions=True)
        assert sorted(type(answer) is DealInPlay for answer in answers) == [False, True]
        monkeypatch.undo()
        assert len(await here.lobby.views.mine(bo)) == 1


def after(barrier: asyncio.Barrier, call: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def called(*args: Any, **more: Any) -> None:
        await barrier.wait()
        await call(*args, **more)

    return called


async def test_a_player_who_sits_down_is_disconnected_from_other_tables_of_the_deal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table, (ann, bo) = await here.friends("ann", "bo")
        while (now := await here.see(ann, table))["status"] == "playing":
            await here.move((ann, bo)[now["to_move"]], table)
        first, second = [
            await play_on(here, player, await branch_point(here, player, table), other=OPEN) for player in (ann, bo)
        ]
        await here.do(ann, first, "leave")
        async with here.lobby.subscriptions.subscribe(ann, first) as (subscriber, _):
            await here.do(ann, second, "sit", code=(await here.see(bo, second))["join"])
            assert subscriber.lost


async def test_friends_see_all_results_after_playing_a_shared_deal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        table = await here.finished(ann, ME, STEWARD, STEWARD)
        shared_deals, deals_of = here.lobby.shared_deals, here.lobby.deals
        code = await shared_deals.share(ann, table, 1)
        assert code == await shared_deals.share(ann, table, 1)
        shared = await shared_deals.of_code(code.upper())
        before = await deals_of.standing(shared, bo.id)
        assert (before.can_play, before.is_over, before.results) == (True, False, ())
        link = here.lobby.sharing.code_of(await here.lobby.sharing.make(ann, Aim(table, 1)))
        await here.lobby.sharing.follow(link, bo)
        other = await here.lobby.opener.play_deal(bo, shared)
        assert (await refusal_of(lambda: here.lobby.sharing.follow(link, bo)))[0] == "deal-in-play"
        assert other == await here.lobby.opener.play_deal(bo, shared)
        await here.do(bo, other, "ready")
        assert (await deals_of.standing(shared, bo.id)).results == ()
        assert {error[0] for error in await answers(here, bo, table)} == {"no-such-table"}
        await here.play_out(bo, other)
        record, first = await here.lobby.finished.record(bo, other), await here.lobby.finished.record(ann, table)
        assert record["origin"] == {"kind": "deal", "moves": 0}
        assert record["deal"] == first["deal"]
        after = await deals_of.standing(shared, bo.id)
        assert {result.name for result in after.results} == {"ann", "bo"}
        assert [result.is_mine for result in after.results if result.name == "bo"] == [True]
        finished_match = await here.lobby.finished.find(ann, other, 1)
        assert (
            finished_match.is_compared,
            finished_match.table_view.table.you,
            finished_match.table_view.table.view,
        ) == (True, "watch", None)
        assert (await deals_of.standing(shared, ann.id)).is_over
        with pytest.raises(DealOpen):
            await here.lobby.opener.play_deal(ann, shared)


async def listed_match(here: House, *watchers: Player) -> tuple[str, list[Player], SharedDeal]:
    """Return a listed table where two friends have finished a match, the friends, and the deal that one shares."""
    table, friends = await here.friends("ann", "bo", listed=True)
    for watcher in watchers:
        await here.see(watcher, table)
    while (now := await here.see(friends[0], table))["status"] == "playing":
        await here.move(friends[now["to_move"]], table)
    shared_deals = here.lobby.shared_deals
    return table, friends, await shared_deals.of_code(await shared_deals.share(friends[0], table, 1))


async def test_a_spectator_of_a_match_cannot_play_its_deal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        cyd, dot = await here.player("cyd"), await here.player("dot")
        table, (ann, bo), shared = await listed_match(here, cyd)
        standing = here.lobby.deals.standing
        assert [(await standing(shared, player.id)).can_play for player in (ann, bo, cyd, dot)] == [False] * 3 + [True]
        with pytest.raises(DealOpen):
            await here.lobby.opener.play_deal(cyd, shared)
        await here.lobby.opener.play_deal(dot, shared)
        await here.see(cyd, table)


async def test_a_table_can_be_watched_while_writes_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unavailable(*_: object) -> None:
        raise StoreError("the disk is full")

    async with house(tmp_path) as here:
        cyd = await here.player("cyd")
        table, _ = await here.friends("ann", "bo", listed=True)
        monkeypatch.setattr(here.lobby.store, "write_at", unavailable)
        assert (await here.see(cyd, table))["status"] == "playing"


async def test_the_talk_of_a_match_is_closed_to_players_of_its_deal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        dot = await here.player("dot")
        table, (ann, bo), shared = await listed_match(here)

        async def say(player: Player, text: str) -> None:
            await here.lobby.talk.say(player, table, Line(0, environment().now(), player.id, None, text))

        await say(ann, "Bo had the hare.")
        await here.lobby.opener.play_deal(dot, shared)
        with pytest.raises(DealInPlay):
            await here.lobby.talk.lines(dot, table)
        with pytest.raises(DealInPlay):
            await say(dot, "Who had the hare?")
        # A rematch can be watched, but its talk may be about the first match.
        await here.do(ann, table, "again")
        for player in (ann, bo):
            await here.do(player, table, "ready")
        start = (await here.see(ann, table))["version"]
        async with (
            here.lobby.subscriptions.subscribe(dot, table, since=start) as (dots, _),
            here.lobby.subscriptions.subscribe(bo, table) as (bos, _),
        ):
            await say(ann, "The hare again!")
            heard = [[frame["type"] for frame in frames_of(each)].count("line") for each in (dots, bos)]
        assert heard == [0, 1]


def frames_of(subscriber: Subscriber) -> list[dict[str, Any]]:
    """Return the frames that wait for a subscriber, except the states."""
    waiting = []
    while not subscriber.frames.empty():
        waiting.append(subscriber.frames.get_nowait())
    return [frame for frame in waiting if isinstance(frame, dict)]


async def test_only_players_can_share_a_deal_and_only_a_fresh_deal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, eve = await here.player("ann"), await here.player("eve")
        table = await here.finished(ann)
        share = here.lobby.shared_deals.share
        await here.lobby.access.show_code(eve, (await here.see(ann, table))["watch"])
        with pytest.raises(NotAllowed, match="no seat"):
            await share(eve, table, 1)
        again = await here.play_out(ann, await play_on(here, ann, await branch_point(here, ann, table)))
        with pytest.raises(NotAllowed, match="cannot be shared"):
            await share(ann, again, 1)


@pytest.mark.parametrize("code", ["bcdfghjkmn", "", "x" * 500, "bcdfghjk\0n", None])
async def test_an_unknown_deal_code_reveals_nothing(tmp_path: Path, code: object) -> None:
    async with house(tmp_path) as here:
        with pytest.raises(NoSuchDeal, match=r"^no deal has this code$"):
            await here.lobby.shared_deals.of_code(code)


async def test_the_deal_of_a_day_depends_only_on_the_day(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        of_day = here.lobby.shared_deals.of_day
        one, same, other = (
            await of_day("courtisans", DAY),
            await of_day("courtisans", DAY),
            await of_day("courtisans", "2026-11-24"),
        )
        assert one == same
        assert (one.deal, one.seed, one.luck) != (other.deal, other.seed, other.luck)
        assert json.dumps(one.deal) != json.dumps(other.deal)


async def test_the_deal_of_today_is_open_to_its_players_and_tomorrow_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "today", lambda: DAY)
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        shared = await here.lobby.shared_deals.of_day("courtisans", DAY)
        table = await here.lobby.opener.play_deal(ann, shared)
        await here.do(ann, table, "ready")
        await here.play_out(ann, table)
        link = here.lobby.sharing.code_of(await here.lobby.sharing.make(ann, Aim(table, 1)))
        await here.lobby.sharing.follow(link, ann)
        for shut in (lambda: here.lobby.sharing.follow(link, bo), lambda: here.lobby.sharing.follow(link)):
            assert (await refusal_of(shut))[0] == "deal-open"
        await here.do(ann, table, "again")
        await here.do(ann, table, "clear", seat=(await here.see(ann, table))["you"] - 1)
        await here.do(bo, table, "sit", code=(await here.see(ann, table))["join"])
        bos = await here.lobby.opener.play_deal(bo, shared)
        for player in (bo, None):
            assert (await here.lobby.deals.standing(shared, player.id if player else None)).results == ()
        assert (await refusal_of(lambda: here.lobby.finished.find(bo, table, 1)))[0] == "deal-open"
        await here.do(bo, bos, "ready")
        await here.play_out(bo, bos)
        assert not (await here.lobby.finished.find(bo, table, 1)).is_compared
        standing = await here.lobby.deals.standing(shared, ann.id)
        assert [result.name for result in standing.results if not result.is_mine] == ["bo"]
        with pytest.raises(DealOpen):
            await play_on(here, ann, await branch_point(here, ann, table), other=OPEN)
        with pytest.raises(NotAllowed):
            await here.lobby.shared_deals.share(ann, table, 1)
        eve = await here.player("eve")
        with pytest.raises(NoSuchTable):
            await here.lobby.finished.find(eve, table, 1)
        monkeypatch.setattr(deals, "today", lambda: "2026-11-24")
        assert len((await here.lobby.deals.standing(shared, eve.id)).results) == 2
        assert (await here.lobby.finished.find(eve, table, 1)).is_compared
        await here.lobby.sharing.follow(link)
        with pytest.raises(DealOpen):
            await here.lobby.opener.play_deal(eve, shared)


async def test_a_player_who_stops_the_deal_of_a_day_sees_results_on_the_next_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "today", lambda: DAY)
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        shared = await here.lobby.shared_deals.of_day("courtisans", DAY)
        for player in (ann, bo):
            table = await here.lobby.opener.play_deal(player, shared)
            await here.do(player, table, "ready")
            if player is ann:
                await here.play_out(ann, table)
            else:
                await here.do(bo, table, "vote", what="stop")
        standing = await here.lobby.deals.standing(shared, bo.id)
        assert (standing.results, standing.can_play) == ((), False)
        monkeypatch.setattr(deals, "today", lambda: "2026-11-24")
        results = (await here.lobby.deals.standing(shared, bo.id)).results
        assert [(result.name, result.scores is None) for result in results] == [("ann", False), ("bo", True)]


async def test_a_result_with_moves_of_a_stand_in_is_marked_and_has_no_rank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "today", lambda: DAY)
    async with house(tmp_path) as here:
        players = [await here.player(name) for name in ("ann", "bo", "cyd")]
        shared = await here.lobby.shared_deals.of_day("courtisans", DAY)
        for player in players:
            table = await here.lobby.opener.play_deal(player, shared)
            await here.do(player, table, "ready")
            if player.name == "bo":
                seat = (await here.until(player, table, lambda now: now["to_move"] == now["you"]))["you"]
                await here.do(player, table, "substitute", seat=seat, bot="steward")
                await here.until(player, table, lambda now: now["turn"] > 8)
                await here.do(player, table, "return")
            await here.play_out(player, table)
        results = (await here.lobby.deals.standing(shared, players[0].id)).results
        assert [(one.name, one.is_substituted) for one in results if not one.place] == [("bo", True)]
        assert results[-1].name == "bo"
        assert [one.is_substituted for one in results[:-1]] == [False, False]


async def test_an_imported_record_is_shown_at_a_table_of_its_importer(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, bo = await here.player("ann"), await here.player("bo")
        record = await here.lobby.finished.record(ann, await here.finished(ann))
        table = await here.lobby.uploads.import_match(bo, read_record(record), "once")
        assert table == await here.lobby.uploads.import_match(bo, read_record(record), "once")
        assert await here.lobby.finished.record(bo, table) == record
        seen = await here.see(bo, table)
        assert (seen["status"], seen["you"], seen["origin"]["kind"]) == ("over", None, "record")
        assert (await here.lobby.finished.find(bo, table, 1)).match.moves == record["moves"]
        with pytest.raises(NoSuchTable):
            await here.lobby.finished.find(ann, table, 1)
        with pytest.raises(Reused):
            await here.lobby.uploads.import_match(
                bo, read_record(record | {"seats": [{"name": "x"}, {"name": "y"}]}), "once"
            )
        unfinished = {key: value for key, value in record.items() if key not in ("result", "shuffle")}
        with pytest.raises(NotOver):
            await here.lobby.uploads.import_match(
                bo, read_record(unfinished | {"moves": record["moves"][:3]}), command()
            )
    async with house(tmp_path) as here:
        assert await here.lobby.finished.record(bo, table) == record
