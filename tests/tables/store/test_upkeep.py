"""Backups are complete and can be restored, with SQLite and PostgreSQL. Pruning deletes old tables."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from courtly.tables.errors import StoreError
from courtly.tables.event_rules.terms import Terms
from courtly.tables.journal import Line
from courtly.tables.store import (
    BadBackup,
    MatchRow,
    Store,
    admin,
    backup,
    blocks,
    events,
    open_store,
    outbox,
    players,
    prune,
    reads,
    reports,
    restore,
    shares,
    statistics,
    writes,
)
from courtly.tables.store.admin import AdminAct, Ban
from courtly.tables.store.blocks import Block
from courtly.tables.store.databases import named, read_url, writing_engine
from courtly.tables.store.reports import Report, ReportedLine
from courtly.tables.store.rows import Aim, Asked, Cost, Device, ResultRow, Share, StartRow, Subscription
from courtly.tables.store.statistics import Finished, Key
from courtly.tables.store.upgrade import newest, upgrade
from courtly.tables.store.upkeep import PARTS, _parts_in
from tests.tables.store.cluster import Cluster
from tests.tables.store.helpers import HASH, NOON, Open, entry, grown, head, numbers, player, query, sent
from tests.tables.store.old import old_tables

pytestmark = pytest.mark.anyio


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path, cluster: Cluster) -> Iterator[str]:
    """The URL of another empty database, of the kind in `request.param`."""
    if request.param == "sqlite":
        yield str(tmp_path / "other.db")
        return
    with cluster.database() as made:
        yield made


RATED = entry(3, act="rated", data={"seats": [{"player": "ann", "rank": 0}, {"bot": "novice", "rank": 1}]})


async def filled(store: Store) -> None:
    """Put at least one row into every database table of a store."""
    await store.write(writes.put_deal, "a deal", {"game": "courtisans"})
    await store.create(head(), [sent(0, "c0")], codes={"join": HASH}, start=StartRow(HASH, "a deal", "ann"))
    over = MatchRow("t", 1, NOON, {"game": "courtisans"})
    await store.append([entry(1)], head(version=2), finished=over)
    await asyncio.gather(*(grown(store, f"t{n}") for n in range(20)))
    await store.write(writes.add_player, player("ann", name="Änn 🂡", recovery=HASH))
    await store.write_at("t", writes.admit, "bea", "watch")
    await store.write_at("t", writes.add_line, Line(0, NOON, "ann", 0, text="hello"))
    await store.write_at("t", writes.put_note, "ann", "note\n")
    await store.write_at("t", writes.acquire, "p", 60)
    await store.write_at("t", writes.take_review, 1, "p", 0)
    await store.write_at("t", writes.put_review, 1, "{}", [Cost(0, "play", 3, 0.5, 0.25)])
    await store.write_at(
        "t", players.put_results, [ResultRow("t", 1, 0, "ann", "Änn", None, "courtisans", 7, 1.0, NOON)]
    )
    link = Share(Aim("t", 1, 3, None, named=False), HASH, "nonce", "ann", NOON)
    await store.write_at("t", shares.add, link)
    subscription = Subscription("https://push.example/1", "key", "secret", "fr", "Europe/Paris")
    await store.write(outbox.put_device, Device("d", "ann", subscription, None, NOON), 10)
    await store.write(blocks.put, Block("ann", "bea", "block", "Bea", NOON, HASH), 10)
    line = ReportedLine("bea", "Bea", NOON, "grr", None)
    await store.write(reports.add, report(lines=[line]))
    ban = Ban(id="b", player="bea", name="Bea", network=None, reason="é", made=NOON, until=NOON + timedelta(days=1))
    await store.write(admin.put_ban, ban, AdminAct("a", NOON, "s", "ban", "bea"))
    await store.append([entry(2)], head(version=3), asked=Asked("ann", NOON, None))
    await store.append([RATED], head(version=4, status="over"))
    event = events.Event("e", "ann", "open", 0, NOON, Terms(name="Änn’s", game="courtisans", seats=2))
    await store.write(events.add, event, HASH, NOON)
    ann = events.Entrant(0, "ann", "Änn", "red", None, None)
    await store.write(events.begin_round, event, events.Changed([ann]), [events.EventTable(1, 0, "t", [0])])
    await store.write(statistics.add, [(Finished("t", 1, "courtisans"), {Key(2, "matches"): (1, 0.5)})])


def report(lines: Sequence[ReportedLine]) -> Report:
    """Return a report of one person about another."""
    return Report(
        id="r",
        table="t",
        match=1,
        reporter="ann",
        reporter_name="Ann",
        reported="bea",
        reported_name="Bea",
        reason="spam",
        text="é",
        lines=lines,
        made=NOON,
    )


def names(folder: Path) -> list[str]:
    """Return the names of all files in a folder, including hidden ones."""
    return [path.name for path in folder.iterdir()]


def everything(url: str) -> dict[str, list[Any]]:
    """Return all rows of a database, except leases."""
    return {name: sorted(map(repr, query(url, f"SELECT * FROM {name}"))) for name in PARTS}


def comparable(rows: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return rows in a form that SQLite and PostgreSQL share: SQLite has no booleans."""
    return {name: [row.replace("True", "1").replace("False", "0") for row in part] for name, part in rows.items()}


