"""Tables from opening to rematch: permissions, and the data that each player gets."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly.bots import Bot, find_bot
from courtly.engine.contract.game import find_game
from courtly.engine.errors import CourtlyError, IllegalMove, NotOver
from courtly.engine.play.match import Match
from courtly.environment import Environment, using
from courtly.runtime import Runtime
from courtly.tables import memory, services, thinking
from courtly.tables.acts import content_of
from courtly.tables.errors import BadCommand, BadSeats, NoSuchTable, NotYourTurn
from courtly.tables.fair_queue import Caller
from courtly.tables.journal import Player
from courtly.tables.lobby import MAX_UNFINISHED, LobbyOptions, build_lobby
from courtly.tables.memory import IdleLimits
from courtly.tables.opening import NewTable, opening
from courtly.tables.play import MAX_DRAFTS
from courtly.tables.refusals import BadAct, EndsHere, NotAllowed, NotNow, Reused, SeatTaken, Stale, TooMany
from courtly.tables.seating import SeatChoice
from courtly.tables.store import reads, writes
from courtly.tables.store.rows import Aim, to_milliseconds
from tests.tables.helpers import ME, OPEN, SECRET, STEWARD, House, command, house, played

GAMES = ["courtisans", "cursed_court", "monarch"]


def test_friends_join_by_code_and_the_match_starts_when_all_are_ready(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann, bo = await at.player("Ann"), await at.player("Bo")
        table = await at.open(ann, ME, OPEN)
        with pytest.raises(NoSuchTable):
            await at.see(bo, table)
        code = (await at.see(ann, table))["join"]
        assert await at.lobby.access.show_code(bo, code.upper()) == (table, "join")
        assert (await at.see(bo, table))["you"] == "watch"
        await at.do(bo, table, "sit")
        await at.do(ann, table, "ready", word="rose")
        assert (await at.see(bo, table))["status"] == "waiting"
        await at.do(bo, table, "ready", word="thorn")
        seen = await at.see(bo, table)
        assert (seen["status"], seen["you"], seen["match"], seen["turn"]) == ("playing", 1, 1, 0)
        assert "join" not in seen

    played(tmp_path, story)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_whole_match_proves_a_fair_shuffle(tmp_path: Path, game: str) -> None:
    async def story(at: House) -> None:
        short = {"years": 1} if game == "cursed_court" else {"max_rounds": 2} if game == "monarch" else {}
        table, friends = await at.friends("Ann", "Bo", game=game, options=short)
        promise = (await at.see(friends[0], table))["promise"]
        with pytest.raises(NotOver):
            await at.lobby.finished.record(friends[0], table)
        while (now := await at.see(friends[0], table))["status"] == "playing":
            await at.move(friends[now["to_move"]], table)
        record = await at.lobby.finished.record(friends[1], table, 1)
        assert hashlib.sha256(bytes.fromhex(record["shuffle"]["secret"])).hexdigest() == promise
        assert record["shuffle"]["words"] == ["Ann", "Bo"]
        assert courtly.read_record(record).is_over
        last = (await at.lobby.views.answer(friends[0], table, since=0))["entries"][-1]
        assert (last["act"], last["event"]["args"]["secret"]) == ("reveal", record["shuffle"]["secret"])

    played(tmp_path, story)


def test_bots_play_by_themselves_and_reading_changes_nothing(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann = await at.player("Ann")
        table = await at.open(ann, ME, STEWARD, STEWARD)
        await at.do(ann, table, "ready")
        for _ in range(3):
            now = await at.until(ann, table, lambda seen: seen["to_move"] == 0)
            version = now["version"]
            assert [(await at.see(ann, table))["version"] for _ in range(3)] == [version] * 3
            await at.move(ann, table)

    played(tmp_path, story)


@pytest.mark.parametrize("failures", [1, 5])
def test_a_match_goes_on_if_a_bot_and_its_replacement_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    asked = list[str]()

    def find(spec: str) -> Bot:
        asked.append(spec)
        if len(asked) <= failures:
            raise RuntimeError("a bot crashes")
        return find_bot(spec)

    monkeypatch.setattr(thinking, "find_bot", find)
    monkeypatch.setattr(services, "BOT_RETRY_SECONDS", 0.0)

    async def story(at: House) -> None:
        ann = await at.player("Ann")
        table = await at.open(ann, ME, SeatChoice(kind="bot", bot="random"))
        await at.do(ann, table, "ready")
        while len(asked) <= failures:
            await at.until(ann, table, lambda seen: seen["to_move"] == 0)
            await at.move(ann, table)

    played(tmp_path, story)
    assert asked[:failures] == ["random", "steward", "random", "steward", "random"][:failures]


def test_acknowledged_acts_survive_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo")
        first = friends[(await at.see(friends[0], table))["to_move"]]
        await at.move(first, table)
        kept.update(table=table, player=friends[0], seen=await at.lobby.views.answer(friends[0], table, since=0))

    async def after(at: House) -> None:
        assert await at.lobby.views.answer(kept["player"], kept["table"], since=0) == kept["seen"]

    played(tmp_path, before)
    played(tmp_path, after)


def test_a_record_says_which_bots_lack_their_net_even_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def begin(at: House) -> None:
        ann = await at.player("Ann")
        seats = ME, SeatChoice(kind="bot", bot="minister", name="Bo")
        kept.update(player=ann, table=await at.open(ann, *seats, game="monarch", options={"banners": False}))
        await at.do(ann, kept["table"], "ready")

    async def check(at: House) -> None:
        await at.see(kept["player"], kept["table"])
        match = at.lobby.tables[kept["table"]].state.played[0].match
        assert match.record()["seats"] == [{"name": "Ann"}, {"name": "Bo", "lacks_net": True}]

    played(tmp_path, begin)
    played(tmp_path, check)


def test_a_repeated_act_gets_the_first_answer_and_changes_nothing(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo")
        now = await at.see(friends[0], table)
        mover = friends[now["to_move"]]
        legal = (await at.see(mover, table))["view"]["legal"]
        act = {"command": "once", "act": "move", "match": 1, "turn": 0, "moves": legal[:1]}
        first = await at.lobby.play.act(mover, table, act)
        assert await at.lobby.play.act(mover, table, act) == first
        assert (await at.see(mover, table))["turn"] == 1
        with pytest.raises(Reused):
            await at.lobby.play.act(mover, table, {**act, "moves": legal[1:2]})

        other = await at.open(mover, ME, OPEN)
        with pytest.raises(Reused):
            await at.lobby.play.act(mover, other, {"command": "once", "act": "ready"})
        # The reused command id is reported even if the act would be refused for another reason.
        for refused in ({"act": "return"}, {"act": "sit", "seat": 3, "code": "bcdfghjkmn"}):
            with pytest.raises(Reused):
                await at.lobby.play.act(mover, other, {"command": "once", **refused})

    played(tmp_path, story)


def test_two_lobbies_of_one_store_cannot_both_make_a_move(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo")
        async with house(tmp_path) as other:
            for turn in range(6):
                await other.lobby.tables.refresh(table)
                await at.lobby.tables.refresh(table)
                one, late = (at, other) if turn % 2 else (other, at)
                mover = friends[(await late.see(friends[0], table))["to_move"]]
                legal = (await late.see(mover, table))["view"]["legal"]
                await one.move(mover, table, legal[0])
                with pytest.raises(Stale) as stale:
                    await late.do(mover, table, "move", match=1, turn=turn, moves=legal[:1])
                assert stale.value.turn == turn + 1
                assert (await late.see(mover, table))["turn"] == turn + 1

    played(tmp_path, story)


def test_a_turn_is_atomic(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", seed=3)
        mover = friends[(await at.see(friends[0], table))["to_move"]]
        hand = (await at.see(mover, table))["view"]["legal"]
        with pytest.raises(IllegalMove) as refused:
            await at.move(mover, table, hand[0], hand[0])
        assert refused.value.index == 1  # type: ignore[attr-defined]
        assert (await at.see(mover, table))["turn"] == 0

    played(tmp_path, story)


def test_a_draft_does_not_play_a_move_that_may_reveal_information(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of such a move may depend on hidden cards."""

    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", game="monarch")
        now = await at.see(friends[0], table)
        mover = friends[now["to_move"]]
        reveals = find_game("monarch").audience_view.reveals
        view = (await at.see(mover, table))["view"]
        move = next(move for move in view["legal"] if reveals(view, move))
        played_moves: list[str] = []
        monkeypatch.setattr(Match, "play", lambda _, line: played_moves.append(line))
        draft = await at.lobby.drafts.draft(mover, table, {"match": 1, "turn": now["turn"], "moves": [move]})
        assert (played_moves, draft.legal) == ([], [])

    played(tmp_path, story)


