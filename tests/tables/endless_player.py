"""Plays one match as a process of its own, telling every answer, until somebody kills it."""

from __future__ import annotations

import asyncio
import json
import sys

from courtly.tables import TableService, open_store
from tests.tables.helpers import a_move, command_for, new_table, step


def tell(what: object) -> None:
    """Write one line at once."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def main(path: str) -> None:
    """Play Ann's part at a new table."""
    store = await open_store(path)
    service = TableService(store)
    table = await new_table(service)
    tell(table.id)
    while table.view["phase"] != "over":
        asked = {"command": command_for(table), "version": table.version, "move": a_move(table)}
        table = await step(service, table)
        tell(asked | {"answer": table.version, "log": [event["args"] for event in table.log]})
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
