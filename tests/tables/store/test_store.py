"""Reading and writing of the store, with SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from courtly.tables.errors import StoreError
from courtly.tables.journal import Entry, HeadSeat, Line
from courtly.tables.store import Conflict, MatchRow, Store, StoreClosed, open_store, reads, writes
from courtly.tables.store import store as store_module
from courtly.tables.store.databases import read_url
from courtly.tables.store.reads import LOBBY_PAGE
from courtly.tables.store.rows import DealPlay, NewCodes, StartRow
from courtly.tables.store.writes import FORGOTTEN_TOGETHER
from tests.tables.store.helpers import (
    ANN,
    BOT,
    HASH,
    NOON,
    Open,
    entry,
    forget,
    grown,
    head,
    numbers,
    player,
    put_codes,
    query,
    sent,
)

pytestmark = pytest.mark.anyio


async def test_stored_data_is_read_back(store: Store, opened: Open) -> None:
    first = [sent(0, "c0"), entry(1, sender=None, seat=None, data={})]
    await store.create(head(version=2), first, codes={"join": HASH})
    await store.append([entry(2)], head(version=3))
    for one in (store, await opened()):
        assert await one.read(reads.journal, "t") == [*first, entry(2)]
        assert await one.read(reads.journal, "t", since=2) == [entry(2)]
        assert await one.read(reads.journal, "t", since=9) == []
        assert await one.read(reads.head, "t") == head(version=3)
        assert await one.read(reads.code, HASH) == ("t", "join")


async def test_an_unknown_table_has_no_data(store: Store) -> None:
    assert await store.read(reads.journal, "none") == []
    assert await store.read(reads.head, "none") is None
    assert await store.read(reads.sent, "ann", "c") is None
    assert await store.read(reads.code, HASH) is None
    assert await store.read(reads.player, id="ann") is None
    assert await store.read(reads.role_of, "ann", "none") is None
    assert await store.read(reads.note, "ann", "none") == ""
    assert await store.read(reads.versions, ["none"]) == {}


@pytest.mark.parametrize(
    "late",
    [
        pytest.param([entry(1)], id="a number that is taken"),
        pytest.param([entry(4)], id="a number that leaves a gap"),
        pytest.param([sent(2, "c1")], id="a command that was used"),
        pytest.param([entry(2), sent(3, "c1")], id="a command that was used, in the second entry"),
    ],
)
async def test_a_conflicting_act_is_refused_without_effects(store: Store, late: list[Entry]) -> None:
    await store.create(head(), [entry(0)])
    await store.append([sent(1, "c1")], head(version=2))
    with pytest.raises(Conflict):
        await store.append(late, head(version=late[-1].number + 1))
    assert await store.read(reads.journal, "t") == [entry(0), sent(1, "c1")]
    assert await store.read(reads.head, "t") == head(version=2)


async def test_appending_needs_a_table_and_creating_needs_a_free_id(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.append([entry(1)], head(version=2))
    await store.create(head(), [entry(0)])
    with pytest.raises(Conflict):
        await store.create(head(), [entry(0, act="other")])
    assert await store.read(reads.journal, "t") == [entry(0)]


async def test_a_command_is_unique_per_sender(store: Store) -> None:
    await store.create(head("t"), [sent(0, "c")])
    with pytest.raises(Conflict):
        await store.create(head("u"), [sent(0, "c")])
    await store.create(head("u"), [sent(0, "c", sender="bea")])
    assert await store.read(reads.sent, "ann", "c") == ("t", sent(0, "c"))
    assert await store.read(reads.sent, "bea", "c") == ("u", sent(0, "c", sender="bea"))
    assert await store.read(reads.head, "t") is not None


async def test_seats_follow_the_head(store: Store) -> None:
    await store.create(head(), [entry(0)])
    for number, seats in enumerate(
        [(ANN, BOT, BOT), (HeadSeat("open"),), (BOT, HeadSeat("program", "P", "p"))], start=1
    ):
        kept = head(version=number + 1, seats=seats)
        await store.append([entry(number)], kept)
        assert await store.read(reads.head, "t") == kept


async def test_players_and_hosts_have_their_tables_listed_by_last_update(
    store: Store,
) -> None:
    for number, (host, seats) in enumerate([("ann", (BOT,)), ("bea", (ANN,)), ("bea", (BOT,)), ("ann", (ANN, BOT))]):
        await store.create(head(f"t{number}", host=host, seats=seats, updated=NOON + timedelta(number)), [entry(0)])
    assert [one.table for one in await store.read(reads.heads_of, "ann")] == ["t3", "t1", "t0"]
    assert [one.table for one in await store.read(reads.heads_of, "ann", limit=2)] == ["t3", "t1"]
    assert (await store.read(reads.heads_of, "ann"))[0].seats == (ANN, BOT)
    assert await store.read(reads.heads_of, "cy") == []


async def test_tables_that_wait_for_a_player_are_listed_by_the_time_of_waiting(store: Store) -> None:
    times = {"new": NOON + timedelta(hours=2), "old": NOON, "later": NOON + timedelta(hours=1)}
    for name, since in times.items():
        await store.create(head(name, turn_since=since, due=since + timedelta(days=3)), [entry(0)])
    # A row of an earlier version has no such time; its last update takes its place.
    await store.create(head("unknown", updated=NOON + timedelta(minutes=90)), [entry(0)])
    await store.create(head("over", status="over", turn_since=NOON), [entry(0)])
    await store.create(head("of-a-bot", to_move=1, turn_since=NOON), [entry(0)])
    found = await store.read(reads.waiting_for, "ann")
    assert [one.table for one in found] == ["old", "later", "unknown", "new"]
    assert (found[0].turn_since, found[0].due) == (NOON, NOON + timedelta(days=3))
    assert await store.read(reads.waiting_for, "ann", limit=1) == found[:1]
    assert await store.read(reads.waiting_for, "bea") == []


async def test_the_tables_that_wait_for_several_players_are_found_together(store: Store) -> None:
    bea = HeadSeat("person", "Bea", "bea")
    for number in range(5):
        seats = (ANN, bea) if number % 2 else (bea, ANN)
        await store.create(head(f"t{number}", seats=seats, turn_since=NOON - timedelta(hours=number)), [entry(0)])
    for limit in (1, 2, 3):
        both = await store.read(reads.waiting_for_each, {"ann", "bea", "cy"}, limit=limit)
        alone = {each: await store.read(reads.waiting_for, each, limit=limit) for each in ("ann", "bea")}
        assert both == alone
    assert [one.table for one in both["bea"]] == ["t4", "t2", "t0"]


async def test_the_running_tables_of_a_player_are_found_whoever_is_to_move(store: Store) -> None:
    for kept in (head("b"), head("a", to_move=1), head("over", status="over"), head("hosted", seats=(BOT,))):
        await store.create(kept, [entry(0)])
    assert await store.read(reads.running_of, "ann") == ["a", "b"]


async def test_the_lobby_has_unfinished_listed_tables_with_waiting_tables_first(store: Store) -> None:
    kinds = {
        "played": ("playing", True),
        "over": ("over", True),
        "private": ("waiting", False),
        "open": ("waiting", True),
    }
    for day, (name, (status, listed)) in enumerate(kinds.items()):
        changes: dict[str, Any] = {"status": status, "listed": listed, "created": NOON + timedelta(day)}
        await store.create(head(name, **changes), [entry(0)])
    await store.create(head("newer", status="waiting", created=NOON + timedelta(9)), [entry(0)])
    assert [one.table for one in await store.read(reads.lobby)] == ["newer", "open", "played"]
    assert await store.read(reads.running) == ["newer", "open", "played", "private"]


async def test_the_lobby_is_paged(store: Store) -> None:
    count = LOBBY_PAGE + 3
    heads = [head(f"t{n:03}", created=NOON - timedelta(n)) for n in range(count)]
    await asyncio.gather(*(store.create(one, [entry(0)]) for one in heads))
    pages = [await store.read(reads.lobby, page=page) for page in range(3)]
    assert [len(page) for page in pages] == [LOBBY_PAGE, 3, 0]
    assert [one for page in pages for one in page] == heads


async def test_versions_of_several_tables_are_read_together(store: Store) -> None:
    await grown(store, "t", entries=3)
    await grown(store, "u")
    assert await store.read(reads.versions, ["t", "u", "none"]) == {"t": 3, "u": 1}


async def test_a_finished_match_is_stored_with_its_last_entry(store: Store) -> None:
    await store.create(head(), [entry(0)])
    over = MatchRow("t", 1, NOON, {"game": "courtisans", "seats": [{"name": "Ann"}]})
    with pytest.raises(Conflict):
        await store.append([entry(5)], head(version=6, status="over"), finished=over)
    assert await store.read(reads.matches, "t") == []
    await store.append([entry(1)], head(version=2, status="over"), finished=over)
    assert await store.read(reads.matches, "t") == [over]
    assert await store.read(reads.running) == []


async def test_players_are_found_by_id_token_and_recovery_link(store: Store) -> None:
    ann, bot = player("ann", recovery="r1"), player("bot", is_program=True, token="t1")
    await asyncio.gather(store.write(writes.add_player, ann), store.write(writes.add_player, bot))
    assert await store.read(reads.player, id="ann") == await store.read(reads.player, recovery="r1") == ann
    assert await store.read(reads.player, id="bot") == await store.read(reads.player, token="t1") == bot
    assert await store.read(reads.player, token="r1") is None


async def test_players_can_change_but_ids_and_recovery_links_are_unique(store: Store) -> None:
    await store.write(writes.add_player, player("ann", recovery="r1"))
    await store.write(writes.add_player, player("bea", recovery="r2"))
    changed = player("ann", name="Anna", recovery=None)
    assert await store.write(writes.change_player, changed)
    assert await store.read(reads.player, id="ann") == changed
    assert await store.read(reads.player, recovery="r1") is None
    assert not await store.write(writes.change_player, player("cy"))
    for twice in (
        store.write(writes.add_player, player("ann")),
        store.write(writes.change_player, player("ann", recovery="r2")),
    ):
        with pytest.raises(Conflict):
            await twice
    assert await store.read(reads.player, id="ann") == changed


async def test_a_renewed_code_replaces_the_old_one(store: Store) -> None:
    await store.create(head(), [entry(0)], codes={"join": "h1", "watch": "h2"})
    await put_codes(store, "t", {"join": "h3"})
    await store.append([entry(1)], head(version=2), codes=NewCodes({"watch": "h4"}))
    assert [await store.read(reads.code, f"h{n}") for n in (1, 2, 3, 4)] == [None, None, ("t", "join"), ("t", "watch")]
    await store.create(head("u"), [entry(0)])
    with pytest.raises(Conflict):
        await put_codes(store, "u", {"join": "h3"})
    with pytest.raises(Conflict):
        await put_codes(store, "none", {"join": "h9"})
    assert await store.read(reads.code, "h3") == ("t", "join")


async def test_the_role_join_is_never_reduced_to_watch(store: Store) -> None:
    await store.create(head(), [entry(0)])
    roles = []
    for role in ("watch", "join", "watch"):
        await store.write_at("t", writes.admit, "bea", role)
        roles.append(await store.read(reads.role_of, "bea", "t"))
    assert roles == ["watch", "join", "join"]
    assert await store.read(reads.role_of, "ann", "t") is None
    with pytest.raises(Conflict):
        await store.write_at("none", writes.admit, "bea", "join")


async def test_lines_are_numbered_in_order(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    line = Line(0, NOON, "ann", 0, text="Well played – 🂡", command="c")
    other = await opened()
    stores = [store, other] * 10
    kept = await asyncio.gather(
        *(one.write_at("t", writes.add_line, replace(line, command=f"c{n}")) for n, one in enumerate(stores))
    )
    said = [one.line for one in kept if one.is_new]
    assert sorted(one.number for one in said) == list(range(20))
    assert await store.read(reads.lines, "t") == sorted(said, key=lambda one: one.number)
    assert [one.number for one in await store.read(reads.lines, "t", since=18)] == [18, 19]


async def test_a_repeated_line_is_stored_once(store: Store) -> None:
    await store.create(head(), [entry(0)])
    line = Line(0, NOON, "ann", None, phrase="thanks", command="c")
    assert await store.write_at("t", writes.add_line, line) == (line, True)
    assert await store.write_at("t", writes.add_line, replace(line, at=NOON + timedelta(1))) == (line, False)
    with pytest.raises(Conflict):
        await store.write_at("t", writes.add_line, replace(line, phrase="sorry"))
    with pytest.raises(Conflict):
        await store.write_at("none", writes.add_line, line)
    assert await store.read(reads.lines, "t") == [line]


async def test_notes_belong_to_one_player_and_table(store: Store) -> None:
    await store.create(head(), [entry(0)])
    await store.write_at("t", writes.put_note, "ann", "first")
    await store.write_at("t", writes.put_note, "ann", "then")
    assert await store.read(reads.note, "ann", "t") == "then"
    assert await store.read(reads.note, "bea", "t") == ""


async def test_a_lease_has_one_holder_until_it_expires_or_is_released(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    other = await opened()
    assert await store.write_at("t", writes.acquire, "one", 60)
    assert not await other.write_at("t", writes.acquire, "two", 60)
    assert await store.write_at("t", writes.acquire, "one", 60)
    await other.write(writes.release, "two")
    assert not await other.write_at("t", writes.acquire, "two", 60)
    await store.write(writes.release, "one")
    assert await other.write_at("t", writes.acquire, "two", -1)
    assert await store.write_at("t", writes.acquire, "one", 60)


async def test_the_lease_of_an_unfinished_review_is_released(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    other = await opened()
    await store.write_at("t", writes.take_review, 1, "one", 60)
    assert not await other.write_at("t", writes.take_review, 1, "two", 60)
    await store.write(writes.release, "one")
    assert await other.read(reads.unfinished_reviews) == [("t", 1)]
    assert await other.write_at("t", writes.take_review, 1, "two", 60)


async def test_a_lease_is_over_after_the_system_clock_was_set_back(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    a_day_ahead = 86_400
    await store.write_at("t", writes.acquire, "one", a_day_ahead)
    assert await (await opened()).write_at("t", writes.acquire, "two", 60)
    await store.write_at("t", writes.take_review, 1, "one", a_day_ahead)
    assert await store.write_at("t", writes.take_review, 1, "two", 60)


async def test_only_one_of_several_processes_gets_a_lease(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    stores = [store, await opened(), await opened()]
    took = await asyncio.gather(*(one.write_at("t", writes.acquire, f"p{n}", 60) for n, one in enumerate(stores * 5)))
    assert sum(took) == 1


async def test_a_stored_deal_is_not_replaced(store: Store) -> None:
    await store.write(writes.put_deal, "id", {"game": "courtisans"})
    await store.write(writes.put_deal, "id", {"game": "monarch"})
    assert await store.read(reads.deal, "id") == {"game": "courtisans"}
    assert await store.read(reads.deal, "another") is None


async def test_a_deal_is_in_play_for_its_players_until_the_match_ends(store: Store) -> None:
    await store.create(head(), [entry(0)], start=StartRow("key", "shared", "ann"))
    assert await store.read(reads.deals_in_play, "ann") == {"key": "t"}
    assert await store.read(reads.deals_in_play, "bea") == {}
    assert await store.read(reads.deal_plays, "shared") == [DealPlay("t", "ann", is_over=False, head=None)]
    over = MatchRow("t", 1, NOON, {"result": {}})
    await store.append([entry(1)], head(version=2, status="over", to_move=None), finished=over)
    assert await store.read(reads.deals_in_play, "ann") == {}
    assert await store.read(reads.deal_plays, "shared", "ann") == [
        DealPlay("t", "ann", is_over=True, head={"result": {}})
    ]
    await store.append([entry(2)], head(version=3, match=2))
    assert await store.read(reads.deals_in_play, "ann") == {}
    assert [one.is_over for one in await store.read(reads.deal_plays, "shared")] == [True]
    assert await store.read(reads.deal_plays, "shared", "bea") == await store.read(reads.deal_plays, "another") == []


async def test_a_shared_deal_without_plays_is_deleted(store: Store) -> None:
    for name in ("tried", "untried"):
        await store.write(writes.put_deal, name, {})
    await store.create(head(), [entry(0)], start=StartRow("key", "tried", "ann"))
    later = datetime.now(UTC) + timedelta(days=1)
    await store.append([entry(1)], head(version=2, updated=later + timedelta(days=1)))
    await forget(store, later - timedelta(days=2))
    assert await store.read(reads.deal, "untried") is not None
    await forget(store, later)
    assert (await store.read(reads.deal, "tried"), await store.read(reads.deal, "untried")) == ({}, None)


async def test_deleted_tables_leave_no_rows(store: Store, url: str) -> None:
    await grown(store, "old", entries=3, updated=NOON)
    await put_codes(store, "old", {"join": HASH})
    await store.write_at("old", writes.admit, "bea", "join")
    await store.write_at("old", writes.add_line, Line(0, NOON, "ann", 0, text="hello"))
    await store.write_at("old", writes.put_note, "ann", "note")
    await store.write_at("old", writes.acquire, "p", 60)
    await store.write_at("old", writes.take_review, 1, "p", 60)
    over = MatchRow("old", 1, NOON, {})
    await store.append([entry(3)], head("old", 4, updated=NOON), finished=over)
    await grown(store, "new", updated=NOON + timedelta(days=1))
    await store.write(writes.add_player, player())
    assert await forget(store, NOON + timedelta(hours=1)) == 1
    parts = [
        "tables",
        "seats",
        "journal",
        "codes",
        "visits",
        "lines",
        "notes",
        "leases",
        "reviews",
        "matches",
        "players",
    ]
    counts = {part: query(url, f"SELECT count(*) FROM {part}")[0][0] for part in parts}
    assert {part: count for part, count in counts.items() if count} == {
        "tables": 1,
        "seats": 2,
        "journal": 1,
        "players": 1,
    }
    assert await store.read(reads.journal, "new") == [entry(0)]


async def test_only_one_process_makes_a_review(store: Store) -> None:
    await store.create(head(), [entry(0)])
    assert await store.write_at("t", writes.take_review, 1, "p", 60)
    assert not await store.write_at("t", writes.take_review, 1, "q", 60)
    assert await store.write_at("t", writes.take_review, 1, "p", 0)
    assert await store.write_at("t", writes.take_review, 1, "q", 60)
    assert await store.read(reads.unfinished_reviews) == [("t", 1)]
    await store.write_at("t", writes.put_review, 1, "first")
    await store.write_at("t", writes.put_review, 1, "second")
    assert await store.read(reads.review, "t", 1) == "first"
    assert not await store.write_at("t", writes.take_review, 1, "q", 60)
    assert await store.read(reads.unfinished_reviews) == []
    await store.write_at("t", writes.drop_review, 1)
    assert await store.read(reads.review, "t", 1) is None


async def test_deleting_many_tables_takes_several_transactions(store: Store) -> None:
    count = FORGOTTEN_TOGETHER * 2 + 1
    await asyncio.gather(*(store.create(head(f"t{n}", updated=NOON), [entry(0)]) for n in range(count)))
    assert await forget(store, NOON) == 0
    assert await forget(store, NOON + timedelta(milliseconds=1)) == count


async def test_a_read_sees_one_snapshot_during_writes(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    reader = await opened()
    seen: list[int] = []

    async def read() -> None:
        while not seen or seen[-1] < 60:
            # Reading also compares the end of the journal with the head.
            seen.append(numbers(await reader.read(reads.journal, "t"))[-1] + 1)

    async def write() -> None:
        for number in range(1, 60):
            await store.append([entry(number)], head(version=number + 1))

    await asyncio.gather(read(), write())
    assert seen == sorted(seen)


async def test_reads_do_not_wait_for_writes(url: str, opened: Open) -> None:
    store = await opened()
    await store.create(head(), [entry(0)])
    engine = sa.create_engine(read_url(url), poolclass=sa.NullPool)
    with engine.connect() as other:
        other.execute(sa.text("UPDATE tables SET listed = NOT listed"))
        assert await store.read(reads.journal, "t") == [entry(0)]
        assert [one.table for one in await store.read(reads.lobby)] == ["t"]


async def test_a_closed_store_accepts_no_writes(url: str) -> None:
    store = await open_store(url)
    await store.close()
    with pytest.raises(StoreClosed):
        await store.create(head(), [entry(0)])


async def test_a_store_in_memory_is_gone_when_it_is_closed() -> None:
    async with await open_store(":memory:") as store:
        await grown(store, entries=3)
        assert numbers(await store.read(reads.journal, "t")) == [0, 1, 2]
    async with await open_store(":memory:") as store:
        assert await store.read(reads.head, "t") is None


async def test_the_database_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "deep" / "tables.db") as store:
        await grown(store)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "deep").iterdir()}
    assert set(modes.values()) == {0o600}, modes


async def test_a_store_tells_whether_it_can_write_and_tries_rarely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "CHECK_SECONDS", float("inf"))
    path = tmp_path / "tables.db"
    async with await open_store(path, patience=0.01) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert not await store.can_write()
            assert await store.read(reads.head, "none") is None
        attempts: list[Connection] = []
        monkeypatch.setattr(writes, "rewrite_revision", attempts.append)
        assert all(await asyncio.gather(*(store.can_write() for _ in range(50))))
        assert await store.can_write()
        assert len(attempts) == 1


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("mysql://somewhere/tables", "use the path of a file, or a URL"),
        ("sqlite:///file:tables.db?mode=ro", "use the path of a file, or a URL"),
        ("https:/tables", "use the path of a file, or a URL"),
        ("/dev/null/tables.db", "cannot be created"),
        ("postgresql://courtly@/tables?host=/dev/null", "the database cannot be opened"),
    ],
)
async def test_a_bad_store_url_is_refused(place: str, problem: str) -> None:
    with pytest.raises(StoreError, match=problem):
        await open_store(place)


async def test_a_file_that_is_not_a_database_stays_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("my diary" * 999)
    with pytest.raises(StoreError, match="not a database"):
        await open_store(path)
    assert path.read_text() == "my diary" * 999
