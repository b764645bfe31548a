"""`courtly doctor`: its findings for servers, databases, folders and proxies that are really broken."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from email.message import Message
from http.client import HTTPMessage
from pathlib import Path
from typing import TypeVar, cast

import httpx
import pytest
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from sqlalchemy import Connection

from courtly.engine.errors import shown
from courtly.environment import Environment, using
from courtly.settings import Settings
from courtly.tables.store import open_store, upgrade, upkeep
from courtly.tables.store.upgrade import revisions
from courtly.terminal import doctor
from courtly.terminal.doctor import ENOUGH_FREE, LEAST_FREE, SeenByServer, Status, examine
from tests.cli.commands import run
from tests.cli.header_proxy import header_proxy
from tests.tables.store.cluster import running_cluster
from tests.tables.store.helpers import head, sent
from tests.web.helpers import application, serving

Place = TypeVar("Place", str, Path)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The file of a database with one table."""
    return filled(tmp_path / "courtly.db")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(application(tmp_path_factory.mktemp("site") / "courtly.db")) as address:
        yield address


def filled(database: Place) -> Place:
    async def fill() -> None:
        async with await open_store(database) as store:
            await store.create(head("t"), [sent(0, "c")])

    asyncio.run(fill())
    return database


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def findings(database: Path | str, url: str | None = None, *, free: int = ENOUGH_FREE) -> dict[str, tuple[Status, str]]:
    """Return the status and the sentence of each finding, the last one of each name."""
    found = examine(Settings(database=database), url, lambda _: free)
    return {one.name: (one.status, str(one.sentence)) for one in found}


def problems(database: Path, url: str) -> dict[str, str]:
    return {name: text for name, (status, text) in findings(database, url).items() if status == "problem"}


def test_a_good_machine_has_no_problems(database: Path) -> None:
    found = findings(database)
    assert list(found) == ["versions", "disk", "cache", "database", "clock"]
    assert {status for status, _ in found.values()} == {"ok"}
    assert found["database"][1] == f"{shown(str(database))} is complete; tables: 1"


def test_a_good_proxy_has_no_problems(database: Path, site: str) -> None:
    with header_proxy(site) as url:
        found = findings(database, url)
    assert {name for name, (status, _) in found.items() if status != "ok"} == {"cookies"}
    assert found["cookies"] == ("warning", f"{url} is not encrypted; use HTTPS")


@pytest.mark.parametrize(
    ("drops", "told"),
    [
        ("upgrade", "live connections do not pass; let the proxy forward the headers Upgrade and Connection"),
        ("x-forwarded-for", "missing; let the proxy set the header X-Forwarded-For"),
        ("x-forwarded-proto", "missing; let the proxy set the header X-Forwarded-Proto"),
    ],
)
def test_a_header_that_a_proxy_does_not_pass_is_named(database: Path, site: str, drops: str, told: str) -> None:
    with header_proxy(site, drops) as url:
        assert told in problems(database, url).values()


def test_a_proxy_that_does_not_forward_the_host_is_a_problem() -> None:
    seen = SeenByServer(host="127.0.0.1:8000", forwarded_for=True, forwarded_proto=True, is_trusted=True)
    found = list(doctor._forwarded("http://games.example.org", seen))
    assert (found[0].name, found[0].status) == ("Host", "problem")
    assert str(found[0].sentence).startswith("the server gets the host '127.0.0.1:8000'; ")


@pytest.mark.parametrize("client", ["203.0.113.5", "203.0.113.5:5000"])
def test_a_trusted_proxy_may_send_the_port_of_a_client(site: str, client: str) -> None:
    assert httpx.get(f"{site}/proxyz", headers={"X-Forwarded-For": client}).json()["is_trusted"]


def test_a_proxy_that_the_server_does_not_trust_is_a_problem(database: Path, tmp_path: Path) -> None:
    app = application(tmp_path / "other.db")
    with serving(app, proxies="192.0.2.1") as site, header_proxy(site) as url:
        found = problems(database, url)
    advice = "not trusted; add the address of the proxy to COURTLY_PROXIES"
    assert (found["X-Forwarded-For"], found["X-Forwarded-Proto"]) == (advice, advice)


@pytest.mark.parametrize(
    ("cookie", "status", "told"),
    [
        ("theme=light; Secure", "ok", "over HTTPS only"),
        ("theme=light; HttpOnly", "problem", "cookies are not Secure; set COURTLY_BASE_URL"),
        (None, "problem", "forms are refused; set COURTLY_BASE_URL"),
    ],
)
def test_cookies_must_be_secure(cookie: str | None, status: Status, told: str) -> None:
    headers = Message()
    if cookie is not None:
        headers["Set-Cookie"] = cookie
    found = doctor._cookies("https://games.example.org", cast(HTTPMessage, headers))
    assert found.status == status
    assert told in str(found.sentence)


def test_an_address_without_a_server_is_a_problem(database: Path) -> None:
    with serving(application(database)) as site:
        pass
    assert "cannot be reached" in problems(database, site)["address"]


def test_an_address_of_another_program_is_a_problem(database: Path) -> None:
    other = FastAPI()
    with serving(other) as site:
        assert "not as Courtly of this version" in problems(database, site)["address"]


