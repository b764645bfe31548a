"""The number of cores."""

import os

import pytest

from courtly.engine.play.cores import cores


def test_only_cores_of_this_process_count() -> None:
    assert cores() == len(os.sched_getaffinity(0))


def test_cores_are_counted_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1
