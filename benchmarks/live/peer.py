"""The peer: `python -m benchmarks.live.peer DATABASE`, a minimal durable server with Starlette and SQLite.

It knows no rules, no seats and no secrets. A move is one row in its own commit (WAL, synchronous FULL). The peer then
sends it to every socket of its table, and acknowledges it to the sender.
"""

from __future__ import annotations

import socket
import sqlite3
import sys
from collections import defaultdict
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

_TABLE = """CREATE TABLE IF NOT EXISTS moves
(number INTEGER PRIMARY KEY, of TEXT NOT NULL, turn INTEGER NOT NULL, move TEXT NOT NULL, UNIQUE (of, turn))"""


class Peer:
    """The tables of a database."""

    def __init__(self, database: str) -> None:
        # Autocommit: every statement is its own transaction.
        self._store = sqlite3.connect(database, isolation_level=None)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", _TABLE):
            self._store.execute(statement)
        self._sockets: defaultdict[str, set[WebSocket]] = defaultdict(set)

    async def live(self, connection: WebSocket) -> None:
        """Connect a client to a table."""
        table = str(connection.path_params["table"])
        await connection.accept()
        (turn,) = self._store.execute("SELECT count(*) FROM moves WHERE of = ?", (table,)).fetchone()
        await connection.send_json({"type": "table", "turn": turn})
        self._sockets[table].add(connection)
        try:
            while True:
                await self._move(connection, table, await connection.receive_json())
        except WebSocketDisconnect:
            self._sockets[table].discard(connection)

    async def _move(self, sender: WebSocket, table: str, act: dict[str, Any]) -> None:
        turn, (move,) = act["turn"], act["moves"]
        self._store.execute("INSERT INTO moves (of, turn, move) VALUES (?, ?, ?)", (table, turn, move))
        for connection in list(self._sockets[table]):
            await connection.send_json({"type": "entry", "n": turn, "turn": turn, "act": "move", "move": move})
        await sender.send_json({"type": "ack", "command": act["command"], "version": turn + 1})


def main(database: str) -> None:
    """Serve with Courtly's WebSocket settings: compression and regular pings."""
    application = Starlette(routes=[WebSocketRoute("/api/tables/{table}/live", Peer(database).live)])
    config = uvicorn.Config(application, log_level="error", ws_per_message_deflate=True, ws_ping_interval=10.0)
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        opened.listen()
        print(f"http://127.0.0.1:{opened.getsockname()[1]}", flush=True)
        uvicorn.Server(config).run(sockets=[opened])


if __name__ == "__main__":
    main(sys.argv[1])
