"""What grows in a server while one match after another is played, and never shrinks."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from courtly.tables.memory import IdleLimits
from courtly.testing.simulation.loop import SimulatedLoop
from courtly.testing.simulation.people import Person
from courtly.testing.simulation.script import Script, TableScript
from courtly.testing.simulation.world import CreateApp, World

IDLE = 1200.0
"""Seconds after which a server must have dropped all unused objects."""

PAUSE = 300.0
"""Seconds between two matches, after which all players of the first have left."""

KEEP = 2
"""The number of idle tables and of hints in memory."""

CLOSED = ("Actor",)
"""Classes that are counted without their attributes: the number of tables is limited, and matches differ in length."""

Sizes = Counter[str]


class _World(World):
    """A world with one table, whose server is measured twice."""

    async def sizes(self, table: TableScript, matches: int) -> tuple[Sizes, Sizes]:
        """Return the sizes after some matches and after twice as many."""
        await self.start(0)
        app: Any = self.server(0).app
        app.state.services.lobby.tables._limits = IdleLimits(tables=KEEP)
        people = [Person(self, f"P{seat}", Random(seat)) for seat in range(table.people)]
        watcher = Person(self, "W", Random(99))
        for person in [*people, watcher]:
            await person.come()
        found = []
        for _ in range(2):
            for _ in range(matches):
                await self._play_match(table, people, watcher)
                await asyncio.sleep(PAUSE)
            await asyncio.sleep(IDLE)
            found.append(sizes(app.state._state) + Counter(_waiting(self.loop)))
        one, other = found
        return one, other


def grown(table: TableScript, create_app: CreateApp, *, matches: int) -> Mapping[str, int]:
    """Play matches; return by how much each part of the server grew between the first half and the second half.

    Parameters
    ----------
    matches
        The number of matches in each half. Less growth than half a unit for each match is ignored.
    """
    script = Script(seed=1, hours=0.0, tables=[], faults=[])
    with (
        tempfile.TemporaryDirectory(prefix="courtly-growth-") as folder,
        closing(SimulatedLoop(Random(1))) as loop,
    ):
        world = _World(script, create_app, loop, Path(folder))
        with patch("courtly.tables.hints.CACHE_SIZE", KEEP):
            one, other = loop.run_until_complete(world.sizes(table, matches))
    if world.auditor.problems:
        raise RuntimeError("\n".join(world.auditor.problems))
    return {name: other[name] - one[name] for name in other if other[name] - one[name] > matches / 2}


def sizes(root: object) -> Sizes:
    """Return the number of Courtly's objects of each class that an object leads to, and the sizes of their containers.

    A container is named by its class and attribute, such as `Memory._actors`.
    """
    found, seen, to_do = Sizes(), set[int](), [root]
    while to_do:
        one = to_do.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Mapping):
            to_do += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            to_do += one
        elif _is_ours(one):
            name = type(one).__qualname__
            found[name] += 1
            if name in CLOSED:
                continue
            for attribute, value in _attributes(one):
                to_do.append(value)
                if isinstance(value, Mapping | list | set):
                    found[f"{name}.{attribute}"] += len(value)
    return found


def _is_ours(one: object) -> bool:
    module = type(one).__module__
    return module.startswith("courtly.") and not module.startswith("courtly.testing.")


def _attributes(one: object) -> Iterator[tuple[str, object]]:
    yield from getattr(one, "__dict__", {}).items()
    for each in type(one).__mro__:
        for name in getattr(each, "__slots__", ()):
            if hasattr(one, name):
                yield name, getattr(one, name)


def _waiting(loop: SimulatedLoop) -> dict[str, int]:
    """Return the number of tasks and timers that wait."""
    timers = [entry for entry in loop._timers if not entry.handle.cancelled()]
    return {"tasks": len(loop._pending_tasks()), "timers": len(timers)}