def test_a_move_that_may_reveal_information_must_be_last(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", game="monarch")
        mover = friends[(await at.see(friends[0], table))["to_move"]]
        with pytest.raises(EndsHere) as refused:
            await at.move(mover, table, "sweep", "end")
        assert refused.value.codes() == {"index": 0}
        drafted = await at.lobby.drafts.draft(mover, table, {"match": 1, "turn": 0, "moves": ["harvest"]})
        assert "harvest" not in drafted.legal
        looked = await at.lobby.drafts.draft(mover, table, {"match": 1, "turn": 0, "moves": ["harvest", "sweep"]})
        assert (looked.legal, looked.view["market"]) == ([], [None] * 5)
        assert looked.view["deck"] == drafted.view["deck"]
        assert (await at.see(mover, table))["turn"] == 0

    played(tmp_path, story)


def test_a_full_queue_of_drafts_refuses_only_the_persons_who_fill_it(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", game="monarch")
        mover = friends[(await at.see(friends[0], table))["to_move"]]
        draft = {"match": 1, "turn": 0, "moves": ["harvest"]}
        async with at.lobby.drafts._drafts.take(Caller("", "")):
            addresses = [*["x"] * (MAX_DRAFTS + 1), "y"]
            drafts = [at.lobby.drafts.draft(mover, table, draft, address=each) for each in addresses]
            asked = [asyncio.create_task(each) for each in drafts]
            with pytest.raises(TooMany, match="the limit is 64 at a time"):
                await asked[-2]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(each, TooMany) for each in answers] == [*[False] * (MAX_DRAFTS - 1), True, True, False]

    played(tmp_path, story)


def test_a_move_for_another_turn_or_out_of_turn_is_refused(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo")
        now = await at.see(friends[0], table)
        mover, other = friends[now["to_move"]], friends[1 - now["to_move"]]
        legal = (await at.see(mover, table))["view"]["legal"]
        with pytest.raises(Stale) as stale:
            await at.do(mover, table, "move", match=1, turn=7, moves=legal[:1])
        assert stale.value.codes() == {"match": 1, "turn": 0}
        with pytest.raises(NotYourTurn):
            await at.do(other, table, "move", match=1, turn=0, moves=legal[:1])

    played(tmp_path, story)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        ({"act": "dance"}, BadAct),
        ({"act": "move", "match": 1}, BadAct),
        ({"act": "sit", "seat": 9}, BadAct),
        ({"act": "sit", "seat": 0}, SeatTaken),
        ({"act": "sit", "code": "2222222222"}, NoSuchTable),
        ({"act": "fill", "seat": 1, "bot": "steward"}, NotAllowed),
        ({"act": "start"}, NotAllowed),
        ({"act": "ready"}, NotAllowed),
        ({"act": "return"}, NotAllowed),
        ({"act": "again"}, NotAllowed),
        ({"act": "sit", "command": "a b"}, BadCommand),
    ],
)
def test_a_stranger_is_refused_at_a_listed_table(
    tmp_path: Path, act: dict[str, Any], error: type[CourtlyError]
) -> None:
    async def story(at: House) -> None:
        ann, bo = await at.player("Ann"), await at.player("Bo")
        table = await at.open(ann, ME, OPEN, listed=True)
        before = await at.lobby.views.answer(ann, table, since=0)
        with pytest.raises(error):
            await at.lobby.play.act(bo, table, {"command": command(), **act})
        assert await at.lobby.views.answer(ann, table, since=0) == before

    played(tmp_path, story)


