"""The command `courtly arena`: its options in groups."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from courtly.cli.app import app, pairs
from courtly.cli.flags import GameCommand
from courtly.cli.groups import option_groups


@dataclass(frozen=True, slots=True)
class ContestOptions:
    """The options that the results depend on: the game, the players and the deals."""

    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")]
    players: Annotated[
        list[str],
        typer.Option(
            metavar="SPECS",
            help="Who plays, separated by commas: bots, program:COMMAND or llm:COMMAND; can be repeated.",
        ),
    ]
    deals: Annotated[int, typer.Option(help="Number of deals; each is played in every seating.")] = 100
    seats: Annotated[int | None, typer.Option(help="Seats at the table; default: one per bot.")] = None
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; can be repeated.")
    ] = None
    seed: Annotated[int, typer.Option(help="Random seed of the deals and the bots.")] = 0
    move_time: Annotated[float, typer.Option(help="Seconds per move of an external program.")] = 10.0


@dataclass(frozen=True, slots=True)
class ExecutionOptions:
    """The options on where to play; they do not change the results."""

    workers: Annotated[int | None, typer.Option(help="Threads or processes; default: one per core.")] = None
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run on this Ray cluster; `local` starts one here.")
    ] = None


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The options on output files."""

    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save the run in this folder; the same command resumes it.")
    ] = None
    out: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Write results to this .csv, .parquet or .json file; can be repeated."),
    ] = None
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the record of every match into this folder.")
    ] = None
    transcripts: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write the messages of programs and language models into this folder."),
    ] = None
    trajectories: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write one row per decision to this .parquet file: what was seen and done."),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False


@app.command(cls=GameCommand)
@option_groups(ContestOptions, ExecutionOptions, OutputOptions)
def arena(contest: ContestOptions, machines: ExecutionOptions, kept: OutputOptions) -> None:
    """Run a tournament of bots; each deal is played in every seating."""
    from courtly.arena.run import Resources
    from courtly.settings import Settings
    from courtly.terminal.arena import ArenaRequest, run_tournament

    run_tournament(
        ArenaRequest(
            game=contest.game,
            options=pairs(contest.option or []),
            players=contest.players,
            deals=contest.deals,
            seats=contest.seats,
            seed=contest.seed,
            move_time=contest.move_time,
            resources=Resources(
                workers=Settings.read().cores if machines.workers is None else machines.workers,
                ray=machines.ray,
                folder=kept.resume,
                records=kept.records,
                transcripts=kept.transcripts,
                moves=kept.trajectories is not None,
            ),
            out=kept.out or [],
            trajectories=kept.trajectories,
            as_json=kept.as_json,
        )
    )
