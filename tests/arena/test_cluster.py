"""A real Ray cluster with two workers on this machine, one of which is killed during a run."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from courtly.arena import Plan, Resources, play
from courtly.arena.cluster import NoCluster
from courtly.bots import Budget, Choice
from courtly.engine.compile.rng import Stream, below
from courtly.engine.errors import BadOption
from courtly.engine.play.knowledge import Knowledge

LOG = "COURTLY_TEST_LOG"


class Noted:
    """A slow random bot that logs the id of its process."""

    name = "noted"

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        if knowledge.view["version"] < 4:
            with Path(os.environ[LOG]).open("a") as log:
                log.write(f"{os.getpid()}\n")
            time.sleep(0.02)
        return Choice(knowledge.legal[below(rng, len(knowledge.legal))])


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ray") / "log"


@pytest.fixture(scope="module")
def ray(log: Path) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray leaves sockets and processes to the garbage collector
        import ray as library

        os.environ[LOG] = str(log)
        paths = os.pathsep.join(path for path in sys.path if path)
        settings = {"env_vars": {"PYTHONPATH": paths, LOG: str(log)}}
        library.init(
            num_cpus=2,
            include_dashboard=False,
            logging_level=logging.ERROR,
            log_to_driver=False,
            object_store_memory=80_000_000,
            runtime_env=settings,
        )
        yield library
        library.shutdown()
        del os.environ[LOG]


PLAN = Plan("courtisans", {"players": 2}, (f"python:{__name__}:Noted", "random"), deals=12, seed=3)


def test_a_missing_cluster_is_reported_in_one_line() -> None:
    with pytest.raises(NoCluster, match="there is no Ray cluster at nowhere"):
        play(PLAN, Resources(ray="nowhere"))


@pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://127.0.0.1:{}", "[::1]:{}"])
def test_an_unreachable_host_fails_without_a_wait(form: str) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # bound, but not listening
        with pytest.raises(NoCluster, match=r"there is no Ray cluster at .*(refused|assign|family)"):
            play(PLAN, Resources(ray=form.format(reserved.getsockname()[1])))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_killed_worker_loses_and_repeats_no_match(ray: Any, log: Path, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_one(done: int, _total: int) -> None:
        """Kill a worker in the middle of its match after some matches."""
        if done >= 4 and not killed:
            killed.append(int(log.read_text().split()[-1]))
            os.kill(killed[0], signal.SIGKILL)

    results = play(PLAN, Resources(ray="auto", folder=tmp_path), kill_one)
    workers = set(log.read_text().split())
    assert killed
    assert len(workers) >= 2
    assert results.rows["match"].tolist() == list(range(24))
    assert (tmp_path / "matches.bin").stat().st_size == 24 * results.rows.itemsize
    here = play(PLAN, Resources(workers=1))
    assert results.rows.tobytes() == here.rows.tobytes()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_cluster_plays_equal_compiled_matches(ray: Any) -> None:
    plan = Plan("courtisans", {"players": 2}, ("steward", "random"), deals=600, seed=5)
    assert play(plan, Resources(ray="auto")).rows.tobytes() == play(plan, Resources(workers=1)).rows.tobytes()


def test_without_ray_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"courtly\[ray\]"):
        play(PLAN, Resources(ray="auto"))
