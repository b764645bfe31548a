"""How many cores there are."""

import os

import pytest

from courtly.engine.play.cores import cores


def test_cores_are_those_that_this_process_may_use() -> None:
    assert cores() == len(os.sched_getaffinity(0))


def test_cores_are_counted_where_affinity_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1
