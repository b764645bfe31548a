"""The number of cores, and the priority of a process."""

import os

import pytest

from courtly.engine.play.cores import LOWEST_PRIORITY, cores, give_way


def test_only_cores_of_this_process_count() -> None:
    assert cores() == len(os.sched_getaffinity(0))


def test_cores_are_counted_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1


def test_a_process_that_gives_way_asks_for_the_lowest_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append)
    give_way()
    assert asked == [LOWEST_PRIORITY]


def test_a_system_without_priorities_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    give_way()