@pytest.mark.parametrize("other", ["sqlite", "postgresql"], indirect=True)
async def test_a_backup_is_complete_and_restores_into_either_database(
    store: Store, url: str, other: str, tmp_path: Path
) -> None:
    await filled(store)
    file = tmp_path / "backup"
    assert backup(url, file) == 21
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert restore(file, other) == 21
    kept = comparable(everything(other))
    assert kept == comparable(everything(url))
    assert [name for name, rows in kept.items() if not rows] == []
    async with await open_store(other) as restored:
        assert await restored.read(reads.journal, "t") == [sent(0, "c0"), entry(1), entry(2), RATED]
        await restored.append([entry(4)], head(version=5))
        assert await restored.write_at("t", writes.acquire, "q", 60)


async def test_a_backup_of_a_store_in_use_is_a_snapshot(store: Store, url: str, tmp_path: Path) -> None:
    await grown(store)
    is_done = asyncio.Event()

    async def plays() -> int:
        version = 1
        while not is_done.is_set():
            await store.append([entry(version), entry(version + 1)], head(version=version + 2))
            version += 2
        return version

    playing = asyncio.ensure_future(plays())
    files = [tmp_path / f"backup{n}" for n in range(3)]
    for file in files:
        await asyncio.to_thread(backup, url, file)
    is_done.set()
    length = await playing
    for number, file in enumerate(files):
        restore(file, tmp_path / f"restored{number}.db")
        async with await open_store(tmp_path / f"restored{number}.db") as restored:
            journal = await restored.read(reads.journal, "t")
        assert numbers(journal) == list(range(len(journal)))
        assert len(journal) % 2 == 1
        assert len(journal) <= length


async def test_a_backup_overwrites_nothing_and_leaves_nothing_half_written(
    url: str, store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    file.write_text("precious")
    with pytest.raises(BadBackup, match="this file already exists"):
        backup(url, file)
    assert file.read_text() == "precious"
    with pytest.raises(BadBackup, match="this file or folder does not exist"):
        backup(url, tmp_path / "nowhere" / "backup")
    assert [name for name in names(tmp_path) if "backup" in name] == ["backup"]


async def test_restoring_needs_an_empty_store(store: Store, url: str, tmp_path: Path) -> None:
    await store.write(writes.add_player, player())
    backup(url, tmp_path / "backup")
    before = everything(url)
    with pytest.raises(
        BadBackup, match=r"only be restored into an empty database; .* tables: 0, players: 1"
    ) as refused:
        restore(tmp_path / "backup", url)
    assert refused.value.given == named(read_url(url))
    assert everything(url) == before


def without_the_end(lines: list[str]) -> list[str]:
    return lines[:-1]


def without_the_last_row(lines: list[str]) -> list[str]:
    return [*lines[:-2], lines[-1]]


def without_a_table(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith('["tables",{"id":"t"')]


def with_a_wrong_value(lines: list[str]) -> list[str]:
    return [line.replace('"listed":true', '"listed":[]') for line in lines]


def with_a_strange_row(lines: list[str]) -> list[str]:
    return [*lines[:2], '["leases",{"holder":"x"}]', *lines[2:]]


def with_more_after_the_end(lines: list[str]) -> list[str]:
    return [*lines, lines[1]]


def of_a_later_version(lines: list[str]) -> list[str]:
    return [lines[0].replace(newest(), "9999"), *lines[1:]]


def of_something_else(lines: list[str]) -> list[str]:
    return ["{}", *lines[1:]]


def empty(_: list[str]) -> list[str]:
    return []


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (without_the_end, "is cut off after"),
        (without_a_table, "contradict each other"),
        (with_a_wrong_value, "contradict each other"),
        (without_the_last_row, "is cut off after"),
        (with_a_strange_row, "line 3 is not valid"),
        (with_more_after_the_end, "is not valid"),
        (of_a_later_version, "has the schema '9999'"),
        (of_something_else, "line 1 is not valid"),
        (empty, "line 1 is not valid"),
    ],
)
async def test_a_damaged_backup_is_refused_as_a_whole(
    store: Store, url: str, tmp_path: Path, change: Callable[[list[str]], list[str]], problem: str
) -> None:
    await filled(store)
    file, restored = tmp_path / "backup", tmp_path / "restored.db"
    backup(url, file)
    file.write_text("\n".join(change(file.read_text().splitlines())))
    with pytest.raises(BadBackup, match=problem):
        restore(file, restored)
    assert not restored.exists() or not any(everything(f"sqlite:///{restored}").values())


