"""A hostile client: malformed requests and frames, which the server must refuse without any other effect."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

from courtly.testing.simulation.network import Client
from courtly.testing.simulation.sockets import Refused
from courtly.testing.simulation.weather import Closed, Lost

ATTEMPTS = 12
"""The number of malformed requests, and of malformed frames."""

VALUES: tuple[Any, ...] = (None, True, -1, 2**70, 1e308, "", "x" * 300, "\x00", "é", [], {}, [[[]]], {"a": {"b": 1}})
"""Values for fields that expect others."""

FRAMES = ("", "null", "[]", "{}", "{", "\x00", '{"type":"act"}', '{"type":"shown","version":-1}', "x" * 5000, "[" * 400)
"""Malformed frames."""

FIELDS = ("command", "act", "seat", "moves", "match", "turn", "code", "word", "bot", "options", "what")


async def attack(client: Client, table: str, game: str, rng: Random) -> list[str]:
    """Attack a table, and another table, as a stranger; return the answers that no client should get.

    Parameters
    ----------
    client
        A client without an identity.
    table
        The id of a table.
    game
        The game of another table, which the client opens itself.
    rng
        Chooses the attacks.
    """
    problems: list[str] = []
    headers: dict[str, str] = {}
    tables = [table]
    with suppress(Lost):
        made = await client.request("POST", "/api/players", json={"name": "Mallory"})
        if made.status == 201:
            headers = {"authorization": f"Bearer {made.json()['token']}"}
            wanted = {"command": "own-table", "game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
            own = await client.request("POST", "/api/tables", json=wanted, headers=headers)
            tables += [own.json()["id"]] if own.status == 201 else []
    for _ in range(ATTEMPTS):
        table = rng.choice(tables)
        body = {name: rng.choice(VALUES) for name in rng.sample(FIELDS, 4)} | {"act": rng.choice(["move", "sit", "x"])}
        path = rng.choice([f"/api/tables/{table}/acts", f"/api/tables/{table}/draft", "/api/tables", "/api/players"])
        with suppress(Lost):
            answer = await client.request("POST", path, json=body, headers=headers)
            if not 400 <= answer.status < 500 and answer.status != 503:
                problems.append(f"{path} answers {body} with {answer.status} {answer.text[:200]}")
    for _ in range(ATTEMPTS):
        await _send_frame(client, rng.choice(tables), headers, rng)
    return problems


async def _send_frame(client: Client, table: str, headers: dict[str, str], rng: Random) -> None:
    """Send a malformed frame, and wait a little for the answer or the end of the connection."""
    with suppress(Lost, Closed, Refused, TimeoutError):
        connection = await client.connect(f"/api/tables/{table}/live", headers=headers)
        try:
            await connection.send(rng.choice(FRAMES))
            async with asyncio.timeout(5):
                while True:
                    await connection.receive()
        finally:
            connection.close()
