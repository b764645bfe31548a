"""The log: addresses are masked, and JSON lines of unexpected errors contain no messages and no values."""

from __future__ import annotations

import json
import logging
import logging.config
import re
import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import httpx
import pytest
from starlette.requests import Request
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from courtly.engine.errors import CourtlyError
from courtly.settings import Settings
from courtly.tables.errors import HintsNotReady
from courtly.web.app import on_courtly_error
from courtly.web.errors import PicturesBusy
from courtly.web.logs import MAX_SIMILAR, SIMILAR_SECONDS, FloodFilter, JsonLines, TextLines, log_config, masked
from tests.cli.processes import TIMEOUT_SECONDS, line_of, started
from tests.web.helpers import application, begin, play, serving, visitor


@pytest.fixture
def root() -> Iterator[None]:
    """Restore the logging configuration after a test."""
    log = logging.getLogger()
    handlers, level = list(log.handlers), log.level
    yield
    log.handlers[:] = handlers
    log.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.NOTSET)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/join/k7m2qr9xzt", "/join/…"),
        ("/watch/k7m2qr9xzt?lang=fr", "/watch/…?lang=fr"),
        ("/recover/abc-def_1/again", "/recover/…/again"),
        ("/tables/abc/stage?seat=0&watch=k7m2qr9xzt", "/tables/abc/stage?seat=0&watch=…"),
        ("/events/k7m2qr9xzt/join", "/events/…/join"),
        ("/x?page=1&token=abc&code=d", "/x?page=1&token=…&code=…"),
        ("/me?back=%2Frecover%2Fabc&x=1", "/me?back=%2Frecover%2F…&x=1"),
        ("/api/tables/abc/live?since=0", "/api/tables/abc/live?since=0"),
        ("203.0.113.7:50612 - lost", "… - lost"),
        ("2001:db8::7:50612 - lost", "… - lost"),
        ("[::1]:8000 and fe80::1%eth0", "… and …"),
        ("version 1.2.3, a: b", "version 1.2.3, a: b"),
    ],
)
def test_codes_and_ip_addresses_are_masked(address: str, shown: str) -> None:
    assert masked(address) == shown


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize("kind", ["text", "json"])
def test_no_log_line_contains_a_code(kind: Literal["text", "json"], capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(log_config(Settings(log_format=kind, log_requests=True)))
    access = ("127.0.0.1:1", "GET", "/join/k7m2qr9xzt", "1.1", 200)
    logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', *access)
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "127.0.0.1:1", "/watch/k7m2qr9xzt")
    told = capsys.readouterr().err
    assert "k7m2qr9xzt" not in told
    assert told.count("\n") == 2
    if kind == "json":
        first = json.loads(told.splitlines()[0])
        assert (first["method"], first["path"], first["status"]) == ("GET", "/join/…", 200)


