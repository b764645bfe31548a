"""Messages about turns, for the tests of all kinds of notifications."""

from __future__ import annotations

from typing import Any

from courtly.tables.journal import HeadSeat
from courtly.tables.notifications import Message
from tests.tables.store.helpers import ANN, head

BEA = HeadSeat("person", "Bea", player="bea")


def message(*tables: str, kind: Any = "turn", **changes: Any) -> Message:
    """Return a message about tables where Ann plays with Bea."""
    heads = [head(table, seats=(ANN, BEA), **changes) for table in tables or ("t",)]
    return Message("id", "ann", kind, heads, ["turn"])
