"""Statistics: which matches count, when, how often, and what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.engine.contract.game import game_names
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.records import read_record
from courtly.environment import environment
from courtly.review.reviewing import shares
from courtly.tables.statistics import LEAST, OWN, GameStatistics, Rate, start_of_day, summary, sums_of
from courtly.tables.store import statistics, writes
from courtly.tables.store.rows import to_milliseconds
from courtly.tables.store.statistics import Finished, Key
from tests.games.cursed_court.builders import NOBLES
from tests.review.helpers import finished
from tests.tables.counted import played
from tests.tables.helpers import ME, STEWARD, House, command, house
from tests.tables.store.helpers import query

pytestmark = pytest.mark.anyio


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def counted(at: House, *, days: int = 1) -> GameStatistics:
    """Count the matches that ended before a moment, and return the statistics of Courtisans."""
    assert at.lobby.statistics is not None
    await at.lobby.statistics.count(environment().now() + timedelta(days=days))
    return await at.lobby.statistics.of_game("courtisans")


async def test_a_match_counts_once_and_after_its_day(at: House) -> None:
    ann = await at.player("Ann")
    await at.finished(ann)
    assert (await counted(at, days=-1)).matches == 0
    assert (await counted(at)).matches == 1
    found = await counted(at)
    assert (found.matches, found.seats, found.failed) == (1, 2, 0)
    assert found.options["edition"] == {"2024": 1}


def test_a_day_begins_at_midnight() -> None:
    assert start_of_day(datetime(2026, 11, 29, 23, 59, 59, 5, UTC)) == datetime(2026, 11, 29, tzinfo=UTC)


async def test_a_running_match_changes_nothing(at: House) -> None:
    ann = await at.player("Ann")
    table = await at.finished(ann)
    await at.do(ann, table, "again")
    await at.do(ann, table, "ready")
    now = await at.until(ann, table, lambda now: now["match"] == 2 and now["to_move"] == now["you"])
    await at.move(ann, table)
    assert now["status"] == "playing"
    assert (await counted(at)).matches == 1
    first = (await at.lobby.tables.state_of(table)).played[0]
    assert await at.lobby.store.read(statistics.sums_of, "courtisans") == sums_of(first)


async def test_processes_that_count_the_same_match_count_it_once(at: House) -> None:
    table = await at.finished(await at.player("Ann"))
    row, sums = Finished(table, 1, "courtisans"), {Key(2, "matches"): (1, 0.0)}
    for _ in range(2):
        await at.lobby.store.write(statistics.add, [(row, sums)])
    assert await at.lobby.store.read(statistics.sums_of, "courtisans") == sums


async def test_known_deals_stopped_matches_and_uploads_do_not_count(at: House) -> None:
    ann = await at.player("Ann")
    await at.finished(ann, seed=7)
    stopped = await at.open(ann, ME, STEWARD)
    await at.do(ann, stopped, "ready")
    await at.do(ann, stopped, "stop")
    await at.lobby.uploads.import_match(ann, read_record(finished("courtisans").record()), command())
    assert (await counted(at)).matches == 0


async def test_a_table_that_cannot_be_replayed_is_left_out(
    at: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ann = await at.player("Ann")
    broken = await at.finished(ann)
    await at.finished(ann)
    at.lobby.tables.drop([broken])
    change = f"UPDATE journal SET data = '{{\"moves\":[\"nonsense\"]}}' WHERE act = 'move' AND table_id = '{broken}'"
    query(f"sqlite:///{tmp_path / 'courtly.sqlite3'}", change)
    assert (await counted(at)).matches == 1
    assert f"the match 1 of the table {broken} is not counted: broken-table" in caplog.text


async def test_the_sums_remain_when_tables_are_deleted(at: House) -> None:
    await at.finished(await at.player("Ann"))
    before = await counted(at)
    await at.lobby.store.write(writes.forget, to_milliseconds(environment().now() + timedelta(days=1)))
    assert await counted(at) == before


@pytest.mark.parametrize("game", game_names())
def test_the_sums_of_a_match_follow_from_its_record(game: str) -> None:
    one = played(game, 3)
    sums = sums_of(one)
    won = shares(one.match)
    first = one.match.at(0).to_move or 0
    assert [sums[Key(3, "place", "", str(place))] for place in range(3)] == [
        (1, won[(first + place) % 3]) for place in range(3)
    ]
    deal = one.match.record()["deal"]
    places = {key.item for key in sums if key.topic == "list" and key.name.startswith("first#")}
    assert f"{deal['first']}@0" in places


def test_the_holders_of_missions_share_their_victories() -> None:
    one = played("courtisans", 4)
    won = shares(one.match)
    held = [mission["mission"] for missions in one.match.view()["result"]["missions"] for mission in missions]
    uses = {key.item: value for key, value in sums_of(one).items() if key.topic == "use"}
    assert sorted(uses) == sorted(held)
    assert sum(total for _, total in uses.values()) == pytest.approx(2 * sum(won))


def test_banners_cards_and_regions_are_counted_once_for_each_seat() -> None:
    for game, kinds in (("monarch", {"banner flown", "card"}), ("cursed_court", {"region"})):
        found = [played(game, 2, number) for number in range(3)]
        uses = [(key, count) for one in found for key, (count, _) in sums_of(one).items() if key.topic == "use"]
        assert {key.name for key, _ in uses} <= kinds
        assert uses
        assert max(count for _, count in uses) <= 2


def test_stand_ins_and_forfeits_count_for_options_only() -> None:
    one = played("courtisans", 2)
    for found in (replace(one, substituted=frozenset({0})), replace(one, forfeited=frozenset({1}))):
        assert {key.topic for key in sums_of(found)} == {"matches", "option", "list"}


def test_documents_of_players_count_as_their_own_and_name_no_item() -> None:
    groups = islice(combinations(NOBLES, 3), 18)
    own = [{"id": f"own-{n}", "name": {"en": f"Own {n}"}, "nobles": list(group)} for n, group in enumerate(groups)]
    sums = sums_of(played("cursed_court", 2, regions=own))
    assert Key(2, "option", "regions", OWN) in sums
    assert {key.topic for key in sums} == {"matches", "option"}
    assert "own-" not in str(sums)


def test_a_deal_that_does_not_follow_from_its_shuffle_is_counted_apart() -> None:
    one = played("courtisans", 2)
    one.match.fair = FairShuffle(bytes(31) + b"!", ["", ""], "t", 1)
    assert sums_of(one) == {Key(2, "failed"): (1, 0.0)}
    assert summary({Key(2, "failed"): (1, 0.0)}).failed == 1


@given(counts=st.lists(st.tuples(st.integers(2, 4), st.integers(0, 3), st.integers(1, 40)), max_size=12))
def test_a_summary_is_the_same_in_any_order_and_names_no_rare_item(counts: list[tuple[int, int, int]]) -> None:
    sums: dict[Key, tuple[int, float]] = {}
    for seats, item, count in counts:
        sums[Key(seats, "use", "mission", f"m{item}")] = (count, count / seats)
        sums[Key(seats, "matches")] = (count, 0.0)
    found = summary(sums)
    assert found == summary(dict(reversed(list(sums.items()))))
    assert found.matches == sum(count for key, (count, _) in sums.items() if key.topic == "matches")
    rates = [rate for uses in found.uses.values() for rate in uses]
    assert all(rate.seats >= LEAST and rate.low <= rate.share <= rate.high for rate in rates)
    assert rates == sorted(rates, key=lambda rate: (-rate.share, rate.item))


def test_win_rates_are_those_of_the_most_frequent_number_of_players() -> None:
    sums = {Key(2, "matches"): (30, 0.0), Key(3, "matches"): (60, 0.0)}
    sums |= {Key(seats, "place", "", "0"): (30 * (seats - 1), 20.0) for seats in (2, 3)}
    assert [(rate.seats, rate.share) for rate in summary(sums).places] == [(60, 1 / 3)]
    assert [(rate.seats, rate.share) for rate in summary(sums, 2).places] == [(30, 2 / 3)]
    assert summary(sums, 4).places == []
    assert summary(sums).seat_numbers == [2, 3]
    assert Rate("0", 60, 1 / 3, 0.23, 0.46)[:3] == summary(sums).places[0][:3]
    assert Counter({}) == Counter(summary({}).options)
