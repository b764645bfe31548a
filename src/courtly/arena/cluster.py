"""Run tasks on many machines with Ray. They are the same tasks as on one machine, so a seed gives the same results.

Ray retries a task when its process or machine dies. The caller stores the results, so a retried task is counted once.
"""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from courtly.arena.plan import Plan
from courtly.arena.rows import TaskResult, read_task_result
from courtly.arena.work import LocalWorker, OptionalOutput, Task, as_text, opened, opening, read_task
from courtly.engine.errors import CourtlyError
from courtly.engine.extras import library
from courtly.engine.sentences import said

LOCAL = "local"
"""The address that starts a Ray cluster on this machine."""

_PATIENCE = 10.0
"""Maximum time in seconds to connect to the cluster's host."""

_TRIES = 5
_AHEAD = 4
"""Tasks queued for each processor, so that none is idle."""


class NoCluster(CourtlyError):
    """No cluster is reachable, or Ray gave up on a task after all retries."""

    code = "no-cluster"


def run_on_ray(tasks: Iterator[Task], plan: Plan, wanted: OptionalOutput, address: str) -> Iterator[TaskResult]:
    """Yield the result of each task as soon as it is finished.

    Raises
    ------
    BadOption
        If the extra `courtly[ray]` is not installed.
    NoCluster
        If no cluster is reachable or a task fails.
    """
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, address)
    try:
        yield from _shared(ray, tasks, json.dumps(opening(plan, wanted)))
    except ray.exceptions.RayError as error:
        first = str(error).strip().partition("\n")[0]
        message = said("a task on the cluster failed: {reason}", reason=first)
        raise NoCluster(message, given=address, where="ray") from None
    finally:
        if ours:
            ray.shutdown()


def _ray() -> Any:
    return library("ray", said("clusters"), where="ray", extra="ray")


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
        message = said("there is no Ray cluster at {address}: {reason}", address=address, reason=first)
        allowed = said("an address, or {local}", local=LOCAL)
        raise NoCluster(message, given=address, where="ray", allowed=allowed) from None


def _reach(address: str) -> None:
    """Raise `OSError` if nothing listens at a host and port. Ray itself would retry forever."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()


def _shared(ray: Any, tasks: Iterator[Task], given: str) -> Iterator[TaskResult]:
    """Keep every processor of the cluster busy and yield results in order of completion."""
    work = ray.remote(num_cpus=1, max_retries=_TRIES)(do)
    shared = ray.put(given)
    room = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = [work.remote(shared, as_text(task)) for task in islice(tasks, room)]
    while waiting:
        finished, waiting = ray.wait(waiting)
        yield from (read_task_result(ray.get(each)) for each in finished)
        waiting += [work.remote(shared, as_text(task)) for task in islice(tasks, len(finished))]


def do(given: str, task: Any) -> dict[str, Any]:
    """Run one task; called on the machine that Ray chose."""
    return _worker(given).do(read_task(task)).as_dict()


@lru_cache(maxsize=1)
def _worker(given: str) -> LocalWorker:
    """Return the worker of a plan, cached for later tasks of that plan. Ray gives each task one processor."""
    return opened(json.loads(given), threads=1)
