"""Sharing out tasks on many machines, by Ray: the same tasks, so the same results for the same seeds.

A task whose process or machine dies is done again elsewhere. Results are kept by whoever asked, so none counts twice.
"""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from courtly.arena.extras import library
from courtly.arena.plan import Plan
from courtly.arena.rows import Done, read_done
from courtly.arena.work import Task, Wanted, Worker, as_text, opened, opening, read_task
from courtly.engine.batch import limit_cores
from courtly.engine.errors import CourtlyError

LOCAL = "local"
"""The address that starts a cluster on this machine."""

_PATIENCE = 10.0
"""Seconds for a machine to answer at all."""

_TRIES = 5
_AHEAD = 4
"""Tasks that wait for each processor, so that none is idle meanwhile."""


class NoCluster(CourtlyError):
    """No cluster answers, or it lost a task too often."""

    code = "no-cluster"


def on_ray(tasks: Iterator[Task], plan: Plan, wanted: Wanted, address: str) -> Iterator[Done]:
    """Yield what comes of each task, as soon as it is done.

    Raises
    ------
    BadOption
        Without the extra `courtly[ray]`.
    NoCluster
    """
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, address)
    try:
        yield from _shared(ray, tasks, json.dumps(opening(plan, wanted)))
    except ray.exceptions.RayError as error:
        first = str(error).strip().partition("\n")[0]
        raise NoCluster(f"the cluster could not do a task: {first}", given=address, where="ray") from None
    finally:
        if ours:
            ray.shutdown()


def _ray() -> Any:
    return library("ray", "clusters", where="ray", extra="ray")


def _connect(ray: Any, address: str) -> None:
    try:
        _reach(address)
        ray.init(
            address=None if address == LOCAL else address,
            include_dashboard=False if address == LOCAL else None,
            logging_level=logging.ERROR,
            log_to_driver=False,
        )
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        first = str(error).strip().partition("\n")[0]
        message = f"there is no Ray cluster at {address}: {first}"
        raise NoCluster(message, given=address, where="ray", allowed=f"an address, or {LOCAL}") from None


def _reach(address: str) -> None:
    """Raise `OSError` when nobody listens at a host and port: Ray would try again and again."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()


def _shared(ray: Any, tasks: Iterator[Task], given: str) -> Iterator[Done]:
    """Keep every processor of the cluster supplied with tasks."""
    work = ray.remote(num_cpus=1, max_retries=_TRIES)(do)
    shared = ray.put(given)
    room = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = [work.remote(shared, as_text(task)) for task in islice(tasks, room)]
    while waiting:
        finished, waiting = ray.wait(waiting)
        yield from (read_done(ray.get(each)) for each in finished)
        waiting += [work.remote(shared, as_text(task)) for task in islice(tasks, len(finished))]


def do(given: str, task: Any) -> dict[str, Any]:
    """Do one task on whatever machine this is."""
    return _worker(given).do(read_task(task)).as_dict()


@lru_cache(maxsize=1)
def _worker(given: str) -> Worker:
    limit_cores(1)
    return opened(json.loads(given))
