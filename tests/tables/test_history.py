"""The history of players: results, recurring mistakes, the JSON export, and deletion."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from courtly.engine.play.records import read_record
from courtly.review.walk import positions_of
from courtly.tables.audience import serialize_for
from courtly.tables.deals import today
from courtly.tables.errors import NoSuchTable
from courtly.tables.history import Streak, costs_of, mistakes_of, streak_of
from courtly.tables.journal import LEFT, Player
from courtly.tables.state import TableState
from courtly.tables.store import reads, writes
from courtly.tables.store.players import KindCost
from courtly.tables.store.rows import Aim
from courtly.tables.store.store import Store
from tests.review.helpers import quick_review
from tests.tables.helpers import ME, OPEN, STEWARD, House, house, played
from tests.tables.store.helpers import query


async def to_the_end(place: House, table: str, players: list[Player]) -> None:
    """Let all players make the first legal move until the match is over."""
    while (now := await place.see(players[0], table))["status"] == "playing":
        await place.move(players[now["to_move"]], table)


def test_results_are_stored_when_a_match_ends(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, players = await here.friends("Ann", "Bo")
        ann, _ = players
        assert (await here.lobby.history.played(ann)).count == 0
        await to_the_end(here, table, players)
        found = await here.lobby.history.played(ann)
        record = await here.lobby.finished.record(ann, table)
        (match,) = found.matches
        assert [one.score for one in match] == record["result"]["scores"]
        assert [seat for seat, one in enumerate(match) if one.share > 0] == record["result"]["winners"]
        assert [one.player for one in match] == [one.id for one in players]
        assert found.won == (0 in record["result"]["winners"])

    played(tmp_path, story)


def test_missing_results_are_added_when_a_server_starts(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            table, players = await here.friends("Ann", "Bo")
            await to_the_end(here, table, players)
            kept = (await here.lobby.history.played(players[0])).matches
        query(f"sqlite:///{tmp_path / 'courtly.sqlite3'}", "DELETE FROM results")
        async with house(tmp_path) as here:
            await here.lobby.history.load_unfinished(here.lobby.runtime.until_warm, here.lobby.tables.state_of)
            assert (await here.lobby.history.played(players[0])).matches == kept

    asyncio.run(story())


def test_a_match_counts_once_for_each_kind_of_bot(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        ann = await here.player("Ann")
        table = await here.open(ann, ME, STEWARD, STEWARD)
        await here.do(ann, table, "ready")
        await here.until(ann, table, lambda now: now["status"] == "playing")
        while (now := await here.until(ann, table, lambda now: now["to_move"] in (0, None)))["status"] == "playing":
            await here.move(ann, table)
        (against,) = (await here.lobby.history.played(ann)).against
        assert (against.game, against.bot, against.matches) == ("courtisans", "steward", 1)
        assert now["status"] == "over"

    played(tmp_path, story)


@pytest.mark.parametrize(
    ("won", "streak"),
    [([], Streak(0, 0)), ([False, True], Streak(1, 1)), ([True, True, True, False, True, True], Streak(2, 3))],
)
def test_a_streak_counts_victories_in_a_row(won: list[bool], streak: Streak) -> None:
    assert streak_of(won) == streak


def costs(kind: str, decisions: int, mean: float, deviation: float, game: str = "monarch") -> KindCost:
    """Return costs of decisions of a kind, from their mean and standard deviation."""
    return KindCost(game, kind, decisions, decisions * mean, decisions * (mean**2 + deviation**2))


def test_a_significant_mistake_is_reported() -> None:
    usual = costs("buy", 200, 0.01, 0.02)
    (found,) = mistakes_of([usual, costs("pledge", 60, 0.05, 0.05)])
    assert (found.kind, found.decisions) == ("pledge", 60)
    assert found.low < found.cost < found.high
    assert found.cost == pytest.approx(0.05)
    assert found.others == pytest.approx(0.01)


@pytest.mark.parametrize(
    "kinds",
    [
        [],
        [costs("pledge", 60, 0.05, 0.05)],
        [costs("buy", 200, 0.01, 0.02), costs("pledge", 19, 0.30, 0.05)],
        [costs("buy", 200, 0.01, 0.02), costs("pledge", 30, 0.02, 0.20)],
        [costs("buy", 9000, 0.010, 0.001), costs("pledge", 9000, 0.012, 0.001)],
        [costs("buy", 200, 0.01, 0.02, "courtisans"), costs("pledge", 60, 0.05, 0.05)],
    ],
    ids=["none", "nothing beside it", "too few", "too unsure", "too small", "another game"],
)
def test_a_difference_that_may_be_chance_is_not_a_mistake(kinds: list[KindCost]) -> None:
    assert mistakes_of(kinds) == []


def test_false_mistakes_are_reported_to_few_players() -> None:
    """The costs of all kinds have one distribution, with many zeros as in reviews: every reported mistake is false."""
    import random

    luck, reported = random.Random(7), 0
    for _ in range(400):
        kinds = []
        for kind in "abcd":
            drawn = [luck.expovariate(20) if luck.random() < 0.3 else 0.0 for _ in range(60)]
            kinds.append(KindCost("monarch", kind, 60, sum(drawn), sum(cost * cost for cost in drawn)))
        reported += bool(mistakes_of(kinds))
    assert reported <= 0.08 * 400


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_stored_costs_add_up_to_the_costs_in_the_review(game: str) -> None:
    review = quick_review(game)
    found = costs_of(review)
    for seat, each in enumerate(review.seats):
        own = [one for one in found if one.seat == seat]
        assert sum(one.decisions for one in own) == each.decisions
        assert sum(one.total for one in own) == pytest.approx(each.cost * each.decisions)


def everything(path: Path) -> str:
    """Return the content of a store as text."""
    url = f"sqlite:///{path / 'courtly.sqlite3'}"
    names = [row[0] for row in query(url, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    return "\n".join(repr(row) for name in names for row in query(url, f'SELECT * FROM "{name}"'))


async def spectator_entries(store: Store, table: str) -> str:
    """Return all entries of a table as spectators see them."""
    state = TableState.of(table, await store.read(reads.journal, table))
    return json.dumps([serialize_for(state, entry, "watch") for entry in state.entries])


def test_a_deleted_player_is_in_no_stored_data(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as here:
            ann, bo = await here.player("Annabella"), await here.player("Bo")
            table = await here.open(ann, ME, OPEN)
            await here.do(bo, table, "sit", code=(await here.see(ann, table))["join"])
            for player in (ann, bo):
                await here.do(player, table, "ready", word="rose")
            await here.lobby.talk.note(ann, table, "a note of one's own")
            await to_the_end(here, table, [ann, bo])
            await here.lobby.sharing.make(ann, Aim(table, 1))
            await here.lobby.shared_deals.share(ann, table, 1)
            await here.lobby.opener.play_deal(ann, await here.lobby.shared_deals.of_day("courtisans", today()))
            document = quick_review("courtisans").model_dump(mode="json")
            document["seats"][0]["name"] = "Annabella"
            await here.lobby.store.write_at(table, writes.take_review, 1, "p", 0)
            await here.lobby.store.write_at(table, writes.put_review, 1, json.dumps(document))
            before = await here.lobby.finished.record(bo, table)
            await here.lobby.departures.leave(ann)
            after = await here.lobby.finished.record(bo, table)
            assert after["moves"] == before["moves"]
            assert after["result"] == before["result"]
            assert [seat["name"] for seat in after["seats"]] == [LEFT, "Bo"]
            assert "Annabella" not in await spectator_entries(here.lobby.store, table)
            with pytest.raises(NoSuchTable):
                await here.see(ann, table)
            assert (await here.see(bo, table))["seats"][0]["name"] == LEFT
        text = everything(tmp_path)
        assert "Annabella" not in text
        assert ann.id not in text
        assert "a note of one's own" not in text
        async with house(tmp_path) as here:
            assert await here.lobby.finished.record(bo, table) == after
            assert (await here.lobby.history.played(bo)).count == 1
            assert (await here.lobby.history.played(ann)).count == 0

    asyncio.run(story())


def test_a_stand_in_plays_on_for_a_deleted_player(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (ann, bo) = await here.friends("Ann", "Bo")
        await here.lobby.departures.leave(ann)
        seen = await here.see(bo, table)
        assert seen["seats"][0]["minded_by"]
        assert seen["seats"][0]["name"] == LEFT
        while (await here.until(bo, table, lambda now: now["to_move"] in (1, None)))["status"] == "playing":
            await here.move(bo, table)

    played(tmp_path, story)


def test_an_act_sees_a_deletion_by_another_process(tmp_path: Path) -> None:
    """Another process has deleted a player, and the actor has not read that entry yet."""

    async def story(here: House) -> None:
        table, (ann, bo) = await here.friends("Ann", "Bo")
        await here.lobby.store.leave_table(table, ann.id, "gone-1")
        now = await here.see(bo, table)
        mover = ann if now["to_move"] == 0 else bo
        if mover is bo:
            await here.move(bo, table)
        else:
            await here.do(bo, table, "vote", what="stop")
        assert (await here.see(bo, table))["seats"][0]["name"] == LEFT

    played(tmp_path, story)


def test_an_export_contains_only_the_players_own_data(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (ann, bo) = await here.friends("Ann", "Bo")
        await here.lobby.talk.note(ann, table, "mine")
        await here.lobby.talk.note(bo, table, "not hers")
        await to_the_end(here, table, [ann, bo])
        await here.lobby.sharing.make(ann, Aim(table, 1))
        found = await here.lobby.history.export(ann)
        record = await here.lobby.finished.record(ann, table)
        own = [move for move, seat in zip(record["moves"], movers(record), strict=True) if seat == 0]
        assert [act["move"] for act in found["acts"] if act["act"] == "move"] == own
        assert found["notes"] == [{"table": table, "text": "mine"}]
        assert [match["seat"] for match in found["matches"]] == [0]
        assert len(found["links"]) == 1
        assert "not hers" not in json.dumps(found)

    played(tmp_path, story)


def movers(record: dict[str, Any]) -> list[int | None]:
    """Return the seat of each move of a record."""
    return [here.to_move for here in positions_of(read_record(record))][:-1]


def test_deleting_a_player_does_not_rename_a_namesake(tmp_path: Path) -> None:
    """Names are replaced by player id, so another player with that name keeps it."""

    async def story(here: House) -> None:
        table, (ann, bo) = await here.friends("Ann", "Bo")
        other = replace(ann, id="another")
        await here.lobby.store.write(writes.add_player, other)
        await here.lobby.departures.leave(other)
        assert [seat["name"] for seat in (await here.see(bo, table))["seats"]] == ["Ann", "Bo"]
        assert await here.lobby.store.read(reads.player, id=ann.id) is not None

    played(tmp_path, story)
