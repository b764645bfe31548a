"""Server maintenance from the command line: backup, restore and prune."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from courtly.cli import app
from courtly.tables.store import open_store, reads
from tests.tables.helpers import ME, OPEN, House, played
from tests.tables.store.cluster import running_cluster
from tests.tables.store.helpers import head, sent

FULL = "full.db"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database that holds three tables: one of today, one of yesterday and one of last year."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(fill(FULL))
    return tmp_path


async def fill(database: str) -> None:
    async with await open_store(database) as store:
        for number, days in enumerate([0, 1, 365]):
            at = datetime.now(UTC) - timedelta(days=days, minutes=1)
            opened = replace(sent(0, f"c{number}"), at=at)
            await store.create(head(f"t{number}", created=at, updated=at), [opened], codes={"join": f"{number}" * 64})


async def heads(database: str) -> set[str]:
    async with await open_store(database) as store:
        return {found.table for found in await store.read(reads.heads_of, "ann")}


def tables(database: str) -> set[str]:
    return asyncio.run(heads(database))


def run(*arguments: str, typed: str = "", database: str | None = FULL) -> Result:
    environment = {"COURTLY_DATABASE": database or "", "LANGUAGE": "en"}
    return CliRunner().invoke(app, list(arguments), input=typed, env=environment, prog_name="courtly")


def refused(result: Result, status: int) -> str:
    assert result.exit_code == status
    assert re.fullmatch(r"courtly: [^\n\x1b]+\n", result.stderr)
    return result.stderr


def test_a_backup_is_restored_into_an_empty_database(folder: Path) -> None:
    saved = run("backup", "copy")
    assert (saved.exit_code, saved.stdout) == (0, "3 tables saved in copy.\n")
    back = run("restore", "copy", "--database", "other.db")
    assert (back.exit_code, back.stdout) == (0, "3 tables restored from copy.\n")
    assert tables("other.db") == tables(FULL) == {"t0", "t1", "t2"}


def test_tables_move_to_another_kind_of_database_and_back(folder: Path) -> None:
    with running_cluster() as server, server.database() as url:
        for arguments in (["backup", "a"], ["restore", "a", "--database", url], ["backup", "b", "--database", url]):
            assert run(*arguments).exit_code == 0
        assert tables(url) == {"t0", "t1", "t2"}
    assert run("restore", "b", "--database", "other.db").exit_code == 0
    assert tables("other.db") == {"t0", "t1", "t2"}


def test_the_option_overrides_the_environment(folder: Path) -> None:
    assert run("backup", "copy", "--database", FULL, database="nothing.db").exit_code == 0
    assert not Path("nothing.db").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["backup", FULL], "this file already exists"),
        (["backup", "no/folder/copy"], "this file or folder does not exist"),
        (["backup", "copy", "--database", "nothing.db"], "there is no database 'nothing.db'"),
        (["backup", "copy", "--database", "mysql://localhost/x"], "cannot be stored in 'mysql'"),
        (["restore", "nothing", "--database", "new.db"], "'nothing'"),
        (["restore", "text", "--database", "new.db"], "'text'"),
        (["restore", FULL], "only be restored into an empty database; 'full.db' already has tables: 3, players: 0"),
        (["prune", "--days", "9", "--yes", "--database", "nothing.db"], "there is no database 'nothing.db'"),
    ],
)
def test_a_failed_command_is_one_line_and_changes_nothing(folder: Path, arguments: list[str], told: str) -> None:
    Path("text").write_text("no backup\n", encoding="utf-8")
    assert told in refused(run(*arguments), 1)
    assert tables(FULL) == {"t0", "t1", "t2"}
    assert not Path("nothing.db").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["backup"], "'file' is missing"),
        (["prune"], "'--days' is missing"),
        (["prune", "--days", "0"], "'--days' cannot have this value"),
        (["prune", "--days", "many"], "'--days' cannot have this value"),
        (["prune", "--days", "9", "--lang", "xx"], "'xx'"),
        (
            ["serve", "--log-format", "xml"],
            "COURTLY_LOG_FORMAT in the environment, cannot be 'xml'; use text or json",
        ),
    ],
)
def test_a_wrong_argument_is_named(folder: Path, arguments: list[str], told: str) -> None:
    assert told in refused(run(*arguments), 2)


def test_prune_deletes_inactive_tables(folder: Path) -> None:
    done = run("prune", "--days", "30", "--yes")
    assert (done.exit_code, done.stdout) == (0, "1 table deleted.\n")
    assert tables(FULL) == {"t0", "t1"}


@pytest.mark.parametrize(("typed", "left"), [("y\n", {"t0", "t1"}), ("Oui\n", {"t0", "t1"})])
def test_prune_deletes_after_a_yes(folder: Path, typed: str, left: set[str]) -> None:
    asked = run("prune", "--days", "30", typed=typed)
    assert "without activity for 30 days" in asked.stdout
    assert tables(FULL) == left


@pytest.mark.parametrize("typed", ["n\n", "\n", "", "perhaps\n"])
def test_prune_deletes_nothing_without_a_yes(folder: Path, typed: str) -> None:
    asked = run("prune", "--days", "1", typed=typed)
    assert asked.exit_code == 1
    assert asked.stdout.endswith("Nothing is deleted.\n")
    assert tables(FULL) == {"t0", "t1", "t2"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["backup", "copy"], "3 tables sauvegardées dans copy."),
        (["prune", "--days", "30"], "Rien n’est supprimé."),
        (["prune", "--days", "30", "--yes"], "1 table supprimée."),
    ],
)
def test_messages_are_translated_into_french(folder: Path, arguments: list[str], told: str) -> None:
    assert told in run(*arguments, "--lang", "fr").stdout


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the backup of a database with a running match of each game, and with a table that waits."""
    monkeypatch.chdir(tmp_path)

    async def play(at: House) -> None:
        for game in ("courtisans", "cursed_court", "monarch"):
            table, (ann, ben) = await at.friends(f"Ann-{game}", f"Ben-{game}", game=game)
            to_move = (await at.see(ann, table))["to_move"]
            await at.move((ann, ben)[to_move], table)
        await at.open(await at.player("Cyd"), ME, OPEN)

    played(tmp_path, play)
    assert run("backup", "copy", database="courtly.sqlite3").exit_code == 0
    return tmp_path


