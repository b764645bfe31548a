"""The benchmark from the command line: play an agent against the pool, or check a result file."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from courtly.arena.benchmark import (
    Execution,
    Extent,
    agreements,
    check_agent,
    check_figures,
    check_hashes,
    document,
    is_deterministic,
    load_pool,
    play_tasks,
    protocol_of,
    read_document,
    require,
    sampled,
    versions,
    write_document,
)
from courtly.arena.benchmark.document import as_json
from courtly.arena.benchmark.partial import partial_file
from courtly.arena.benchmark.protocol import MAX_DEALS, Illegal
from courtly.arena.entrants import is_own
from courtly.arena.output import check_writable
from courtly.arena.plan import check_range
from courtly.arena.run import Resources
from courtly.arena.warm import WARM_UP_PARTS
from courtly.engine.errors import BadOption, shown
from courtly.engine.sentences import said
from courtly.terminal.arena import progress_bar
from courtly.terminal.commands import warm


@dataclass(frozen=True, slots=True)
class BenchmarkRequest:
    """The arguments of `courtly benchmark`."""

    agent: str | None
    extent: Extent
    illegal: Illegal
    stop: bool
    move_time: float
    resources: Resources
    out: Path | None
    as_json: bool


def run_benchmark(request: BenchmarkRequest) -> None:
    """Play the benchmark, write the result file and print the figures."""
    if request.agent is None:
        message = said("name an agent, or a result file with --check")
        raise BadOption(message, where="agent", allowed=said("a specification of a bot"), problem="missing")
    request.resources.check()
    if request.out is not None:
        check_writable(request.out, (".json",))
    pool = load_pool()
    protocol = protocol_of(pool, request.agent, request.extent, illegal=request.illegal, move_time=request.move_time)
    pool.check(protocol.games)
    check_agent(protocol)
    warm(protocol.games, WARM_UP_PARTS)
    begun = time.monotonic()
    with progress_bar("Playing") as on_progress:
        execution = Execution(
            workers=request.resources.worker_count,
            partial=None if request.out is None else partial_file(request.out),
            about=versions(protocol, pool),
            stop=request.stop,
            on_progress=on_progress,
        )
        results = play_tasks(protocol, protocol.tasks(), execution)
    size = request.extent.size if request.extent.deals is None else "custom"
    found = document(pool, protocol, results, size=size, seconds=time.monotonic() - begun)
    if request.as_json:
        print(as_json(found), end="", flush=True)
    else:
        _print_figures(found)
    if request.out is not None:
        write_document(found, request.out)
        partial_file(request.out).unlink(missing_ok=True)


def check_benchmark(file: Path, agent: str | None, sample: int | None, resources: Resources) -> None:
    """Check a result file, repeat all its matches or those of `sample` deals of each cell, and print the agreement."""
    if sample is not None:
        check_range("sample", sample, MAX_DEALS)
    resources.check()
    pool = load_pool()
    held = read_document(file, pool)
    _check_typed(held.agent, agent)
    check_hashes(held, pool)
    check_figures(held, pool)
    protocol = held.protocol(pool)
    pool.check(protocol.games)
    check_agent(protocol)
    warm(protocol.games, WARM_UP_PARTS)
    tasks = sampled(protocol, sample, SystemRandom())
    with progress_bar("Repeating") as on_progress:
        execution = Execution(workers=resources.worker_count, on_progress=on_progress)
        repeated = play_tasks(protocol, tasks, execution)
    agreed = agreements(protocol, held.results(), repeated)
    table = Table(title=f"{escape(held.agent)}: {len(repeated)} matches repeated")
    for column in ("opponent", "matches", "with another result", "difference of shares", "at most by chance"):
        table.add_column(column, justify="left" if column == "opponent" else "right")
    for each in agreed:
        limits = (f"{each.difference:+.3f}", f"{each.limit:.3f}") if each.different else ("", "")
        table.add_row(escape(each.opponent), str(each.matches), str(each.different), *limits)
    console = _console()
    console.print(table)
    require(agreed, deterministic=is_deterministic(held.agent))
    console.print("The results are reproduced.")


def _check_typed(held: str, typed: str | None) -> None:
    """Raise `BadOption` unless the user typed the agent of a file that would start a program or import a module."""
    if typed is None and is_own(held):
        return
    if typed != held:
        places = {"held": shown(held, limit=200)}
        message = said("the agent of the file is {held}; name it on the command line to run it", **places)
        raise BadOption(message, given=typed, where="agent", allowed=held)


def _print_figures(found: Mapping[str, Any]) -> None:
    console, figures = _console(), found["figures"]
    title = f"{escape(found['agent'])}, pool {found['pool']}: {figures['matches']} matches"
    table = Table(title=title, caption="in brackets 95 % intervals over the deals")
    for column in ("game", "seats", "opponent", "deals", "share of victory", "even"):
        table.add_column(column, justify="left" if column in ("game", "opponent") else "right")
    for cell in figures["cells"]:
        share = _shown(cell, 3)
        table.add_row(cell["game"], str(cell["seats"]), cell["opponent"], str(cell["deals"]), share, _even(cell))
    console.print(table)
    for game, rating in figures["ratings"].items():
        console.print(f"rating in {game}: {_shown(rating, 0)}")
    console.print(f"rating: {_shown(figures['rating'], 0)}")
    console.print(times_in_words(found["times"]), markup=False)
    console.print(mistakes_in_words(figures), markup=False)
    for each in found["reasons"]:
        console.print(f"{each['cell']}, match {each['match']}: the agent {each['reason']}", markup=False)


def times_in_words(times: Mapping[str, Any]) -> str:
    """Return the times of an agent's answers in words.

    Examples
    --------
    >>> times_in_words({"answers": 400, "median_ms": 0.25, "p95_ms": 1.5})
    'time per move: median 0.25 ms, 95th percentile 1.5 ms, 400 answers'
    """
    if not times["answers"]:
        return "time per move: no answers"
    return (
        f"time per move: median {times['median_ms']:g} ms, 95th percentile {times['p95_ms']:g} ms, "
        f"{times['answers']} answers"
    )


def mistakes_in_words(figures: Mapping[str, Any]) -> str:
    """Return the numbers of an agent's illegal moves and failures in words.

    Examples
    --------
    >>> mistakes_in_words({"illegal": 3, "illegal_forfeits": 1, "failures": 2})
    'illegal moves: 3 (1 matches lost by them); crashes and missing answers: 2'
    """
    illegal = f"illegal moves: {figures['illegal']} ({figures['illegal_forfeits']} matches lost by them)"
    return f"{illegal}; crashes and missing answers: {figures['failures']}"


def _shown(figure: Mapping[str, Any], digits: int) -> str:
    span = "" if figure["low"] is None else f" \\[{figure['low']:.{digits}f}, {figure['high']:.{digits}f}]"
    return f"{figure['value']:.{digits}f}{span}"


def _even(cell: Mapping[str, Any]) -> str:
    return f"{1 / cell['seats']:.3f}"


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True)