@pytest.mark.usefixtures("root")
def test_requests_are_logged_only_if_enabled(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(log_config(Settings()))
    logging.getLogger("uvicorn.access").info("a request")
    assert capsys.readouterr().err == ""


def record(line: int, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("uvicorn.error", level, "server.py", line, "accept failed", None, None)


def test_similar_warnings_are_limited_and_the_next_one_has_their_number() -> None:
    now = 0.0
    flood = FloodFilter(lambda: now)
    assert [flood.filter(record(1)) for _ in range(MAX_SIMILAR + 7)] == [True] * MAX_SIMILAR + [False] * 7
    assert flood.filter(record(2))
    assert all(flood.filter(record(1, logging.INFO)) for _ in range(2 * MAX_SIMILAR))
    now = SIMILAR_SECONDS
    later = record(1)
    assert flood.filter(later)
    assert TextLines("%(message)s").format(later) == "accept failed (7 similar lines were left out)"
    assert json.loads(JsonLines().format(later))["left_out"] == 7


@pytest.mark.usefixtures("root")
def test_the_log_of_a_server_is_limited(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(log_config(Settings()))
    for _ in range(3 * MAX_SIMILAR):
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    assert capsys.readouterr().err.count("\n") == MAX_SIMILAR


@pytest.mark.usefixtures("root")
def test_an_error_in_json_has_its_place_but_no_values(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(log_config(Settings(log_format="json")))
    try:
        raise ValueError("stag.spy")
    except ValueError:
        logging.getLogger("courtly.web").exception("it failed")
    line = json.loads(capsys.readouterr().err)
    assert (line["error"], line["message"]) == ("ValueError", "it failed")
    assert "test_logs.py" in line["trace"][0]
    assert "stag.spy" not in json.dumps(line)


@pytest.mark.parametrize("kind", ["text", "json"])
def test_no_log_line_of_a_real_server_contains_a_code_or_an_address(kind: str, tmp_path: Path) -> None:
    arguments = ["serve", "--port=0", f"--database={tmp_path / 'a.db'}", "--log-requests", f"--log-format={kind}"]
    with started(arguments) as process, httpx.Client(headers={"X-Forwarded-For": "2001:db8::7"}) as client:
        client.base_url = site = line_of(process).split(": ", 1)[1].strip()
        token = client.post("/api/players", json={"name": "Deep Cushion"}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        wanted = {"command": "c", "game": "courtisans"}
        table = client.post("/api/tables", json=wanted, headers=headers).json()
        link = client.post("/me/recovery", data={"act": "make"}).text.partition("/recover/")[2].partition('"')[0]
        for path in (f"/join/{table['join']}", f"/me?back=/watch/{table['watch']}", f"/recover/{link}"):
            assert client.get(path).status_code == 200
        live = f"{site.replace('http', 'ws', 1)}/api/tables/{table['id']}/live?code={table['join']}"
        with connect(live, additional_headers=headers):
            pass
        with pytest.raises(InvalidStatus), connect(live.replace(table["id"], "none")):
            pass
        with socket.create_connection((client.base_url.host, client.base_url.port)) as strange:
            strange.sendall(b"nonsense\r\n\r\n")
            strange.recv(100)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=TIMEOUT_SECONDS)
    assert "Invalid HTTP request" in told
    assert "WebSocket" in told
    assert told.count("\n") > 8
    for secret in (table["join"], table["watch"], link, token, "127.0.0.1", "2001:db8", "Cushion"):
        assert secret not in told


def test_an_unavailable_database_is_logged_once_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "courtly.db"
    with serving(application(database)) as site, visitor(site) as client:
        change(database, "ALTER TABLE tables RENAME TO elsewhere")
        assert [client.get("/api/tables").status_code for _ in range(3)] == [503] * 3
        change(database, "ALTER TABLE elsewhere RENAME TO tables")
        assert client.get("/api/tables").status_code == 200
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage().partition(" after ")[0] for record in lines] == [
        "reading from the database: the tables are unavailable: the database refused the request",
        "reading from the database: works again",
    ]
    assert not any(record.exc_info for record in lines)


def test_a_broken_table_is_logged_without_its_cards(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database = tmp_path / "courtly.db"
    with serving(application(database)) as site, visitor(site) as client:
        table = begin(client).rpartition("/")[2]
        play(client, f"/tables/{table}")
    change(database, "UPDATE journal SET data = replace(data, 'play ', 'play no.such-card ') WHERE act = 'move'")
    with serving(application(database)) as site, visitor(site) as after:
        after.cookies.update(client.cookies)
        assert after.get(f"/tables/{table}").status_code == 503
    at_start, at_visit = (record for record in caplog.records if record.levelname == "ERROR")
    assert (at_start.name, at_visit.name) == ("courtly.tables.memory", "courtly.web.app")
    for line in at_start, at_visit:
        assert re.search(r"broken-table.* \(\w+ at .*\.py:\d+ \w+\)$", line.getMessage())
        assert "no.such-card" not in line.getMessage()
        assert line.exc_info is None


@pytest.mark.anyio
@pytest.mark.parametrize("busy", [PicturesBusy, HintsNotReady])
async def test_an_overload_and_a_game_in_preparation_are_logged_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, busy: type[CourtlyError]
) -> None:
    scope = {"type": "http", "method": "GET", "path": "/api/", "headers": [], "query_string": b""}
    request = Request({**scope, "app": application(tmp_path / "courtly.db")})
    assert (await on_courtly_error(request, busy("busy"))).status_code == 503
    (line,) = caplog.records
    assert line.levelno == logging.WARNING
    assert line.exc_info is None


def change(database: Path, statement: str) -> None:
    """Change a database without using the server."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute(statement)
