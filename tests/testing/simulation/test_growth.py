"""A server forgets the matches that are over: nothing in its memory grows with their number."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.tables.memory import Memory
from courtly.testing.simulation.script import TableScript
from courtly.web.app import create_app
from tests.testing.simulation.growth import grown, sizes

MATCHES = 15
TABLE = TableScript("monarch", {"players": 2, "max_rounds": 1}, 1, 1, "fast", {"kind": "move", "seconds": 90}, 0.0)


@pytest.mark.long
def test_nothing_grows_with_the_number_of_matches() -> None:
    assert grown(TABLE, create_app, matches=MATCHES) == {}


def test_what_grows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "_drop_idle", lambda _: None)
    found = grown(TABLE, create_app, matches=3)
    assert found["Actor"] == found["Memory._actors"] == 3


def test_the_sizes_of_an_object_are_those_of_all_that_it_leads_to() -> None:
    class Box:
        __module__ = "courtly.box"

        def __init__(self, **values: Any) -> None:
            self.__dict__.update(values)

    inner = Box(items=[1, 2])
    found = sizes({"one": Box(inner=inner, also={"a": inner, "b": 3})})
    assert found == {"test_the_sizes_of_an_object_are_those_of_all_that_it_leads_to.<locals>.Box": 2} | {
        f"{Box.__qualname__}.{name}": 2 for name in ("items", "also")
    }
