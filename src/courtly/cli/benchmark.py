"""The command `courtly benchmark`: its options in groups."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from courtly.cli.app import app
from courtly.cli.groups import option_groups
from courtly.engine.errors import cannot_be
from courtly.engine.sentences import said


class OnIllegal(StrEnum):
    """The values of `--illegal`."""

    LOSE = "lose"
    REDRAW = "redraw"
    RANDOM = "random"


class OnError(StrEnum):
    """The values of `--on-error`."""

    STOP = "stop"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class SubjectOptions:
    """The options that the results depend on."""

    agent: Annotated[
        str | None,
        typer.Argument(help="The agent: a bot, net:FILE, python:MODULE:NAME, program:COMMAND or llm:COMMAND."),
    ] = None
    full: Annotated[bool, typer.Option("--full/--quick", help="Play six times as many deals, or the usual number.")] = (
        False
    )
    deals: Annotated[int | None, typer.Option(help="Number of deals for each game, number of seats and opponent.")] = (
        None
    )
    games: Annotated[str, typer.Option(metavar="NAMES", help="Only these games, separated by commas.")] = ""
    seats: Annotated[str, typer.Option(metavar="NUMBERS", help="Only these numbers of seats.")] = ""
    illegal: Annotated[
        OnIllegal,
        typer.Option(help="After an illegal move: lose the match, ask again, or play a random legal move."),
    ] = OnIllegal.LOSE
    move_time: Annotated[float, typer.Option(help="Seconds per move of the agent.")] = 10.0


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options that do not change the results."""

    on_error: Annotated[
        OnError, typer.Option(help="If the agent crashes or gives no answer: stop, or count the match as lost.")
    ] = OnError.CONTINUE
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all results to this .json file; the same command resumes the run."),
    ] = None
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Repeat the matches of this result file and compare.")
    ] = None
    sample: Annotated[int | None, typer.Option(help="With --check: repeat only this number of deals of each.")] = None
    workers: Annotated[int | None, typer.Option(help="Threads or processes; default: one per core.")] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False


@app.command()
@option_groups(SubjectOptions, RunOptions)
def benchmark(subject: SubjectOptions, run: RunOptions) -> None:
    """Play an agent against a fixed pool of bots, on deals that are the same for everyone."""
    from courtly.arena.benchmark import Extent
    from courtly.arena.run import Resources
    from courtly.settings import Settings
    from courtly.terminal.benchmark import BenchmarkRequest, check_benchmark, run_benchmark

    resources = Resources(workers=Settings.read().cores if run.workers is None else run.workers)
    if run.check is not None:
        check_benchmark(run.check, subject.agent, run.sample, resources)
        return
    seats = [_number(word) for word in _words(subject.seats)]
    size: Literal["quick", "full"] = "full" if subject.full else "quick"
    run_benchmark(
        BenchmarkRequest(
            agent=subject.agent,
            extent=Extent(size, subject.deals, _words(subject.games), seats),
            illegal=subject.illegal.value,
            stop=run.on_error == OnError.STOP,
            move_time=subject.move_time,
            resources=resources,
            out=run.out,
            as_json=run.as_json,
        )
    )


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _number(word: str) -> int:
    if not word.isascii() or not word.isdecimal():
        raise cannot_be("seats", word, said("numbers separated by commas, such as {example}", example="2,3"))
    return int(word)
