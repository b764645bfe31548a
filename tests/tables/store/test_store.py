"""What the store keeps and gives back, in both databases."""

from __future__ import annotations

import asyncio
import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from courtly.tables.errors import StoreError
from courtly.tables.journal import Entry, HeadSeat, Line
from courtly.tables.store import Conflict, FinishedMatch, Store, StoreClosed, open_store
from courtly.tables.store.databases import read_url
from courtly.tables.store.reads import LOBBY_PAGE
from courtly.tables.store.rows import NewCodes, StartRow, Try
from courtly.tables.store.writes import FORGOTTEN_TOGETHER
from tests.tables.store.helpers import ANN, BOT, HASH, NOON, Open, entry, grown, head, numbers, player, query, sent

pytestmark = pytest.mark.anyio


async def test_what_was_kept_comes_back(store: Store, opened: Open) -> None:
    first = [sent(0, "c0"), entry(1, sender=None, seat=None, data={})]
    await store.create(head(version=2), first, codes={"join": HASH})
    await store.append("t", [entry(2)], head(version=3))
    for one in (store, await opened()):
        assert await one.journal("t") == [*first, entry(2)]
        assert await one.journal("t", since=2) == [entry(2)]
        assert await one.journal("t", since=9) == []
        assert await one.head("t") == head(version=3)
        assert await one.code(HASH) == ("t", "join")


async def test_there_is_nothing_of_a_table_that_is_not_there(store: Store) -> None:
    assert await store.journal("none") == []
    assert await store.head("none") is None
    assert await store.sent("ann", "c") is None
    assert await store.code(HASH) is None
    assert await store.player("ann") is None
    assert await store.role_of("ann", "none") is None
    assert await store.note("ann", "none") == ""
    assert await store.versions(["none"]) == {}


@pytest.mark.parametrize(
    "late",
    [
        pytest.param([entry(1)], id="a number that is taken"),
        pytest.param([entry(4)], id="a number that leaves a gap"),
        pytest.param([sent(2, "c1")], id="a command that was used"),
        pytest.param([entry(2), sent(3, "c1")], id="a command that was used, in the second entry"),
    ],
)
async def test_an_act_that_does_not_fit_is_refused_and_leaves_nothing(store: Store, late: list[Entry]) -> None:
    await store.create(head(), [entry(0)])
    await store.append("t", [sent(1, "c1")], head(version=2))
    with pytest.raises(Conflict):
        await store.append("t", late, head(version=late[-1].number + 1))
    assert await store.journal("t") == [entry(0), sent(1, "c1")]
    assert await store.head("t") == head(version=2)


