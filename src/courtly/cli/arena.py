"""The command that holds tournaments: its options in groups, and what it makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from courtly.cli.app import app, pairs
from courtly.cli.flags import GameCommand
from courtly.cli.groups import takes


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played, and by whom: all that the results depend on."""

    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")]
    players: Annotated[
        list[str],
        typer.Option(
            metavar="SPECS",
            help="Who plays, separated by commas: bots, program:COMMAND or llm:COMMAND; may be repeated.",
        ),
    ]
    deals: Annotated[int, typer.Option(help="How many deals; each is played in every seating.")] = 100
    seats: Annotated[int | None, typer.Option(help="Seats at the table; by default as many as there are bots.")] = None
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None
    seed: Annotated[int, typer.Option(help="Number that decides every deal and the bots' luck.")] = 0
    move_time: Annotated[float, typer.Option(help="Seconds that an outside program has for a move.")] = 10.0


@dataclass(frozen=True, slots=True)
class Machines:
    """Where it is played; none of it changes the results."""

    workers: Annotated[int | None, typer.Option(help="Threads or processes; by default one for each core.")] = None
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one here.")
    ] = None


@dataclass(frozen=True, slots=True)
class Kept:
    """What is written."""

    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the run here; the same command continues it.")
    ] = None
    out: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Write results: .csv, .parquet or .json; may be repeated.")
    ] = None
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the record of every match here.")] = None
    trajectories: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every decision as a row here, a .parquet: what was seen and done."),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False


@app.command(cls=GameCommand)
@takes(Contest, Machines, Kept)
def arena(contest: Contest, machines: Machines, kept: Kept) -> None:
    """Hold a tournament of bots, each deal played in every seating."""
    from courtly.arena.run import Resources
    from courtly.settings import Settings
    from courtly.terminal.arena import ArenaRequest, hold

    hold(
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
                moves=kept.trajectories is not None,
            ),
            out=kept.out or [],
            trajectories=kept.trajectories,
            as_json=kept.as_json,
        )
    )
