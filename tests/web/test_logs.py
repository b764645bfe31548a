"""The log: addresses masked, and as JSON neither messages nor values of what failed."""

from __future__ import annotations

import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Literal

import pytest

from courtly.settings import Settings
from courtly.web.logs import log_config, masked


@pytest.fixture
def root() -> Iterator[None]:
    """Put the log back as it was."""
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
        ("/x?page=1&token=abc&code=d", "/x?page=1&token=…&code=…"),
        ("/api/tables/abc/live?since=0", "/api/tables/abc/live?since=0"),
    ],
)
def test_addresses_lose_what_they_carry(address: str, shown: str) -> None:
    assert masked(address) == shown


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize("kind", ["text", "json"])
def test_no_line_of_the_log_has_a_code(kind: Literal["text", "json"], capsys: pytest.CaptureFixture[str]) -> None:
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
def test_requests_are_not_logged_unless_that_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(log_config(Settings()))
    logging.getLogger("uvicorn.access").info("a request")
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("root")
def test_a_failure_as_json_has_its_place_and_no_values(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(log_config(Settings(log_format="json")))
    try:
        raise ValueError("stag.spy")
    except ValueError:
        logging.getLogger("courtly.web").exception("it failed")
    line = json.loads(capsys.readouterr().err)
    assert (line["error"], line["message"]) == ("ValueError", "it failed")
    assert "test_logs.py" in line["trace"][0]
    assert "stag.spy" not in json.dumps(line)