async def test_a_table_needs_to_be_there_once(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.append("t", [entry(1)], head(version=2))
    await store.create(head(), [entry(0)])
    with pytest.raises(Conflict):
        await store.create(head(), [entry(0, act="other")])
    assert await store.journal("t") == [entry(0)]


async def test_a_command_is_unique_for_its_sender_at_all_tables(store: Store) -> None:
    await store.create(head("t"), [sent(0, "c")])
    with pytest.raises(Conflict):
        await store.create(head("u"), [sent(0, "c")])
    await store.create(head("u"), [sent(0, "c", sender="bea")])
    assert await store.sent("ann", "c") == ("t", sent(0, "c"))
    assert await store.sent("bea", "c") == ("u", sent(0, "c", sender="bea"))
    assert await store.head("t") is not None


async def test_seats_follow_the_head(store: Store) -> None:
    await store.create(head(), [entry(0)])
    for number, seats in enumerate(
        [(ANN, BOT, BOT), (HeadSeat("open"),), (BOT, HeadSeat("program", "P", "p"))], start=1
    ):
        kept = head(version=number + 1, seats=seats)
        await store.append("t", [entry(number)], kept)
        assert await store.head("t") == kept


async def test_tables_are_listed_for_who_sits_there_or_is_the_host_first_where_something_happened_last(
    store: Store,
) -> None:
    for number, (host, seats) in enumerate([("ann", (BOT,)), ("bea", (ANN,)), ("bea", (BOT,)), ("ann", (ANN, BOT))]):
        await store.create(head(f"t{number}", host=host, seats=seats, updated=NOON + timedelta(number)), [entry(0)])
    assert [one.table for one in await store.heads_of("ann")] == ["t3", "t1", "t0"]
    assert [one.table for one in await store.heads_of("ann", limit=2)] == ["t3", "t1"]
    assert (await store.heads_of("ann"))[0].seats == (ANN, BOT)
    assert await store.heads_of("cy") == []


async def test_the_lobby_has_listed_tables_that_are_not_over_those_that_wait_first(store: Store) -> None:
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
    assert [one.table for one in await store.lobby()] == ["newer", "open", "played"]
    assert await store.running() == ["newer", "open", "played", "private"]


async def test_the_lobby_comes_in_pages(store: Store) -> None:
    count = LOBBY_PAGE + 3
    heads = [head(f"t{n:03}", created=NOON - timedelta(n)) for n in range(count)]
    await asyncio.gather(*(store.create(one, [entry(0)]) for one in heads))
    pages = [await store.lobby(page=page) for page in range(3)]
    assert [len(page) for page in pages] == [LOBBY_PAGE, 3, 0]
    assert [one for page in pages for one in page] == heads


async def test_versions_are_read_for_many_tables_at_once(store: Store) -> None:
    await grown(store, "t", entries=3)
    await grown(store, "u")
    assert await store.versions(["t", "u", "none"]) == {"t": 3, "u": 1}


async def test_a_match_that_is_over_is_kept_with_the_entry_that_ends_it(store: Store) -> None:
    await store.create(head(), [entry(0)])
    over = FinishedMatch("t", 1, NOON, {"game": "courtisans", "seats": [{"name": "Ann"}]})
    with pytest.raises(Conflict):
        await store.append("t", [entry(5)], head(version=6, status="over"), finished=over)
    assert await store.matches("t") == []
    await store.append("t", [entry(1)], head(version=2, status="over"), finished=over)
    assert await store.matches("t") == [over]
    assert await store.running() == []


async def test_players_are_found_by_id_token_and_recovery_link(store: Store) -> None:
    ann, bot = player("ann", recovery="r1"), player("bot", is_program=True, token="t1")
    await asyncio.gather(store.add_player(ann), store.add_player(bot))
    assert await store.player("ann") == await store.player_of_recovery("r1") == ann
    assert await store.player("bot") == await store.player_of_token("t1") == bot
    assert await store.player_of_token("r1") is None


async def test_a_player_changes_and_nobody_is_there_twice(store: Store) -> None:
    await store.add_player(player("ann", recovery="r1"))
    await store.add_player(player("bea", recovery="r2"))
    changed = player("ann", name="Anna", recovery=None)
    assert await store.change_player(changed)
    assert await store.player("ann") == changed
    assert await store.player_of_recovery("r1") is None
    assert not await store.change_player(player("cy"))
    for twice in (store.add_player(player("ann")), store.change_player(player("ann", recovery="r2"))):
        with pytest.raises(Conflict):
            await twice
    assert await store.player("ann") == changed


async def test_a_renewed_code_takes_the_place_of_the_one_before(store: Store) -> None:
    await store.create(head(), [entry(0)], codes={"join": "h1", "watch": "h2"})
    await store.put_codes("t", {"join": "h3"})
    await store.append("t", [entry(1)], head(version=2), codes=NewCodes({"watch": "h4"}))
    assert [await store.code(f"h{n}") for n in (1, 2, 3, 4)] == [None, None, ("t", "join"), ("t", "watch")]
    await store.create(head("u"), [entry(0)])
    with pytest.raises(Conflict):
        await store.put_codes("u", {"join": "h3"})
    with pytest.raises(Conflict):
        await store.put_codes("none", {"join": "h9"})
    assert await store.code("h3") == ("t", "join")


async def test_who_may_join_is_not_made_one_who_may_only_watch(store: Store) -> None:
    await store.create(head(), [entry(0)])
    roles = []
    for role in ("watch", "join", "watch"):
        await store.admit("bea", "t", role)
        roles.append(await store.role_of("bea", "t"))
    assert roles == ["watch", "join", "join"]
    assert await store.role_of("ann", "t") is None
    with pytest.raises(Conflict):
        await store.admit("bea", "none", "join")


async def test_lines_are_numbered_in_the_order_they_came(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    line = Line(0, NOON, "ann", 0, text="Well played – 🂡", command="c")
    other = await opened()
    stores = [store, other] * 10
    kept = await asyncio.gather(*(one.add_line("t", replace(line, command=f"c{n}")) for n, one in enumerate(stores)))
    said = [one.line for one in kept if one.is_new]
    assert sorted(one.number for one in said) == list(range(20))
    assert await store.lines("t") == sorted(said, key=lambda one: one.number)
    assert [one.number for one in await store.lines("t", since=18)] == [18, 19]


async def test_a_line_sent_again_is_there_once(store: Store) -> None:
    await store.create(head(), [entry(0)])
    line = Line(0, NOON, "ann", None, phrase="thanks", command="c")
    assert await store.add_line("t", line) == (line, True)
    assert await store.add_line("t", replace(line, at=NOON + timedelta(1))) == (line, False)
    with pytest.raises(Conflict):
        await store.add_line("t", replace(line, phrase="sorry"))
    with pytest.raises(Conflict):
        await store.add_line("none", line)
    assert await store.lines("t") == [line]


async def test_notes_are_those_of_one_player_at_one_table(store: Store) -> None:
    await store.create(head(), [entry(0)])
    await store.put_note("ann", "t", "first")
    await store.put_note("ann", "t", "then")
    assert await store.note("ann", "t") == "then"
    assert await store.note("bea", "t") == ""


async def test_one_holder_has_a_lease_until_it_ends_or_is_given_back(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    other = await opened()
    assert await store.acquire("t", "one", 60)
    assert not await other.acquire("t", "two", 60)
    assert await store.acquire("t", "one", 60)
    await other.release("t", "two")
    assert not await other.acquire("t", "two", 60)
    await store.release("t", "one")
    assert await other.acquire("t", "two", -1)
    assert await store.acquire("t", "one", 60)


async def test_of_many_who_want_a_lease_at_once_one_has_it(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    stores = [store, await opened(), await opened()]
    took = await asyncio.gather(*(one.acquire("t", f"p{n}", 60) for n, one in enumerate(stores * 5)))
    assert sum(took) == 1


async def test_a_deal_that_is_there_stays_as_it_is(store: Store) -> None:
    await store.put_deal("id", {"game": "courtisans"})
    await store.put_deal("id", {"game": "monarch"})
    assert await store.deal("id") == {"game": "courtisans"}
    assert await store.deal("another") is None


async def test_deals_are_in_play_for_those_who_sit_there_until_the_first_match_is_over(store: Store) -> None:
    await store.create(head(), [entry(0)], start=StartRow("key", "shared", "ann"))
    assert await store.deals_in_play("ann") == {"key": "t"}
    assert await store.deals_in_play("bea") == {}
    assert await store.tries("shared") == [Try("t", "ann", is_over=False, head=None)]
    over = FinishedMatch("t", 1, NOON, {"result": {}})
    await store.append("t", [entry(1)], head(version=2, status="over", to_move=None), finished=over)
    assert await store.deals_in_play("ann") == {}
    assert await store.tries("shared", "ann") == [Try("t", "ann", is_over=True, head={"result": {}})]
    await store.append("t", [entry(2)], head(version=3, match=2))
    assert await store.deals_in_play("ann") == {}
    assert [one.is_over for one in await store.tries("shared")] == [True]
    assert await store.tries("shared", "bea") == await store.tries("another") == []


async def test_a_shared_deal_is_forgotten_when_no_try_at_it_is_kept(store: Store) -> None:
    for name in ("tried", "untried"):
        await store.put_deal(name, {})
    await store.create(head(), [entry(0)], start=StartRow("key", "tried", "ann"))
    later = datetime.now(UTC) + timedelta(days=1)
    await store.append("t", [entry(1)], head(version=2, updated=later + timedelta(days=1)))
    await store.forget(later - timedelta(days=2))
    assert await store.deal("untried") is not None
    await store.forget(later)
    assert (await store.deal("tried"), await store.deal("untried")) == ({}, None)


async def test_tables_that_are_forgotten_are_gone_whole(store: Store, url: str) -> None:
    await grown(store, "old", entries=3, updated=NOON)
    await store.put_codes("old", {"join": HASH})
    await store.admit("bea", "old", "join")
    await store.add_line("old", Line(0, NOON, "ann", 0, text="hello"))
    await store.put_note("ann", "old", "note")
    await store.acquire("old", "p", 60)
    await store.take_review("old", 1, "p", 60)
    over = FinishedMatch("old", 1, NOON, {})
    await store.append("old", [entry(3)], head("old", 4, updated=NOON), finished=over)
    await grown(store, "new", updated=NOON + timedelta(days=1))
    await store.add_player(player())
    assert await store.forget(NOON + timedelta(hours=1)) == 1
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
    assert await store.journal("new") == [entry(0)]


async def test_one_process_makes_a_review_and_it_stays(store: Store) -> None:
    await store.create(head(), [entry(0)])
    assert await store.take_review("t", 1, "p", 60)
    assert not await store.take_review("t", 1, "q", 60)
    assert await store.take_review("t", 1, "p", 0)
    assert await store.take_review("t", 1, "q", 60)
    assert await store.unmade_reviews() == [("t", 1)]
    await store.put_review("t", 1, "first")
    await store.put_review("t", 1, "second")
    assert await store.review("t", 1) == "first"
    assert not await store.take_review("t", 1, "q", 60)
    assert await store.unmade_reviews() == []
    await store.drop_review("t", 1)
    assert await store.review("t", 1) is None


async def test_more_tables_are_forgotten_than_one_transaction_takes(store: Store) -> None:
    count = FORGOTTEN_TOGETHER * 2 + 1
    await asyncio.gather(*(store.create(head(f"t{n}", updated=NOON), [entry(0)]) for n in range(count)))
    assert await store.forget(NOON) == 0
    assert await store.forget(NOON + timedelta(milliseconds=1)) == count


async def test_a_read_sees_one_state_while_others_write(store: Store, opened: Open) -> None:
    await store.create(head(), [entry(0)])
    reader = await opened()
    seen: list[int] = []

    async def reads() -> None:
        while not seen or seen[-1] < 60:
            # That there is none missing at the end is checked against the head.
            seen.append(numbers(await reader.journal("t"))[-1] + 1)

    async def writes() -> None:
        for number in range(1, 60):
            await store.append("t", [entry(number)], head(version=number + 1))

    await asyncio.gather(reads(), writes())
    assert seen == sorted(seen)


async def test_reading_does_not_wait_for_somebody_who_writes(url: str, opened: Open) -> None:
    store = await opened()
    await store.create(head(), [entry(0)])
    engine = sa.create_engine(read_url(url), poolclass=sa.NullPool)
    with engine.connect() as other:
        other.execute(sa.text("UPDATE tables SET listed = NOT listed"))
        assert await store.journal("t") == [entry(0)]
        assert [one.table for one in await store.lobby()] == ["t"]


async def test_a_closed_store_takes_nothing_more(url: str) -> None:
    store = await open_store(url)
    await store.close()
    with pytest.raises(StoreClosed):
        await store.create(head(), [entry(0)])


async def test_a_store_in_memory_is_gone_when_it_is_closed() -> None:
    async with await open_store(":memory:") as store:
        await grown(store, entries=3)
        assert numbers(await store.journal("t")) == [0, 1, 2]
    async with await open_store(":memory:") as store:
        assert await store.head("t") is None


async def test_the_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "deep" / "tables.db") as store:
        await grown(store)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "deep").iterdir()}
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("mysql://somewhere/tables", "only with the path of a file, or a URL"),
        ("sqlite:///file:tables.db?mode=ro", "only with the path of a file, or a URL"),
        ("https:/tables", "only with the path of a file, or a URL"),
        ("/dev/null/tables.db", "cannot be made"),
        ("postgresql://courtly@/tables?host=/dev/null", "the database cannot be opened"),
    ],
)
async def test_what_is_no_store_is_refused(place: str, problem: str) -> None:
    with pytest.raises(StoreError, match=problem):
        await open_store(place)


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("my diary" * 999)
    with pytest.raises(StoreError, match="not a database"):
        await open_store(path)
    assert path.read_text() == "my diary" * 999
