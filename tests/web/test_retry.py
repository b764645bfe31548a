"""Every answer to too many requests tells how long to wait: pages, forms, the API and live connections."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.api.helpers import Program, frames_until
from tests.web.helpers import NEW_MATCH, application, begin, serving, visitor
from tests.web.table_forms import FRIENDS

STRICT: dict[str, Any] = {"max_acts": 1, "max_lines": 1, "max_sockets": 1, "max_guesses": 1, "limit_seconds": 600.0}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server with low limits."""
    with serving(application(tmp_path / "courtly.db", **STRICT)) as address:
        yield address


def waits(answer: httpx.Response) -> bool:
    """Return whether an answer has status 429 and tells to wait for ten minutes."""
    assert answer.status_code == 429, answer.text
    text = unescape(answer.text)
    words = "You can try again in 10 minutes" if "<html" in text else "try again in 10 min"
    return 590 < int(answer.headers["retry-after"]) <= 600 and words in text


def test_pages_and_forms_tell_the_time_to_wait(client: httpx.Client) -> None:
    url = begin(client, **FRIENDS, listed="true")
    assert waits(client.post(f"{url}/acts", data={"act": "ready", "command": "c1"}))
    assert waits(client.post("/tables", data=NEW_MATCH))
    line = {"text": "hello"}
    assert client.post(f"{url}/lines", data={**line, "command": "c2"}).status_code == 303
    assert waits(client.post(f"{url}/lines", data={**line, "command": "c3"}))


def test_wrong_codes_tell_the_time_to_wait(client: httpx.Client) -> None:
    assert client.get("/join/bcdfghjkmn").status_code == 404
    assert waits(client.get("/join/bcdfghjkmn"))


@pytest.mark.parametrize(("lang", "words"), [("fr", "Vous pouvez réessayer dans 10 minutes."), ("de", "10 Minuten")])
def test_the_time_to_wait_is_told_in_the_language_of_the_viewer(client: httpx.Client, lang: str, words: str) -> None:
    url = begin(client, **FRIENDS)
    client.headers["Accept-Language"] = lang
    assert words in unescape(client.post(f"{url}/acts", data={"act": "ready", "command": "c1"}).text)


def test_the_api_and_live_connections_tell_the_time_to_wait(client: httpx.Client, site: str) -> None:
    program = Program(client, "Ann")
    table = str(program.open()["id"])
    assert waits(program.try_act(table, "ready"))
    with program.live(site, table) as connection:
        frames_until(connection, "state")
        with pytest.raises(InvalidStatus) as refused, program.live(site, table):
            pass
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["retry-after"] == "600"
        connection.send(json.dumps({"type": "act", "command": "c1", "act": "ready"}))
        with pytest.raises(ConnectionClosed) as closed:
            frames_until(connection, "never")
        assert closed.value.rcvd is not None
        assert "try again in 10 min" in closed.value.rcvd.reason


def test_a_limit_that_no_time_lifts_has_a_header_too(tmp_path: Path) -> None:
    with serving(application(tmp_path / "other.db", max_tables=1)) as site, visitor(site) as client:
        begin(client, **FRIENDS)
        answer = client.post("/tables", data=NEW_MATCH)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
