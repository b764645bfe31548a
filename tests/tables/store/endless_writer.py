"""A process that appends to several tables until it is killed. It prints each acknowledged act on one line.

Usage: python -m tests.tables.store.endless_writer URL
"""

from __future__ import annotations

import asyncio
import sys

from courtly.tables.store import Store, open_store, reads
from tests.tables.store.helpers import entry, head, sent

TABLES = 8


def command(table: str, number: int) -> str:
    return f"{table}-{number}"


async def plays(store: Store, table: str) -> None:
    """Append acts of one to three entries, one after the other."""
    known = await store.read(reads.versions, [table])
    if table not in known:
        await store.create(head(table), [entry(0)])
    version = known.get(table, 1)
    while True:
        count = 1 + version % 3
        first = sent(version, command(table, version))
        others = [entry(number) for number in range(version + 1, version + count)]
        await store.append([first, *others], head(table, version + count))
        print(table, version, count, flush=True)  # noqa: T201 - the parent process reads it
        version += count


async def main(url: str) -> None:
    async with await open_store(url) as store:
        await asyncio.gather(*(plays(store, f"t{n}") for n in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
