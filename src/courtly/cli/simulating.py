"""The command `courtly simulate`: live tables in virtual time, with faults."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from courtly.cli.app import app
from courtly.cli.groups import option_groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from courtly.testing.simulation.script import Script
    from courtly.testing.simulation.world import Report


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulateOptions:
    """The options of `courtly simulate`."""

    seed: Annotated[int, typer.Option(help="The seed of tables, people and faults.")] = 1
    hours: Annotated[float, typer.Option(min=0.01, help="Virtual hours.")] = 1.0
    tables: Annotated[int, typer.Option(min=1, help="Tables at the same time.")] = 8
    faults: Annotated[float, typer.Option(min=0, help="Faults in each hour.")] = 12.0
    script: Annotated[Path | None, typer.Option(help="Run the script in this file instead of a random one.")] = None
    write: Annotated[Path | None, typer.Option(help="Write the script to this file, shortened with --shrink.")] = None
    trace: Annotated[Path | None, typer.Option(help="Write all that clients received to this file.")] = None
    shrink: Annotated[bool, typer.Option("--shrink", help="If the run fails, look for a shorter script.")] = False
    endless: Annotated[bool, typer.Option("--endless", help="Run one seed after the other until one fails.")] = False


@app.command()
@option_groups(SimulateOptions)
def simulate(options: SimulateOptions) -> None:
    """Simulate live tables with people, bots and faults, and check that nothing is lost, doubled or leaked.

    The same seed gives the same run, byte for byte. A run that finds a problem prints how to repeat it.
    """
    _fix_hashes()
    from courtly.testing.simulation.script import decode, draw, encode

    if options.script is not None:
        scripts: Iterator[Script] = iter([decode(options.script.read_bytes())])
    else:
        seeds = count(options.seed) if options.endless else [options.seed]
        scripts = (draw(one, hours=options.hours, tables=options.tables, faults=options.faults) for one in seeds)
    for script in scripts:
        with _tracing(options.trace) as trace:
            report = _run(script, trace)
        print(_summary(script, report))
        if report.problems:
            found = _shortened(script) if options.shrink else script
            target = options.write or Path(f"simulation-{script.seed}.json")
            target.write_bytes(encode(found))
            print("\n".join(report.problems))
            if report.found_at is not None:
                print("the first problem was found in step {} at {:.3f} s".format(*report.found_at))
            print(f"to repeat it: courtly simulate --script {target} --trace trace.txt")
            raise typer.Exit(1)
        if options.write is not None:
            options.write.write_bytes(encode(script))


def _run(script: Script, trace: Callable[[str], object] | None = None) -> Report:
    from courtly.testing.simulation.run import run
    from courtly.web.app import create_app

    return run(script, create_app, trace=trace)


def _shortened(script: Script) -> Script:
    from courtly.testing.simulation.shrink import shrink

    return shrink(script, lambda shorter: bool(_run(shorter).problems))


@contextmanager
def _tracing(path: Path | None) -> Iterator[Callable[[str], object] | None]:
    if path is None:
        yield None
        return
    with path.open("w", encoding="utf-8") as file:
        yield lambda line: file.write(f"{line}\n")


def _summary(script: Script, report: Report) -> str:
    faults = ", ".join(f"{number} {kind}" for kind, number in sorted(report.faults.items())) or "none"
    return (
        f"seed {script.seed}: {report.hours:.2f} h, {report.tables} tables, {report.acts} acts, "
        f"{report.frames} frames, {report.steps} steps; faults: {faults}; {len(report.problems)} problems; "
        f"digest {report.digest[:16]}"
    )


def _fix_hashes() -> None:
    """Start this program again with fixed hashes of texts: the order of sets must be the same in each run."""
    if sys.flags.hash_randomization:
        os.execve(  # noqa: S606 - the same program
            sys.executable, [sys.executable, "-m", "courtly.cli", *sys.argv[1:]], {**os.environ, "PYTHONHASHSEED": "0"}
        )
