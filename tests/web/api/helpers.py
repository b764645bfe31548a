"""Shared helpers of the API tests: an application, live connections, and programs that play."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from pydantic import SecretStr
from websockets.sync.client import ClientConnection, connect

from courtly.settings import SECRET_LENGTH, Settings
from courtly.web.app import create_app
from tests.web.helpers import QUICKLY

SECRET = "a secret".ljust(SECRET_LENGTH, ".")
GAMES = ("courtisans", "cursed_court", "monarch")
Json = dict[str, Any]

numbers_ = itertools.count()


def application(database: Path | str = ":memory:", **settings: Any) -> FastAPI:
    """Return the application with bots without delay, and with high limits by default."""
    chosen: Json = {**QUICKLY, "max_tables": 100_000, **settings}
    return create_app(Settings(database=database, secret=SecretStr(SECRET), **chosen))


def command() -> str:
    """Return a new command id."""
    return f"c{next(numbers_)}"


class Program:
    """A program with a token, which uses the API of a server."""

    def __init__(self, client: httpx.Client, name: str = "Deep Cushion") -> None:
        self.client = client
        made = client.post("/api/players", json={"name": name})
        assert made.status_code == 201, made.text
        self.id, self.token = made.json()["id"], made.json()["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(f"/api{path}", headers=self.headers, **more)

    def post(self, path: str, body: object, **more: Any) -> httpx.Response:
        return self.client.post(f"/api{path}", json=body, headers=self.headers, **more)

    def open(self, game: str = "courtisans", seats: int | list[Json] = 2, **more: Any) -> Json:
        """Open a table, by default with a seat for the program and otherwise open seats."""
        kinds = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)] if isinstance(seats, int) else seats
        made = self.post("/tables", {"command": command(), "game": game, "seats": kinds, **more})
        assert made.status_code == 201, made.text
        return dict(made.json())

    def table(self, table: str, **query: Any) -> Json:
        found = self.get(f"/tables/{table}", params=query)
        assert found.status_code == 200, found.text
        return dict(found.json())

    def try_act(self, table: str, act: str, **more: Any) -> httpx.Response:
        return self.post(f"/tables/{table}/acts", {"command": command(), "act": act, **more})

    def act(self, table: str, act: str, **more: Any) -> Json:
        done = self.try_act(table, act, **more)
        assert done.status_code == 200, done.text
        return dict(done.json())

    def move(self, table: str, shown: Json, *moves: str) -> Json:
        """Make moves at a table, at the turn of an earlier answer."""
        return self.act(table, "move", match=shown["match"], turn=shown["turn"], moves=list(moves))

    @contextmanager
    def live(self, site: str, table: str, query: str = "since=0", **more: Any) -> Iterator[ClientConnection]:
        """Connect to a table."""
        with live(site, table, query, additional_headers=self.headers, **more) as connection:
            yield connection


@contextmanager
def live(site: str, table: str, query: str = "since=0", **more: Any) -> Iterator[ClientConnection]:
    """Connect to a table, without an identity unless the headers contain one."""
    address = f"{site.replace('http', 'ws', 1)}/api/tables/{table}/live?{query}"
    with connect(address, max_size=None, **more) as connection:
        yield connection


def frames_until(connection: ClientConnection, kind: str, **wanted: Any) -> list[Json]:
    """Return the frames up to the first one of this kind with these values."""
    told: list[Json] = []
    while not told or told[-1]["type"] != kind or any(told[-1].get(key) != value for key, value in wanted.items()):
        told.append(json.loads(connection.recv(timeout=60)))
    return told


def two_at_a_table(client: httpx.Client, game: str = "courtisans", **more: Any) -> tuple[Program, Program, str]:
    """Return two programs and the id of a table where their match has begun."""
    host, guest = Program(client, "Ann"), Program(client, "Ben")
    opened = host.open(game, **more)
    table = str(opened["id"])
    guest.act(table, "sit", code=opened["join"])
    host.act(table, "ready")
    guest.act(table, "ready")
    return host, guest, table


def error_of(response: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of an error, after checking its shape."""
    error = response.json()["error"]
    assert {"code", "message", "given", "where", "allowed"} <= error.keys()
    return response.status_code, str(error["code"])
