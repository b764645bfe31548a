"""Measure how soon a server accepts moves after its process was killed and restarted."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from websockets.sync.client import connect

from benchmarks.live.prepare import Scripted
from benchmarks.live.server import CannotMeasure, Served, serving


def first_and_last_move(program: Sequence[str], database: Path, tables: Sequence[Scripted]) -> tuple[float, float]:
    """Kill a server and start it again. Return the seconds until one table, and until every table, has accepted a move.

    Raises
    ------
    CannotMeasure
        If a move was refused.
    """
    with serving(program, database) as served:
        move(served, tables[-1])
        served.kill()
    begun = time.perf_counter()
    with serving(program, database) as served:
        move(served, tables[0])
        first = time.perf_counter() - begun
        for table in tables[1:]:
            move(served, table)
        return first, time.perf_counter() - begun


def move(served: Served, table: Scripted) -> None:
    """Connect the player to move at a table, make the next move, and wait for its acknowledgement."""
    address = f"{served.site.replace('http', 'ws', 1)}/api/tables/{table.id}/live?since=1000000"
    for token in table.tokens:
        with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as connection:
            turn = json.loads(connection.recv())["turn"]
            seat, line = table.script[turn]
            if token != table.tokens[seat]:
                continue
            act = {"command": f"m{turn}", "act": "move", "match": 1, "turn": turn, "moves": [line]}
            connection.send(json.dumps({"type": "act", **act}))
            while (frame := json.loads(connection.recv()))["type"] not in ("ack", "error"):
                pass
            if frame["type"] == "error":
                raise CannotMeasure(f"a move was rejected after a restart: {frame}", where="the server")
            return