def test_an_address_that_answers_everything_with_a_page_is_a_problem(database: Path) -> None:
    other = FastAPI()

    @other.get("/proxyz", response_class=HTMLResponse)
    def page() -> str:
        return "<title>Welcome</title>"

    with serving(other) as site:
        assert "not as Courtly of this version" in problems(database, site)["address"]


def test_a_clock_that_differs_from_that_of_the_server_is_a_problem(database: Path, site: str) -> None:
    class Late(Environment):
        def system_time(self) -> float:
            return super().system_time() - 3600

    with using(Late()):
        text = problems(database, site)["clock"]
    assert text.startswith(f"the clock differs from that of {site} by 3")
    assert text.endswith("set it with a time server (NTP)")


def test_the_clock_of_a_database_server_is_compared() -> None:
    class Early(Environment):
        def system_time(self) -> float:
            return super().system_time() + 3600

    with running_cluster() as cluster, cluster.database() as url, using(Early()):
        found = findings(filled(url))
    assert found["database"][0] == "ok"
    assert found["clock"][1].startswith("the clock differs from that of the database by 3")
    assert "disk" not in found


@pytest.mark.parametrize(
    ("free", "status"), [(LEAST_FREE - 1, "problem"), (ENOUGH_FREE - 1, "warning"), (ENOUGH_FREE, "ok")]
)
def test_little_disk_space_is_a_problem(database: Path, free: int, status: Status) -> None:
    found = findings(database, free=free)
    assert (found["disk"][0], found["cache"][0]) == (status, status)


def test_a_cache_folder_that_cannot_be_written_is_a_problem(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURTLY_CACHE_DIR", str(database / "cache"))
    status, text = findings(database)["cache"]
    assert status == "problem"
    assert text.endswith("; let the server's user write there, or set COURTLY_CACHE_DIR to another folder")


def test_a_cache_folder_on_a_full_disk_is_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    text = str(doctor.cannot_write_folder(tmp_path, "COURTLY_CACHE_DIR"))
    assert text.endswith("the disk is full; delete files there, or set COURTLY_CACHE_DIR to another folder")


def test_the_libraries_are_compared_with_the_lock(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "runtime.txt"
    lock.write_text("numpy==0.1 \\\n    --hash=x\nno-such-library==2 \\\n", encoding="utf-8")
    monkeypatch.setattr(doctor, "LOCKS", [tmp_path / "missing", lock])
    status, text = findings(database)["versions"]
    assert status == "warning"
    assert "(0.1), no-such-library - (2); run python -m tools.dev setup runtime" in text
    monkeypatch.setattr(doctor, "LOCKS", [])
    assert findings(database)["versions"][1].endswith("there is no lock here")


@pytest.mark.parametrize(
    ("statement", "status", "told"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "problem", "by a later version of Courtly"),
        (f"UPDATE alembic_version SET version_num = '{revisions()[1]}'", "warning", "of an earlier version"),
        ("DELETE FROM journal", "problem", "1 tables of '"),
    ],
)
def test_a_database_of_another_version_or_with_damage_is_named(
    database: Path, statement: str, status: Status, told: str
) -> None:
    change(database, statement)
    found = findings(database)["database"]
    assert found[0] == status
    assert told in found[1]


def test_a_file_that_is_damaged_is_named(database: Path) -> None:
    change(database, "PRAGMA journal_mode = DELETE")
    content = bytearray(database.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    database.write_bytes(content)
    status, text = findings(database)["database"]
    assert status == "problem"
    assert "the database is damaged; check COURTLY_DATABASE, or restore a backup" in text


def test_the_other_checks_go_on_if_the_database_cannot_be_looked_up(tmp_path: Path) -> None:
    found = findings(tmp_path / ("x" * 300))
    assert list(found) == ["versions", "disk", "cache", "database"]
    assert found["database"][0] != "ok"


def test_a_folder_instead_of_a_database_is_a_problem(tmp_path: Path) -> None:
    advice = "it is a folder; check COURTLY_DATABASE, or restore a backup"
    assert findings(tmp_path)["database"] == ("problem", advice)


def test_a_server_can_write_while_its_database_is_read(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def written(connection: Connection) -> bool:
        change(database, "UPDATE alembic_version SET version_num = version_num")
        return upgrade.is_current(connection)

    monkeypatch.setattr(upkeep, "is_current", written)
    assert findings(database)["database"][0] == "ok"


def test_a_database_that_does_not_exist_yet_is_a_warning(tmp_path: Path) -> None:
    found = findings(tmp_path / "new" / "courtly.db")
    assert (found["disk"][0], found["database"][0]) == ("ok", "warning")
    assert not (tmp_path / "new").exists()


def test_the_exit_status_tells_whether_there_are_problems(database: Path, tmp_path: Path) -> None:
    good = run("doctor", "--database", str(database), environment={"COURTLY_BASE_URL": ""})
    assert good.exit_code == 0, good.output
    assert good.stdout.splitlines()[0].startswith("ok          versions: Python 3.")
    bad = run("doctor", "--database", str(database), "--json", environment={"COURTLY_CACHE_DIR": str(database)})
    assert bad.exit_code == 1
    found = {one["check"]: one["status"] for one in json.loads(bad.stdout)}
    assert found["cache"] == "problem"


def test_the_findings_are_translated_into_french(database: Path) -> None:
    done = run("doctor", "--database", str(database), "--lang", "fr", environment={"COURTLY_BASE_URL": ""})
    assert f"{shown(str(database))} est complète\u202f; tables\u202f: 1" in done.stdout
