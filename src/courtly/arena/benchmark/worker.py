"""A worker process of the benchmark: it plays the matches whose cell and number it reads, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from courtly.arena.benchmark.player import play_match
from courtly.arena.benchmark.protocol import Protocol
from courtly.arena.plan import Plan
from courtly.arena.worker import serve


def start(given: dict[str, Any]) -> Callable[[Any], dict[str, Any]]:
    """Return the function that plays a task of a protocol."""
    protocol = Protocol.read(given["protocol"])

    @cache
    def plan(cell: int) -> Plan:
        return protocol.plan(protocol.cells[cell])

    return lambda task: {"result": play_match(plan(task[0]), task[1], protocol.illegal).as_list()}


if __name__ == "__main__":
    serve(start)