def test_a_drill_accepts_tables_without_the_times_of_a_turn_as_an_earlier_version_wrote_them(running: Path) -> None:
    with closing(sqlite3.connect("copy")) as connection, connection:
        connection.execute("UPDATE tables SET turn_since = NULL, due = NULL")
    done = run("restore", "copy", "--drill", database=None)
    assert done.exit_code == 0, done.output


def test_a_drill_plays_one_match_of_each_game_and_writes_nothing(running: Path) -> None:
    before = sorted(running.iterdir())
    done = run("restore", "copy", "--drill", database=None)
    assert done.exit_code == 0, done.output
    first, replayed, *games, last = done.stdout.splitlines()
    assert first == "4 tables in copy."
    assert re.fullmatch(r"4 running tables were replayed and checked: \d+ entries\.", replayed)
    assert [line.partition(":")[0] for line in games] == ["courtisans", "cursed_court", "monarch"]
    assert last == "The backup can be played."
    assert sorted(running.iterdir()) == before


def test_a_drill_names_damaged_tables(running: Path) -> None:
    with closing(sqlite3.connect("copy")) as connection, connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM tables WHERE status = 'playing' ORDER BY id")]
        connection.execute("DELETE FROM journal WHERE table_id = ? AND number = 2", (ids[0],))
        connection.execute("UPDATE tables SET to_move = 1 - to_move WHERE id = ?", (ids[1],))
        connection.execute(
            "UPDATE journal SET data = '{\"move\": \"none\"}' WHERE table_id = ? AND act = 'move'", (ids[2],)
        )
    done = run("restore", "copy", "--drill", database=None)
    assert done.exit_code == 1
    assert re.findall(r"Table (\S+) is damaged: (.*)\.\n", done.stdout) == [
        (ids[0], "its journal is incomplete"),
        (ids[1], "its journal and its entry in the lists differ"),
        (ids[2], "it cannot be replayed (UnknownMove)"),
    ]
    assert done.stdout.endswith("The backup is damaged.\n")