def test_the_host_manages_the_seats(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann, bo = await at.player("Ann"), await at.player("Bo")
        table = await at.open(ann, ME, OPEN, OPEN, listed=True)
        await at.do(bo, table, "sit", seat=1)
        await at.do(ann, table, "fill", seat=2, bot="novice")
        assert [seat["kind"] for seat in (await at.see(bo, table))["seats"]] == ["person", "person", "bot"]
        await at.do(ann, table, "clear", seat=2)
        await at.do(ann, table, "remove", seat=1)
        await at.do(bo, table, "sit", seat=2)
        await at.do(ann, table, "hand", seat=2)
        with pytest.raises(NotAllowed):
            await at.do(ann, table, "change", options={"players": 3, "edition": "2023"})
        await at.do(ann, table, "ready")
        await at.do(bo, table, "change", options={"players": 3, "edition": "2023"})
        seen = await at.see(ann, table)
        assert (seen["options"]["edition"], seen["seats"][0]["ready"], seen["host"]) == ("2023", False, 2)
        with pytest.raises(NotNow):
            await at.do(bo, table, "change", options={"players": 2})

    played(tmp_path, story)


def test_a_stand_in_plays_until_a_player_who_left_the_seat_returns(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", minder={"bot": "random", "after": 60})
        now = await at.see(friends[0], table)
        away, other = friends[now["to_move"]], friends[1 - now["to_move"]]
        await at.do(away, table, "rise")
        now = await at.until(other, table, lambda seen: seen["view"]["legal"])
        assert now["seats"][1 - now["to_move"]]["minded_by"] == "random"
        await at.do(away, table, "return")
        assert (await at.see(other, table))["seats"][1 - now["to_move"]]["minded_by"] is None

    played(tmp_path, story)


def test_a_player_who_never_connects_gets_a_stand_in_even_after_a_restart(tmp_path: Path) -> None:
    tables: list[str] = []

    async def begins(at: House) -> None:
        table, (ann, _) = await at.friends("Ann", "Bo", minder={"bot": "random", "after": 1}, listed=True)
        tables.append(table)
        async with at.lobby.subscriptions.subscribe(ann, table):
            await at.until(ann, table, lambda seen: seen["seats"][1]["minded_by"])

    async def goes_on(at: House) -> None:
        eve = await at.player("Eve")
        assert (await at.see(eve, tables[0]))["seats"][0]["minded_by"] is None
        await at.until(eve, tables[0], lambda seen: seen["seats"][0]["minded_by"])

    played(tmp_path, begins)
    played(tmp_path, goes_on)


def test_the_host_can_substitute_only_absent_players(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, (ann, ben) = await at.friends("Ann", "Ben")
        async with at.lobby.subscriptions.subscribe(ben, table):
            with pytest.raises(BadAct, match="the player in seat 1 is here"):
                await at.do(ann, table, "mind", seat=1)
        await at.do(ann, table, "mind", seat=1)
        assert (await at.see(ann, table))["seats"][1]["minded_by"]

    played(tmp_path, story)


def test_players_vote_for_a_stand_in_or_the_end(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", "Cyd")
        await at.do(friends[0], table, "vote", what="mind", seat=2)
        assert (await at.see(friends[0], table))["seats"][2]["minded_by"] is None
        await at.do(friends[1], table, "vote", what="mind", seat=2)
        assert (await at.see(friends[0], table))["seats"][2]["minded_by"] is not None
        for player in friends[:2]:
            await at.do(player, table, "vote", what="stop")
        for player in friends:
            now = await at.see(player, table)
            assert (now["status"], now["to_move"], now["view"]["to_move"], now["view"]["legal"]) == (
                "over",
                None,
                None,
                [],
            )

    played(tmp_path, story)


def test_a_stopped_match_reveals_nothing(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", listed=True, watchers=True)
        watcher = await at.player("Eve")
        before = [await at.lobby.views.table_view(player, table) for player in (*friends, watcher)]
        for player in friends:
            await at.do(player, table, "vote", what="stop")
        for player, shown in zip((*friends, watcher), before, strict=True):
            for number in (None, 1):
                after = await at.lobby.views.table_view(player, table, number)
                assert shown.match is not None
                assert after.match is not None
                assert after.match.view == {**shown.match.view, "legal": []}
            journal = await at.lobby.views.answer(player, table, since=0)
            assert journal["entries"][-1]["act"] == "stop"
            finished, shared_deals = at.lobby.finished, at.lobby.shared_deals
            for ask in (finished.record, finished.find, finished.review, shared_deals.share):
                with pytest.raises(NotOver, match="stopped"):
                    await ask(player, table, 1)
            assert (await at.lobby.history.export(player))["matches"] == []
        with pytest.raises(NotOver, match="stopped"):
            await at.lobby.sharing.make(friends[0], Aim(table, 1))

    played(tmp_path, story)


@pytest.mark.parametrize(("one", "other", "same"), [(7, 7, True), (7, 8, False), (None, None, False)])
def test_a_seed_repeats_the_deal_and_the_moves_of_random_bots(
    tmp_path: Path, one: int | None, other: int | None, same: bool
) -> None:
    async def story(at: House) -> None:
        ann, found = await at.player("Ann"), []
        for seed in (one, other):
            table = await at.finished(ann, ME, *[SeatChoice(kind="bot", bot="random")] * 2, seed=seed)
            found.append((await at.lobby.finished.record(ann, table))["moves"])
        assert (found[0] == found[1]) is same

    played(tmp_path, story)


def test_a_rematch_rotates_the_seats_and_has_a_new_commitment(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", seed=1)
        assert (await at.see(friends[0], table))["promise"] is None
        for player in friends:
            await at.do(player, table, "vote", what="stop")
        await at.do(friends[1], table, "again")
        seen = await at.see(friends[0], table)
        assert (seen["match"], seen["status"], seen["you"], seen["known_deal"]) == (2, "waiting", 1, True)
        assert len(seen["promise"]) == 64
        for player in friends:
            await at.do(player, table, "ready")
        assert (await at.see(friends[0], table))["status"] == "playing"
        first = await at.lobby.views.table_view(friends[0], table, 1)
        assert first.match is not None
        assert [seat.name for seat in first.match.seats] == ["Ann", "Bo"]

    played(tmp_path, story)


def test_a_stand_in_plays_when_a_clock_runs_out(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", clock={"kind": "move", "seconds": 1})
        first = (await at.see(friends[0], table))["to_move"]
        now = await at.until(friends[0], table, lambda seen: seen["seats"][first]["minded_by"] is not None)
        assert now["clocks"]["running"] != first

    played(tmp_path, story)


def test_at_a_strict_table_a_player_whose_clock_runs_out_has_lost_and_a_bot_plays_to_the_end(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", clock={"kind": "move", "seconds": 1}, timeout="forfeit")
        first = (await at.see(friends[0], table))["to_move"]
        late = friends[first]
        now = await at.until(late, table, lambda seen: seen["seats"][first]["forfeited"])
        match = (await at.lobby.views.table_view(friends[1 - first], table)).match
        assert match is not None
        told = "{name} has run out of time and forfeits: a bot ({bot}) plays to the end."
        assert [(remark.sentence, remark.seat) for remark in match.remarks] == [(told, first)]
        assert now["seats"][first]["substituted_by"] == "courtier"
        with pytest.raises(NotNow, match="the seat is lost"):
            await at.do(late, table, "return")
        await at.until(late, table, lambda seen: seen["status"] == "over")
        [results] = (await at.lobby.history.played(late)).matches
        assert results[first].share == 0
        await at.do(late, table, "again")
        assert not any(seat["forfeited"] for seat in (await at.see(late, table))["seats"])

    played(tmp_path, story)


def test_a_player_can_take_thirty_days_off_in_a_match_with_days_for_each_move(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, [ann, bo] = await at.friends("Ann", "Bo", clock={"kind": "days", "days": 1})
        due = datetime.fromisoformat((await at.see(ann, table))["clocks"]["since"]) + timedelta(days=29)
        own = ann if (await at.see(ann, table))["to_move"] == 0 else bo
        answer = await at.do(own, table, "time_off", days=28)
        assert answer.entries[0]["event"]["args"]["days"] == 28
        [line] = await at.lobby.views.waiting_for(own)
        assert line.due is not None
        assert datetime.fromisoformat(line.due) == due
        with pytest.raises(NotNow, match="you have 2 left") as refused:
            await at.do(own, table, "time_off", days=3)
        assert (refused.value.where, refused.value.allowed) == ("days", "2")
        await at.do(own, table, "time_off", days=2)
        quick, [cyd, _] = await at.friends("Cyd", "Dee", clock={"kind": "move", "seconds": 3600})
        with pytest.raises(NotNow, match="only a table with days for each move"):
            await at.do(cyd, quick, "time_off", days=1)

    played(tmp_path, story)


def test_days_off_at_all_tables_skip_damaged_ones_and_those_that_give_no_more(tmp_path: Path) -> None:
    tables = list[str]()
    slow = {"kind": "days", "days": 1}

    async def begin(at: House) -> None:
        ann = await at.player("Ann")
        for clock in (slow, slow, slow, slow, None):
            tables.append(await at.open(ann, ME, STEWARD, clock=clock))
            await at.do(ann, tables[-1], "ready")
        await at.do(ann, tables[0], "time_off", days=30)

    async def take(at: House) -> None:
        ann = await at.lobby.store.read(reads.player, id="id-Ann")
        assert ann is not None
        for _ in range(2):  # The second request repeats the first.
            assert await at.lobby.play.take_time_off(ann, 7, "a") == 2
        for table, days in zip([*tables[:3], tables[4]], ([30], [7], [7], []), strict=True):
            entries = (await at.lobby.views.answer(ann, table, since=0))["entries"]
            assert [entry["event"]["args"]["days"] for entry in entries if entry["act"] == "time_off"] == days
        with pytest.raises(NotNow, match="24 days off are too many"):
            await at.lobby.play.take_time_off(ann, 24, "b")
        with pytest.raises(BadAct):
            await at.lobby.play.take_time_off(ann, 31, "c")

    played(tmp_path, begin)
    with closing(sqlite3.connect(tmp_path / "courtly.sqlite3")) as connection, connection:
        connection.execute("DELETE FROM journal WHERE table_id = ? AND number = 1", (tables[3],))
    played(tmp_path, take)


def test_the_usual_timeout_changes_neither_the_hash_of_a_request_nor_the_journal() -> None:
    ann = Player(id="ann", name="Ann", colour="wine", created=datetime(2026, 1, 1, tzinfo=UTC))
    wanted = NewTable(command="c", game="courtisans", seats=[ME, OPEN])
    assert "timeout" not in wanted.model_dump(mode="json")
    assert "timeout" not in opening("t", ann, wanted).data
    strict = wanted.model_copy(update={"timeout": "forfeit"})
    assert strict.model_dump(mode="json")["timeout"] == opening("t", ann, strict).data["timeout"] == "forfeit"
    assert content_of(strict) != content_of(wanted)


def test_a_table_may_leave_it_to_a_vote_whether_a_bot_plays_after_a_timeout(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", clock={"kind": "days", "days": 1}, timeout="vote")
        first = (await at.see(friends[0], table))["to_move"]
        await at.do(friends[1 - first], table, "vote", what="substitute", seat=first)
        assert (await at.see(friends[0], table))["seats"][first]["substituted_by"] == "courtier"
        await at.do(friends[first], table, "return")

    played(tmp_path, story)


def test_a_person_has_a_limited_number_of_tables(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann = await at.player("Ann")
        for _ in range(MAX_UNFINISHED):
            await at.open(ann, ME, OPEN)
        with pytest.raises(TooMany):
            await at.open(ann, ME, OPEN)
        assert len(await at.lobby.views.mine(ann)) == MAX_UNFINISHED

    played(tmp_path, story)


def test_opening_with_a_repeated_command_returns_the_first_table(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann = await at.player("Ann")
        wanted = NewTable(command="again", game="courtisans", seats=[ME, OPEN])
        assert await at.lobby.opener.open(ann, wanted) == await at.lobby.opener.open(ann, wanted)
        with pytest.raises(Reused):
            await at.lobby.opener.open(ann, NewTable(command="again", game="courtisans", seats=[ME, OPEN, OPEN]))
        with pytest.raises(BadSeats):
            await at.open(ann, ME, ME)

    played(tmp_path, story)


def test_a_reconnecting_client_gets_the_missed_entries(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo")
        stayed: list[dict[str, Any]] = []
        async with at.lobby.subscriptions.subscribe(friends[0], table) as (subscriber, first):
            stayed += [frame for frame in first if frame["type"] == "entry"]
            for _ in range(6):
                now = await at.see(friends[0], table)
                await at.move(friends[now["to_move"]], table)
            while not subscriber.frames.empty():
                frame = subscriber.frames.get_nowait()
                if isinstance(frame, dict) and frame["type"] == "entry":
                    stayed.append(frame)
        for since in (0, 4, len(stayed)):
            async with at.lobby.subscriptions.subscribe(friends[0], table, since=since) as (_, first):
                assert [frame for frame in first if frame["type"] == "entry"] == stayed[since:]

    played(tmp_path, story)


@pytest.mark.parametrize("watchers", [True, False])
def test_a_table_may_exclude_spectators(tmp_path: Path, watchers: bool) -> None:
    async def story(at: House) -> None:
        ann, bo, cyd = [await at.player(name) for name in ("Ann", "Bo", "Cyd")]
        table = await at.open(ann, ME, OPEN, listed=True, watchers=watchers)
        await at.do(bo, table, "sit")
        assert (await at.see(cyd, table))["you"] == ("watch" if watchers else None)
        for player in (ann, bo):
            await at.do(player, table, "ready")
        if watchers:
            seen = await at.see(None, table)
            assert (seen["view"]["seat"], seen["view"]["legal"]) == (None, [])
        else:
            with pytest.raises(NoSuchTable):
                await at.see(cyd, table)

    played(tmp_path, story)


def test_an_act_completes_when_its_sender_disconnects(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo")
        mover = friends[(await at.see(friends[0], table))["to_move"]]
        moving = asyncio.ensure_future(at.move(mover, table))
        await asyncio.sleep(0)
        moving.cancel()
        now = await at.until(mover, table, lambda seen: seen["turn"] in (0, 1))
        entries = await at.lobby.store.read(reads.journal, table)
        assert (await at.see(mover, table))["version"] >= now["version"]
        assert [entry.number for entry in entries] == list(range(len(entries)))

    played(tmp_path, story)


def test_a_slow_subscriber_is_disconnected(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann = await at.player("Ann")
        table = await at.open(ann, ME, OPEN)
        async with at.lobby.subscriptions.subscribe(ann, table) as (subscriber, _):
            for _ in range(40):
                await at.do(ann, table, "ready")
            assert subscriber.lost
            assert subscriber.frames.get_nowait() is None

    played(tmp_path, story)


def test_bots_get_free_court_names(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        host = await found.player("isaure")
        named = SeatChoice(kind="bot", bot="steward", name="Odile")
        table = await found.open(host, ME, STEWARD, named, OPEN)
        await found.do(host, table, "fill", seat=3, bot="random")
        names = [seat["name"] for seat in (await found.see(host, table))["seats"]]
        assert names == ["isaure", "Aldric", "Odile", "Tancrède"]

    played(tmp_path, story)


def test_a_table_without_hints_refuses_them(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        table, players = await found.friends("Ann", "Ben", aids=False)
        for player in players:
            with pytest.raises(NotAllowed, match="no hints at this table"):
                await found.lobby.drafts.hint(player, table, lang="en")

    played(tmp_path, story)


def test_a_removed_player_may_watch_until_new_codes(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        ann, ben, eve = [await found.player(name) for name in ("Ann", "Ben", "Eve")]
        table = await found.open(ann, ME, OPEN, OPEN)
        for guest in (ben, eve):
            await found.do(guest, table, "sit", code=(await found.see(ann, table))["join"])
        await found.do(ann, table, "remove", seat=1)
        assert (await found.see(ben, table))["you"] == "watch"
        async with found.lobby.subscriptions.subscribe(ben, table) as (subscriber, _):
            await found.do(ann, table, "renew", code="watch")
            assert subscriber.lost
        with pytest.raises(NoSuchTable):
            await found.see(ben, table)
        assert (await found.see(eve, table))["you"] == 2
        await found.do(ben, table, "sit", code=(await found.see(ann, table))["join"])
        await found.do(ann, table, "renew", code="join")
        assert (await found.see(ben, table))["you"] == 1

    played(tmp_path, story)


def test_a_player_removed_after_a_match_is_a_stranger_after_new_codes(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        table, (ann, ben) = await found.friends("Ann", "Ben")
        await found.do(ann, table, "stop")
        await found.do(ann, table, "again")
        seat = (await found.see(ben, table))["you"]
        await found.do(ann, table, "remove", seat=seat)
        assert (await found.see(ben, table))["you"] == "watch"
        await found.do(ann, table, "renew", code="join")
        with pytest.raises(NoSuchTable):
            await found.see(ben, table)

    played(tmp_path, story)


def test_spectators_are_disconnected_at_the_deal_of_a_private_table(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        ann, eve = await found.player("Ann"), await found.player("Eve")
        table = await found.open(ann, ME, STEWARD, watchers=False)
        await found.lobby.access.show_code(eve, (await found.see(ann, table))["join"])
        async with (
            found.lobby.subscriptions.subscribe(eve, table) as (subscriber, _),
            found.lobby.subscriptions.subscribe(ann, table) as (own, _),
        ):
            await found.do(ann, table, "ready")
            assert (subscriber.lost, own.lost) == (True, False)

    played(tmp_path, story)


def test_a_page_visit_counts_as_present_for_a_while(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        table, (ann, ben) = await found.friends("Ann", "Ben", minder={"bot": "steward", "after": 1})

        async def here() -> list[bool]:
            return [seat["present"] for seat in (await found.see(ann, table))["seats"]]

        await found.lobby.subscriptions.visit(ann, table, 600)
        await found.lobby.subscriptions.visit(ben, table, 600)
        assert await here() == [True, True]
        await found.lobby.subscriptions.visit(ben, table, 0.01)
        now = await found.until(ann, table, lambda now: now["seats"][1]["minded_by"] == "steward")
        assert now["seats"][1]["present"] is False

    played(tmp_path, story)


def test_a_program_counts_as_present_for_a_while_after_a_look(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        ann = await found.player("Ann")
        table = await found.open(ann, ME, OPEN, listed=True)
        for name, is_program in (("Bo", False), ("Bot", True)):
            guest = await found.player(name, is_program=is_program)
            await found.do(guest, table, "sit")
            async with found.lobby.subscriptions.subscribe(guest, table):
                pass
            assert (await found.see(ann, table))["seats"][1]["present"] is is_program
            await found.do(guest, table, "rise")

    played(tmp_path, story)


def test_a_connection_replaces_a_page_visit(tmp_path: Path) -> None:
    async def story(found: House) -> None:
        table, (ann, ben) = await found.friends("Ann", "Ben")
        await found.lobby.subscriptions.visit(ben, table, 600)
        async with found.lobby.subscriptions.subscribe(ben, table):
            await found.lobby.subscriptions.visit(ben, table, 600)
        assert (await found.see(ann, table))["seats"][1]["present"] is False

    played(tmp_path, story)


def test_follow_ups_are_written_together_with_the_act(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann, bo = await at.player("Ann"), await at.player("Bo")
        table = await at.open(ann, ME, OPEN, listed=True)
        await at.do(bo, table, "sit")
        await at.do(ann, table, "ready")
        versions: list[int] = []
        at.lobby.store.notices.listen(lambda _, version: versions.append(version))
        ready = await at.do(bo, table, "ready")
        for player in (ann, bo):
            await at.do(player, table, "vote", what="stop")
        acts = [entry.act for entry in await at.lobby.store.read(reads.journal, table)]
        assert acts[-5:] == ["ready", "start", "vote", "vote", "stop"]
        # One write each. A server killed between an act and its follow-up would leave the table waiting for ever.
        assert versions == [ready.version + 1, ready.version + 2, len(acts)]

    played(tmp_path, story)


def test_a_deleted_table_is_unknown_and_leaves_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(at: House) -> None:
        table, (ann, bo) = await at.friends("Ann", "Bo", clock={"kind": "days", "days": 1})
        async with at.lobby.subscriptions.subscribe(ann, table) as (subscriber, _):
            await at.lobby.store.write(writes.forget, to_milliseconds(datetime.now(UTC) + timedelta(days=1)))
            with pytest.raises(NoSuchTable):
                await at.do(bo, table, "vote", what="stop")
            monkeypatch.setattr(memory, "POLL_SECONDS", 0.0)
            while await subscriber.frames.get() is not None:
                pass
        assert at.lobby.tables.counts()["tables"] == 0
        with pytest.raises(NoSuchTable):
            await at.see(ann, table)

    played(tmp_path, story)


def test_a_table_that_is_opened_during_the_search_for_deleted_ones_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(at: House) -> None:
        ann, read = await at.player("Ann"), at.lobby.store.read

        async def slowly(query: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
            found = await read(query, *arguments, **named)
            if query is reads.versions:
                await at.open(ann, ME, STEWARD)
            return found

        monkeypatch.setattr(at.lobby.store, "read", slowly)
        await at.lobby.tables._keep_up()
        assert at.lobby.tables.counts()["tables"] == 1

    played(tmp_path, story)


def test_notes_lose_only_the_characters_that_no_database_can_store(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, (ann, _) = await at.friends("Ann", "Bo")
        assert await at.lobby.talk.note(ann, table, "a\0 spy?\n\ud83cno \U0001f451") == "a spy?\nno \U0001f451"

    played(tmp_path, story)


def test_a_jump_of_the_system_clock_takes_no_time_from_a_player(
    tmp_path: Path,
) -> None:
    class Jumping(Environment):
        def system_time(self) -> float:
            return super().system_time() + jump[0]

    jump = [0.0]

    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", clock={"kind": "bank", "seconds": 86_400})
        now = await at.see(friends[0], table)
        jump[0] = 86_400
        mover = now["to_move"]
        await at.move(friends[mover], table)
        assert (await at.see(friends[0], table))["clocks"]["left"][mover] > 43_200

    with using(Jumping()):
        played(tmp_path, story)


def test_a_server_with_many_running_matches_opens_another_table(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        with Runtime() as runtime:
            full = House(build_lobby(at.lobby.store, runtime, LobbyOptions(secret=SECRET, idle=IdleLimits(tables=1))))
            for name in ("Ann", "Bo", "Cyd"):
                player = await full.player(name)
                table = await full.open(player, ME, STEWARD)
                await full.do(player, table, "ready")
                assert (await full.see(player, table))["status"] == "playing"
            await full.lobby.close()

    played(tmp_path, story)


def test_a_table_that_leaves_memory_takes_its_services_with_it(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        with Runtime() as runtime:
            house = House(build_lobby(at.lobby.store, runtime, LobbyOptions(secret=SECRET, idle=IdleLimits(tables=1))))
            for name in ("Ann", "Bo", "Cyd"):
                player = await house.player(name)
                table = await house.open(player, ME, STEWARD)
                await house.do(player, table, "ready")
                await house.do(player, table, "stop")
            assert house.lobby.tables.counts()["tables"] == len(house.lobby.services._tables) == 1
            await house.lobby.close()

    played(tmp_path, story)


def test_an_act_succeeds_although_another_process_is_first_more_than_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(at: House) -> None:
        async with house(tmp_path) as other:
            ann, bo = await at.player("Ann"), await other.player("Bo")
            table = await at.open(ann, ME, OPEN, listed=True)
            await other.do(bo, table, "sit")
            append, faster = at.lobby.store.append, ["ready", "unready"]

            async def append_late(*arguments: Any, **more: Any) -> None:
                if faster:
                    await other.do(bo, table, faster.pop(0))
                await append(*arguments, **more)

            monkeypatch.setattr(at.lobby.store, "append", append_late)
            await at.do(ann, table, "ready")
            entries = (await at.lobby.views.answer(ann, table, since=0))["entries"]
            assert [entry["act"] for entry in entries] == ["open", "sit", "ready", "unready", "ready"]

    played(tmp_path, story)