async def test_a_backup_of_an_earlier_version_is_upgraded(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    table, *others = old_tables(old)
    before = old.read_bytes()
    assert restore(old, tmp_path / "new.db") == 1 + len(others)
    assert old.read_bytes() == before
    async with await open_store(tmp_path / "new.db") as restored:
        assert (await restored.read(reads.journal, table.id))[0].act == "open"


async def test_a_database_of_an_earlier_version_is_backed_up_unchanged(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    table, *_ = old_tables(old)
    before = old.read_bytes()
    assert backup(old, tmp_path / "backup") == 4
    with pytest.raises(BadBackup, match="tables: 4, players: 0"):
        restore(tmp_path / "backup", old)
    assert old.read_bytes() == before
    assert restore(tmp_path / "backup", tmp_path / "new.db") == 4
    async with await open_store(tmp_path / "new.db") as restored:
        assert (await restored.read(reads.journal, table.id))[0].act == "open"


async def test_a_postgresql_database_of_an_earlier_version_is_backed_up_unchanged(
    cluster: Cluster, tmp_path: Path
) -> None:
    old = tmp_path / "old.db"
    old_tables(old)
    with cluster.database() as made:
        _move(f"sqlite:///{old}", made)
        assert backup(made, tmp_path / "backup") == 4
        assert query(made, "SELECT version_num FROM alembic_version") == [("0001",)]
    assert restore(tmp_path / "backup", tmp_path / "new.db") == 4
    assert restore(old, tmp_path / "same.db") == 4
    assert everything(f"sqlite:///{tmp_path / 'new.db'}") == everything(f"sqlite:///{tmp_path / 'same.db'}")


def _move(source: str, target: str) -> None:
    """Copy the rows of a database of the first revision into an empty one."""
    read, written = (writing_engine(read_url(url), patience=9) for url in (source, target))
    upgrade(written, "0001")
    with read.connect() as rows, written.begin() as connection:
        for name, part in _parts_in(rows).items():
            for row in rows.execute(sa.select(part)).mappings():
                connection.execute(sa.insert(_parts_in(connection)[name]), dict(row))
    read.dispose()
    written.dispose()


async def test_inactive_tables_are_pruned(store: Store, url: str, opened: Open) -> None:
    now = datetime.now(UTC)
    for days in (0, 9, 11, 400):
        await grown(store, f"t{days}", updated=now - timedelta(days))
    assert prune(url, days=10) == 2
    assert prune(url, days=10) == 0
    assert await store.read(reads.running) == ["t0", "t9"]


@pytest.mark.parametrize("act", [lambda path: backup(path, path.parent / "b"), lambda path: prune(path, days=1)])
def test_a_missing_store_is_not_created(tmp_path: Path, act: Callable[[Path], int]) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        act(tmp_path / "tables.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_postgresql_dump_consists_of_json_lines(cluster: Cluster, tmp_path: Path) -> None:
    with cluster.database() as made:
        await (await open_store(made)).close()
        assert backup(made, tmp_path / "backup") == 0
    lines = [json.loads(line) for line in (tmp_path / "backup").read_text().splitlines()]
    assert lines == [{"format": "courtly-tables/1", "schema": newest()}, {"rows": 0}]
