"""The stored data of one player: results, costs, links, and deletion. Each test runs with SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from courtly.tables.journal import LEFT
from courtly.tables.store import Store, players, reads, shares, writes
from courtly.tables.store.errors import Conflict
from courtly.tables.store.players import MATCHES_PAGE, Against, KindCost
from courtly.tables.store.rows import Aim, Cost, ResultRow, Share
from tests.tables.store.helpers import HASH, NOON, entry, grown, head, player, sent

pytestmark = pytest.mark.anyio


def result(seat: int, table: str = "t", **changes: Any) -> ResultRow:
    """Return the result row of a seat: Ann in seat 0, a bot in any other."""
    own = seat == 0
    made = ResultRow(
        table,
        1,
        seat,
        "ann" if own else None,
        "Ann" if own else "Bo",
        None if own else "courtier",
        "courtisans",
        9 - seat,
        1.0 if own else 0.0,
        NOON,
    )
    return replace(made, **changes)


async def test_matches_are_paged_newest_first(store: Store) -> None:
    for n in range(MATCHES_PAGE + 3):
        await grown(store, f"t{n}")
        finished = NOON + timedelta(minutes=n)
        await store.write_at(
            f"t{n}", players.put_results, [result(seat, f"t{n}", finished=finished) for seat in range(2)]
        )
    first, second = [await store.read(players.matches_of, "ann", page=page) for page in range(2)]
    assert [match[0].table for match in first + second] == [f"t{n}" for n in reversed(range(MATCHES_PAGE + 3))]
    assert [len(first), len(second)] == [MATCHES_PAGE, 3]
    assert [one.seat for one in first[0]] == [0, 1]
    assert await store.read(players.matches_of, "bea") == []
    assert len(await store.read(players.results_of, "ann")) == MATCHES_PAGE + 3


async def test_a_match_with_two_bots_of_one_kind_counts_once(store: Store) -> None:
    await grown(store)
    await store.write_at("t", players.put_results, [result(0), result(1), result(2)])
    assert await store.read(players.against_bots, "ann") == [Against("courtisans", "courtier", 1, 1, 1.0)]


async def test_stored_results_are_not_replaced(store: Store) -> None:
    await grown(store)
    await store.write_at("t", players.put_results, [result(0)])
    await store.write_at("t", players.put_results, [result(0, score=99)])
    ((found,),) = await store.read(players.matches_of, "ann")
    assert found == result(0)


async def test_costs_are_summed_by_game_and_kind(store: Store) -> None:
    for table in ("t", "u"):
        await grown(store, table)
        await store.write_at(table, players.put_results, [result(seat, table) for seat in range(2)])
        await store.write_at(table, writes.take_review, 1, "p", 0)
        await store.write_at(
            table, writes.put_review, 1, "{}", [Cost(0, "kill", 3, 0.5, 0.25), Cost(1, "kill", 9, 9.0, 9.0)]
        )
    assert await store.read(players.costs_of, "ann") == [KindCost("courtisans", "kill", 6, 1.0, 0.5)]
    await store.write_at("t", players.put_costs, 1, [Cost(0, "kill", 1, 0.5, 0.25)])
    assert await store.read(players.costs_of, "ann") == [KindCost("courtisans", "kill", 4, 1.0, 0.5)]


def share(hashed: str = HASH, *, maker: str = "ann", **aim: Any) -> Share:
    """Return a read-only link to a match."""
    return Share(replace(Aim("t", 1), **aim), hashed, "nonce", maker, NOON)


async def test_a_link_is_found_until_its_maker_withdraws_it(store: Store) -> None:
    await grown(store)
    made = share(move=3, eyes=1, named=False, lang="fr")
    await store.write_at(made.aim.table, shares.add, made)
    assert await store.read(shares.find, HASH) == made
    assert await store.read(shares.of_maker, "ann") == [made]
    assert not await store.write(shares.withdraw, "bea", HASH)
    assert await store.write(shares.withdraw, "ann", HASH)
    assert await store.read(shares.find, HASH) is None


async def test_a_link_needs_an_existing_table(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.write_at("t", shares.add, share())


async def test_leaving_a_table_anonymizes_the_player_and_adds_an_entry(store: Store) -> None:
    opened = sent(0, "c0")
    seats = [{"kind": "person", "name": "Ann", "player": "ann"}, {"kind": "bot", "name": "Ann", "player": None}]
    await store.create(head(), [replace(opened, data={"host": "ann", "seats": seats})])
    await store.append([entry(1)], head(version=2))
    await store.write_at("t", players.put_results, [result(0)])
    assert await store.read(players.tables_of, "ann") == ["t"]
    await store.leave_table("t", "ann", "gone-1")
    first, second, last = await store.read(reads.journal, "t")
    assert (first.sender, second.sender, last.act) == ("gone-1", "gone-1", "leave")
    assert first.data["host"] == "gone-1"
    assert [seat["name"] for seat in first.data["seats"]] == [LEFT, "Ann"]
    assert second.data == entry(1).data
    found = await store.read(reads.head, "t")
    assert found is not None
    assert (found.version, found.host, found.seats[0].player, found.seats[0].name) == (3, "gone-1", "gone-1", LEFT)
    assert await store.read(players.tables_of, "ann") == []
    assert await store.read(players.results_of, "ann") == []


async def test_a_deleted_player_loses_all_private_data(store: Store) -> None:
    await grown(store)
    await store.write(writes.add_player, player("ann"))
    await store.write_at("t", writes.put_note, "ann", "note")
    await store.write_at("t", writes.admit, "ann", "watch")
    await store.write_at("t", shares.add, share())
    await store.write(players.leave, "ann")
    assert await store.read(reads.player, id="ann") is None
    assert await store.read(reads.note, "ann", "t") == ""
    assert await store.read(reads.role_of, "ann", "t") is None
    assert await store.read(shares.find, HASH) is None
